"""The site's production processes, on the database of the tests."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests.processes import Processes, beat, listens, worker
from tests.site.environment import environment, free_port
from tests.workers import database_url

ROLES = ("redis", "web", "worker", "experts", "senders", "beat")


class Stack(Processes):
    """PostgreSQL of the tests, its own Redis, web, the workers and scheduler."""

    def __init__(self, folder: Path, **variables: str) -> None:
        super().__init__(folder)
        self.port, self._redis_port = free_port(), free_port()
        self.url = f"http://localhost:{self.port}"
        self._environment = environment(
            **{
                "SECRET_KEY": "the tests' key, which is no secret",
                "SITE_URL": self.url,
                "DATABASE_URL": database_url(),
                "REDIS_URL": f"redis://127.0.0.1:{self._redis_port}/0",
                "DJANGO_SETTINGS_MODULE": "tests.served_settings",
                "DEALS": folder.name,
                "BOT_PAUSE_SECONDS": "0",
                # What it needs is compiled for a minute.
                "EXPERT_LOOKS_AHEAD": "off",
                # These people play faster than any real ones.
                "LIMITS": "off",
                **variables,
            }
        )

    def environment(self, role: str) -> dict[str, str]:
        return self._environment

    def command(self, role: str) -> list[str]:
        match role:
            case "redis":
                port = str(self._redis_port)
                return ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", ""]
            case "web":
                port = str(self.port)
                uvicorn = [sys.executable, "-m", "uvicorn"]
                return [*uvicorn, "scoutsite.asgi:application", "--port", port]
            case "worker":
                return worker("celery", 2)
            case "experts":
                return worker("experts", 1)
            case "senders":
                return worker("senders", 2)
            case "beat":
                return beat()
        raise ValueError(role)

    def start(self, *roles: str) -> None:
        """Return when web process and Redis can be asked."""
        super().start(*roles)
        if "redis" in roles:
            self._wait(lambda: listens(self._redis_port), "Redis")
        if "web" in roles:
            self._wait(self._answers, "the web process")

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


@contextmanager
def running(folder: Path, **variables: str) -> Iterator[Stack]:
    stack = Stack(folder, **variables)
    try:
        stack.start(*ROLES)
        yield stack
    finally:
        stack.stop()
