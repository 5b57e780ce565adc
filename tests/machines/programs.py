"""Programs that play, and note each request that failed, whatever came of it."""

import http.client
import time
from typing import Any, NamedTuple

from tests.faults.client import Client


class Failure(NamedTuple):
    """A request that has to be sent again."""

    at: float
    method: str
    why: str


class Program(Client):
    """Notes them in `failures`."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.failures: list[Failure] = []

    def _send(
        self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]
    ) -> tuple[int, dict[str, Any], str | None]:
        try:
            answer = super()._send(method, path, body, headers)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.failures.append(Failure(time.monotonic(), method, type(error).__name__))
            raise
        if answer[0] >= 500 or answer[0] == 429:
            self.failures.append(Failure(time.monotonic(), method, str(answer[0])))
        return answer
