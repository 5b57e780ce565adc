"""Machines that run the site, as the units in `deploy/` do: sockets stay open while it restarts.

Each has a PgBouncer of its own, by the file in `deploy/machines/`.
"""

import os
import shutil
import signal
import sys
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import socket

from tests.faults.site import OWNER, as_owner, wait_until
from tests.machines.databases import PORT
from tests.machines.net import Place
from tests.pooler import url, write_files
from tests.processes import ROOT, Processes, beat, worker
from tests.recovery.clusters import DATABASE
from tests.site.environment import environment

PORTS = {"pages": 8001, "streams": 8002}
ROLES = ("pages", "streams", "worker", "experts", "scheduler")
FINISH_SECONDS = 45
"""As long as the units let a part finish what it is at."""
START_SECONDS = 60
_WITH_SOCKET = 'exec 3<&"$0" && LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
"""As systemd hands it over."""


class Host(Processes):
    """Runs a release of the site, with the data of `primary`."""

    def __init__(
        self, folder: Path, place: Place, release: Path, primary: str, **variables: str
    ) -> None:
        super().__init__(folder)
        folder.mkdir()
        self.machine, self.release = place, release
        self._pool = folder / "pool"
        self._pool.mkdir()
        self.variables = environment(**variables, DATABASE_URL=url(self._pool, DATABASE, OWNER))
        self._sockets: dict[str, socket] = {}
        self._write_pooler(primary)

    def _write_pooler(self, primary: str) -> None:
        at = f"{primary}:{PORT}"
        write_files(self._pool, primary=at, database=DATABASE, user=OWNER, password="")

    def command(self, role: str) -> list[str]:
        return [*self.machine.at, *self._command(role)]

    def _command(self, role: str) -> list[str]:
        match role:
            case "pooler":
                return [*as_owner(), "pgbouncer", str(self._pool / "pgbouncer.ini")]
            case "pages":
                config = ["--config", "deploy/gunicorn.conf.py", "scoutsite.wsgi"]
                return [*self._with_socket(role), sys.executable, "-m", "gunicorn", *config]
            case "streams":
                serve = [sys.executable, "manage.py", "serve_streams", "--fd", "3"]
                return [*self._with_socket(role), *serve]
            case "scheduler":
                return beat()
            case "experts":
                return worker("experts", 1)
        return worker("celery,senders,reviews", 2)

    def _with_socket(self, role: str) -> list[str]:
        return ["bash", "-c", _WITH_SOCKET, str(self._sockets[role].fileno())]

    def environment(self, role: str) -> dict[str, str]:
        return self.variables

    def place(self, role: str) -> Path:
        return self.release

    def files(self, role: str) -> tuple[int, ...]:
        return (self._sockets[role].fileno(),) if role in self._sockets else ()

    def boot(self) -> None:
        """Start what the site needs."""
        self._sockets = {role: self.machine.listen(port) for role, port in PORTS.items()}
        self.start("pooler")

    def serve(self) -> None:
        """Start the site. Pages first: requests wait for them."""
        self.start("pages")
        wait_until(self._answers, START_SECONDS, f"no pages on {self.machine.name}")
        self.start(*(role for role in ROLES if role != "pages"))

    def _answers(self) -> bool:
        connection = HTTPConnection(self.machine.address, PORTS["pages"], timeout=1)
        with suppress(OSError, HTTPException), closing(connection):
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        return False

    def switch_off(self) -> None:
        """At once: nobody hears of it."""
        self.machine.off()
        self.kill(*self._running)
        for each in self._sockets.values():
            each.close()

    def switch_on(self) -> None:
        self.machine.on()
        self.boot()
        self.serve()

    def update(self, release: Path) -> None:
        """As `scout-update` does: requests wait in the sockets until the new release answers."""
        self.end("scheduler", "worker", "experts", "streams", seconds=FINISH_SECONDS)
        self.end("pages", seconds=FINISH_SECONDS)
        self.release = release
        self.serve()

    def turn_to(self, primary: str) -> None:
        """Go on with the data of another machine."""
        self._write_pooler(primary)
        os.kill(self.pid("pooler"), signal.SIGHUP)


def make_release(folder: Path, addition: str = "") -> Path:
    """Copy the site, with an addition to its styles, so that its files have other names."""
    left_out = (".git", ".venv", "var", "staticfiles", ".*_cache")
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*left_out))
    for sheet in (folder / "games" / "static").rglob("*.css"):
        with sheet.open("a") as file:
            file.write(addition)
    return folder


def keep_files(former: Path, release: Path) -> None:
    """Let it have the files of the release before too, as `scout-update` does."""
    for file in (former / "staticfiles").rglob("*"):
        kept = release / "staticfiles" / file.relative_to(former / "staticfiles")
        if file.is_file() and not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, kept)
