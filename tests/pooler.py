"""PgBouncer by the file in `deploy/machines/`, with the places and addresses of a trial."""

import os
import re
import shutil
from pathlib import Path

from tests.processes import ROOT

SHIPPED = ROOT / "deploy" / "machines" / "pgbouncer.ini"
PORT = 6432
"""Of the socket's name."""


def write_files(folder: Path, *, primary: str, database: str, user: str, password: str) -> Path:
    """Write what PgBouncer reads; return the file of its settings.

    `primary` is its address and port. `folder` is for sockets too, and for PostgreSQL's user, as
    whom PgBouncer runs for root.
    """
    host, _, port = primary.rpartition(":")
    text = SHIPPED.read_text()
    text = re.sub(
        r"host=\S+ port=\d+ dbname=\S+", f"host={host} port={port} dbname={database}", text
    )
    text = re.sub(r"^scout_(?=\w+ = )", f"{database}_", text, flags=re.MULTILINE)
    text = re.sub(
        r"/(etc/pgbouncer|var/run/postgresql|var/log/postgresql)(?=/|$)",
        str(folder),
        text,
        flags=re.MULTILINE,
    )
    # Trials have no certificates.
    text = text.replace("server_tls_sslmode = require", "server_tls_sslmode = prefer")
    (folder / "scout_hba.conf").write_text(f"local all {user} trust\n")
    (folder / "userlist.txt").write_text(f'"{user}" "{password}"\n')
    settings = folder / "pgbouncer.ini"
    settings.write_text(text)
    if os.geteuid() == 0:
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, "postgres")
    return settings


def url(folder: Path, database: str, user: str) -> str:
    """For `DATABASE_URL`, with `PGUSER`, as the site has its own."""
    return f"postgres:///{folder}/{database}?port={PORT}&pooler=on&user={user}"
