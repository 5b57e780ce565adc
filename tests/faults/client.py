"""A program's way to the API: asked again until there is an answer."""

import http.client
import json
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from threading import Event
from typing import Any, NamedTuple
from urllib.parse import urlsplit

TIMEOUT = 10.0
"""Seconds until a request that nobody answers is sent again."""
LONGEST = 30.0
"""Seconds after which, at the end of the run, a move is given up that nobody answers."""
PAUSE = 0.3
"""Seconds before it is sent again, unless the site says otherwise."""


class GaveUp(Exception):  # noqa: N818 (it is the end of the run, not a fault)
    """The run is over before the site has answered."""


class Answer(NamedTuple):
    """What the site said at last."""

    status: int
    body: dict[str, Any]
    tries: int
    seconds: float
    """From the first time it was sent."""
    failures: tuple[str, ...]
    """What came before: a status, or an error of the connection."""


class Client:
    """For one account."""

    def __init__(self, url: str, streams_url: str, token: str, over: Event) -> None:
        self._pages, self._streams = urlsplit(url).netloc, urlsplit(streams_url).netloc
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.over = over
        self.doing = "nothing yet"
        """For reports of tables that stand still."""

    def think(self, seconds: float) -> None:
        """Raises `GaveUp` if the run is over by then."""
        if self.over.wait(seconds):
            raise GaveUp

    def get(self, path: str) -> Answer:
        return self._until_answered("GET", path, None, {})

    def post(self, path: str, body: dict[str, Any], *, keyed: bool = True) -> Answer:
        """The same request, with the same key if it has one, until there is an answer."""
        key = {"Idempotency-Key": str(uuid.uuid4())} if keyed else {}
        return self._until_answered("POST", path, body, key)

    def _until_answered(
        self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]
    ) -> Answer:
        begun = time.monotonic()
        failures: list[str] = []
        while True:
            pause = PAUSE
            self.doing = f"{method} {path}, after {failures[-3:]}"
            try:
                status, said, after = self._send(method, path, body, headers)
            except (OSError, http.client.HTTPException, ValueError) as error:
                failures.append(type(error).__name__)
            else:
                if status < 500 and status != 429:
                    took = time.monotonic() - begun
                    return Answer(status, said, len(failures) + 1, took, tuple(failures))
                failures.append(str(status))
                pause = float(after or PAUSE)
                self.doing += f" and {status}: waits for {pause} s"
            # What has been sent goes on until it is answered, unless there is no site any more.
            if self.over.wait(pause) and (body is None or time.monotonic() > begun + LONGEST):
                raise GaveUp
            if self.over.is_set():
                time.sleep(pause)

    def _send(
        self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]
    ) -> tuple[int, dict[str, Any], str | None]:
        # A connection a request, as nginx makes them.
        connection = http.client.HTTPConnection(self._pages, timeout=TIMEOUT)
        with closing(connection):
            content = None if body is None else json.dumps(body).encode()
            connection.request(method, f"/api/v1{path}", content, {**self._headers, **headers})
            answer = connection.getresponse()
            read = answer.read()
            after = answer.getheader("Retry-After")
            is_json = answer.getheader("Content-Type", "").startswith("application/json")
            if answer.status < 500 and not is_json:
                raise ValueError(f"{path}: {answer.status} is no JSON")
            return answer.status, json.loads(read) if is_json else {}, after

    def versions(self, game: str) -> Iterator[int]:
        """What the game's stream tells, until the line is cut.

        Raises `OSError` or `HTTPException` if there is none.
        """
        connection = http.client.HTTPConnection(self._streams, timeout=30)
        with closing(connection):
            connection.request("GET", f"/api/v1/games/{game}/stream/", headers=self._headers)
            answer = connection.getresponse()
            if answer.status != 200:
                raise OSError(answer.status)
            for line in answer:
                if line.startswith(b"data:"):
                    version = json.loads(line[5:])["version"]
                    if version is not None:
                        yield version
