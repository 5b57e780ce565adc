"""A repository of backups in a folder, by the files in `deploy/pgbackrest`."""

import json
import re
import secrets
from pathlib import Path

from tests.recovery.clusters import Cluster, as_postgres
from tests.recovery.players import ROOT

FILES = ROOT / "deploy" / "pgbackrest"
ARCHIVE_TIMEOUT = 10.0
"""Seconds; a site waits for longer, which would only make a trial longer."""


class Repository:
    """The backups of one cluster."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        self._folder, self._cluster = folder, cluster
        self._kept = folder / "kept"
        as_postgres("mkdir", "--parents", str(self._kept))
        self._config = self._write("config", secrets.token_hex(32))

    @property
    def settings(self) -> dict[str, str]:
        """The cluster's, from the file that a site uses."""
        text = (FILES / "archive.conf").read_text()
        found = dict(re.findall(r"^(\w+) = '?(.+?)'?$", text, re.MULTILINE))
        command = found["archive_command"]
        return {
            **found,
            "archive_command": command.replace("pgbackrest", f"pgbackrest {self._config}", 1),
            "archive_timeout": f"{ARCHIVE_TIMEOUT:.0f}s",
        }

    def run(self, *command: str) -> str:
        """Run pgBackRest; raise `RuntimeError` if it fails."""
        return as_postgres("pgbackrest", self._config, "--stanza=scout", *command)

    def size(self) -> int:
        """Bytes that the newest backup takes, without the archive."""
        (stanza,) = json.loads(self.run("--output=json", "info"))
        return int(stanza["backup"][-1]["info"]["repository"]["size"])

    def opens_with_another_pass(self, *command: str) -> bool:
        """Whether pgBackRest reads anything; it may not."""
        other = self._write("other", secrets.token_hex(32))
        try:
            told = as_postgres("pgbackrest", other, "--stanza=scout", *command)
        except RuntimeError:
            return False
        return "status: ok" in told

    def readable_files(self) -> list[str]:
        """The names of files that do not begin as what is encrypted does."""
        return [path.name for path in self._files() if path.read_bytes()[:8] != b"Salted__"]

    def _files(self) -> list[Path]:
        return [path for path in self._kept.rglob("*") if path.is_file() and path.stat().st_size]

    def _write(self, name: str, cipher_pass: str) -> str:
        """Write both files, for this folder; return the option that names them."""
        folder = self._folder / name
        as_postgres("mkdir", "--parents", str(folder / "conf.d"))
        general = (FILES / "pgbackrest.conf").read_text()
        general = re.sub("^lock-path=.*", f"lock-path={folder}/lock", general, flags=re.MULTILINE)
        general = re.sub(
            "^pg1-path=.*", f"pg1-path={self._cluster.data}", general, flags=re.MULTILINE
        )
        general = f"{general}pg1-socket-path={self._cluster.folder}\npg1-user=postgres\n"
        paths = f"[global]\nspool-path={folder}/spool\nlog-path={folder}/log\n"
        for part in ("spool", "log"):
            as_postgres("mkdir", "--parents", str(folder / part))
        self._put(folder / "pgbackrest.conf", general)
        self._put(folder / "conf.d" / "paths.conf", paths)
        self._put(folder / "conf.d" / "repository.conf", in_a_folder(self._kept, cipher_pass))
        return f"--config-path={folder}"

    def _put(self, path: Path, text: str) -> None:
        as_postgres("sh", "-c", 'umask 077; printf %s "$2" > "$1"', "sh", str(path), text)


def in_a_folder(kept: Path, cipher_pass: str) -> str:
    """The file about the repository, as the page on operations has it for a trial."""
    text = (FILES / "repository.conf").read_text()
    text = re.sub("^repo1-(type|s3-).*\n", "", text, flags=re.MULTILINE)
    text = re.sub("^repo1-path=.*", f"repo1-path={kept}", text, flags=re.MULTILINE)
    return re.sub(
        "^repo1-cipher-pass=.*", f"repo1-cipher-pass={cipher_pass}", text, flags=re.MULTILINE
    )
