"""Somebody who opens a page again and again, with all files that it names."""

import re
import time
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread

_FILE = re.compile(r'(?:href|src)="(/static/[^"#?]+)')
PAUSE = 0.3


class Reader(Thread):
    """Counts pages and files that the site has not given."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self._address = address
        self._over = Event()
        self.pages = self.files = 0
        self.names: set[str] = set()
        """Of all files that pages have named."""
        self.refused: list[str] = []

    def run(self) -> None:
        while not self._over.wait(PAUSE):
            page = self._get("/welcome/")
            self.pages += 1
            for name in sorted(set(_FILE.findall(page))):
                self._get(name)
                self.files += 1
                self.names.add(name)

    def stop(self) -> None:
        self._over.set()
        self.join()

    def _get(self, path: str) -> str:
        begun = time.monotonic()
        connection = HTTPConnection(self._address, timeout=30)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read().decode(errors="replace")
            if answer.status != 200:
                self.refused.append(f"{path}: {answer.status}")
            return body
        except (OSError, HTTPException) as error:
            after = time.monotonic() - begun
            self.refused.append(f"{path}: {type(error).__name__} after {after:.1f} s")
            return ""
        finally:
            connection.close()
