"""The site's production processes, to be used and killed."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from django.conf import settings

from tests.site.environment import free_port
from tests.workers import database_url

ROLES = ("redis", "web", "worker", "experts", "senders", "beat")


class Stack:
    """PostgreSQL of the tests, its own Redis, web, the workers and scheduler."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.port, self._redis_port = free_port(), free_port()
        self.url = f"http://localhost:{self.port}"
        self._folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        kept = ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV")
        self._environment = {
            **{name: os.environ[name] for name in kept if name in os.environ},
            "SECRET_KEY": "the tests' key, which is no secret",
            "SITE_URL": self.url,
            "DATABASE_URL": database_url(),
            "REDIS_URL": f"redis://127.0.0.1:{self._redis_port}/0",
            "DJANGO_SETTINGS_MODULE": "tests.served_settings",
            "DEALS": folder.name,
            "BOT_PAUSE_SECONDS": "0",
            # These people play faster than any real ones.
            "LIMITS": "off",
            **variables,
        }

    def _command(self, role: str) -> list[str]:
        python = [sys.executable, "-m"]
        worker = [*python, "celery", "--app", "scoutsite", "worker"]
        match role:
            case "redis":
                port = str(self._redis_port)
                return ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", ""]
            case "web":
                port = str(self.port)
                return [*python, "uvicorn", "scoutsite.asgi:application", "--port", port]
            case "worker":
                return [*worker, "--queues", "celery", "--concurrency", "2"]
            case "experts":
                return [*worker, "--queues", "experts", "--concurrency", "1"]
            case "senders":
                return [*worker, "--queues", "senders", "--concurrency", "2"]
            case "beat":
                return [*python, "celery", "--app", "scoutsite", "beat", "--pidfile="]
        raise ValueError(role)

    def start(self, *roles: str) -> None:
        """Return when web process and Redis can be asked."""
        for role in roles:
            with (self._folder / f"{role}.log").open("ab") as output:
                self._running[role] = subprocess.Popen(
                    self._command(role),
                    cwd=self._folder if role == "redis" else settings.BASE_DIR,
                    env=self._environment,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
        if "redis" in roles:
            self._wait(lambda: _listens(self._redis_port), "Redis")
        if "web" in roles:
            self._wait(self._answers, "the web process")

    def kill(self, role: str) -> None:
        """With its children, as a power cut would."""
        process = self._running.pop(role)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def supervise(self) -> None:
        """Restart what ended, as systemd does by the units in `deploy/`."""
        for role, process in list(self._running.items()):
            if process.poll() is not None:
                self.start(role)

    def stop(self) -> None:
        for role in list(self._running):
            self.kill(role)

    def lines(self, role: str) -> list[str]:
        """What that part has logged."""
        return (self._folder / f"{role}.log").read_text().splitlines()

    def log(self) -> str:
        """For reports of failures."""
        files = sorted(self._folder.glob("*.log"))
        return "\n".join(f"== {file.stem}\n{file.read_text()[-4000:]}" for file in files)

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/", timeout=5):  # noqa: S310 (our own address)
                return True
        except HTTPError:
            return True
        except (URLError, OSError):
            return False

    def _wait(self, condition: Callable[[], bool], name: str) -> None:
        end = time.monotonic() + 90
        while not condition():
            assert time.monotonic() < end, f"{name} did not come up\n{self.log()}"
            time.sleep(0.1)


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


@contextmanager
def running(folder: Path, **variables: str) -> Iterator[Stack]:
    stack = Stack(folder, **variables)
    try:
        stack.start(*ROLES)
        yield stack
    finally:
        stack.stop()
