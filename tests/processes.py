"""The processes of a site, to be used, killed as by a power cut, and started again."""

import os
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import RLock

ROOT = Path(__file__).resolve().parents[1]


class Processes(ABC):
    """Each has a role, and a log in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        # A thread may supervise them while another one kills.
        self._lock = RLock()

    @abstractmethod
    def command(self, role: str) -> list[str]:
        """That starts it."""

    @abstractmethod
    def environment(self, role: str) -> dict[str, str]:
        """Its variables."""

    def place(self, role: str) -> Path:
        """The folder in which it starts."""
        return self.folder if role == "redis" else ROOT

    def files(self, role: str) -> tuple[int, ...]:
        """Open files that it gets, beside its output."""
        return ()

    def start(self, *roles: str) -> None:
        with self._lock:
            for role in roles:
                with (self.folder / f"{role}.log").open("ab") as output:
                    self._running[role] = subprocess.Popen(
                        self.command(role),
                        cwd=self.place(role),
                        env=self.environment(role),
                        pass_fds=self.files(role),
                        stdout=output,
                        stderr=subprocess.STDOUT,
                        start_new_session=True,
                    )

    def pid(self, role: str) -> int:
        return self._running[role].pid

    def kill(self, *roles: str) -> None:
        """With their children, as a power cut would."""
        with self._lock:
            processes = [self._running.pop(role) for role in roles]
            family = [pid for process in processes for pid in family_of(process.pid)]
            for pid in family:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            for process in processes:
                process.wait()

    def end(self, *roles: str, seconds: float) -> None:
        """Let them finish what they are at, as `systemctl stop` does; kill what still runs then."""
        with self._lock:
            processes = {role: self._running.pop(role) for role in roles}
        for process in processes.values():
            process.terminate()
        for process in processes.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=seconds)
        for role, process in processes.items():
            if process.poll() is None:
                self._running[role] = process
                self.kill(role)

    def supervise(self) -> list[str]:
        """Restart what ended, as systemd does by the units in `deploy/`; return its roles."""
        with self._lock:
            ended = [role for role, each in self._running.items() if each.poll() is not None]
            self.start(*ended)
        return ended

    def stop(self) -> None:
        self.kill(*self._running)

    def lines(self, role: str) -> list[str]:
        """What that part has logged."""
        return (self.folder / f"{role}.log").read_text().splitlines()

    def log(self) -> str:
        """For reports of failures."""
        files = sorted(self.folder.glob("*.log"))
        return "\n".join(f"== {file.stem}\n{file.read_text()[-4000:]}" for file in files)


def worker(queue: str, processes: int) -> list[str]:
    """The command that works on a queue, as in the units."""
    celery = [sys.executable, "-m", "celery", "--app", "scoutsite", "worker"]
    named = ["--queues", queue, "--hostname", f"{queue}@%h", "--concurrency", str(processes)]
    return [*celery, *named, "--without-gossip", "--without-mingle", "--loglevel", "WARNING"]


def beat() -> list[str]:
    return [sys.executable, "-m", "celery", "--app", "scoutsite", "beat", "--pidfile="]


def family_of(pid: int) -> list[int]:
    """The process and all below it; PostgreSQL's are each in a session of their own."""
    children: dict[int, list[int]] = {}
    for child, parent in _parents():
        children.setdefault(parent, []).append(child)
    family = [pid]
    for each in family:
        family += children.get(each, [])
    return family


def _parents() -> Iterator[tuple[int, int]]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # After the name, which may contain anything: state, parent.
            _, _, after = stat.read_text().rpartition(")")
            yield int(stat.parent.name), int(after.split()[1])


def listens(port: int, host: str = "127.0.0.1") -> bool:
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False
