"""Machines that run the site, as the units in `deploy/` do: sockets stay open while it restarts."""

import shutil
import sys
from pathlib import Path
from socket import socket

from tests.machines.net import Place
from tests.processes import ROOT, Processes, beat, worker
from tests.site.environment import environment

PORTS = {"pages": 8001, "streams": 8002}
ROLES = ("pages", "streams", "worker", "experts", "scheduler")
FINISH_SECONDS = 45
"""As long as the units let a part finish what it is at."""
_WITH_SOCKET = 'exec 3<&"$0" && LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
"""As systemd hands it over."""


class Host(Processes):
    """Runs a release of the site."""

    def __init__(
        self, folder: Path, place: Place, release: Path, variables: dict[str, str]
    ) -> None:
        super().__init__(folder)
        folder.mkdir()
        self.machine, self.release = place, release
        self._variables = environment(**variables)
        self._sockets: dict[str, socket] = {}

    def command(self, role: str) -> list[str]:
        return [*self.machine.at, *self._command(role)]

    def _command(self, role: str) -> list[str]:
        match role:
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
        return self._variables

    def place(self, role: str) -> Path:
        return self.release

    def files(self, role: str) -> tuple[int, ...]:
        return (self._sockets[role].fileno(),) if role in self._sockets else ()

    def boot(self) -> None:
        """Start everything."""
        self._sockets = {role: self.machine.listen(port) for role, port in PORTS.items()}
        self.start(*ROLES)

    def switch_off(self) -> None:
        """At once: nobody hears of it."""
        self.machine.off()
        self.kill(*self._running)
        for each in self._sockets.values():
            each.close()

    def switch_on(self) -> None:
        self.machine.on()
        self.boot()

    def update(self, release: Path) -> None:
        """As `scout-update` does: requests wait in the sockets until the new release answers."""
        self.end("scheduler", "worker", "experts", "streams", seconds=FINISH_SECONDS)
        self.end("pages", seconds=FINISH_SECONDS)
        self.release = release
        self.start(*ROLES)


def make_release(folder: Path, addition: str = "") -> Path:
    """Copy the site, with an addition to its styles, so that its files have other names."""
    left_out = (".git", ".venv", "var", "staticfiles", ".*_cache")
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*left_out))
    for sheet in (folder / "games" / "static").rglob("*.css"):
        with sheet.open("a") as file:
            file.write(addition)
    return folder
