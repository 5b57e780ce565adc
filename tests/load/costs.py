"""What each kind of page costs the site: processor time of its processes, from the system."""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from tests.faults.client import Client
from tests.faults.site import Site
from tests.load.pressing import csrf_of, fields_of
from tests.processes import family_of

TIMES = 60
"""Requests of each kind."""


class Cost(NamedTuple):
    """Of one request, in milliseconds."""

    kind: str
    pages: float
    database: float
    answer: float


class Guest:
    """Somebody who plays all seats of a table, in turn."""

    def __init__(self, site: Site, people: Sequence[dict[str, str]]) -> None:
        self._url = site.url
        never = Event()
        self._programs = [
            Client(site.url, site.streams_url, each["token"], never) for each in people
        ]
        self._sessions = [each["session"] for each in people]
        self._random = Random(1)
        game = self._programs[0].post("/games/", {"players": len(people), "bots": []}).body
        self.game = game["id"]
        for each in self._programs[1:]:
            each.post(f"/games/{self.game}/join/", {"invitation": game["invitation"]})
        self._pages = [self.fetch(f"/games/{self.game}/", seat) for seat in range(len(people))]

    def fetch(
        self, path: str, seat: int = 0, fields: dict[str, Any] | None = None, etag: str = ""
    ) -> tuple[str, str, str]:
        """Return the page, its tag and the cookie it sets."""
        request = Request(self._url + path)  # noqa: S310 (our own address)
        cookie = f"sessionid={self._sessions[seat]}"
        if fields is not None:
            token, secret = csrf_of(self._pages[seat][0]), self._pages[seat][2]
            request.data = urlencode({"csrfmiddlewaretoken": token, **fields}, doseq=True).encode()
            request.add_header("HX-Request", "true")
            cookie += f"; {secret}"
        if etag:
            request.add_header("HX-Request", "true")
            request.add_header("If-None-Match", etag)
        request.add_header("Cookie", cookie)
        try:
            with urlopen(request, timeout=30) as answer:  # noqa: S310
                body = answer.read().decode()
        except HTTPError as unchanged:
            if unchanged.code != 304:
                raise
            # Gunicorn would wait for it, and a thread with it.
            unchanged.close()
            answer, body = unchanged, ""
        set_cookie = answer.headers.get("Set-Cookie", "").partition(";")[0]
        return body, answer.headers.get("ETag", ""), set_cookie

    def look(self, seat: int = 0) -> dict[str, Any]:
        return self._programs[seat].get(f"/games/{self.game}/").body

    def to_move(self) -> tuple[int, int, dict[str, Any]] | None:
        """Seat, seq and a move, unless the game is over."""
        to_act = self.look()["view"]["to_act"]
        if not to_act:
            return None
        now = self.look(to_act[0])
        return to_act[0], now["seq"], self._random.choice(now["view"]["legal"])

    def move_by_api(self, seat: int, seq: int, move: dict[str, Any]) -> None:
        self._programs[seat].post(f"/games/{self.game}/moves/", {"seq": seq, **move}, keyed=False)

    def move_by_page(self, seat: int, seq: int, move: dict[str, Any]) -> None:
        self.fetch(f"/games/{self.game}/move/", seat, {"seq": seq, **fields_of(move)})


class Meter:
    """Processor time of the pages' processes and of PostgreSQL's, in seconds."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.pages = self.database = self.waited = 0.0

    def measure(self, ask: Callable[[], object]) -> None:
        """Add what `ask` costs."""
        before = self._now()
        ask()
        after = self._now()
        self.pages += after[0] - before[0]
        self.database += after[1] - before[1]
        self.waited += after[2] - before[2]

    def _now(self) -> tuple[float, float, float]:
        return self._of("pages"), self._of("postgresql"), time.monotonic()

    def _of(self, role: str) -> float:
        return sum(_seconds(pid) for pid in family_of(self._site.pid(role)))


def _seconds(pid: int) -> float:
    """To the nanosecond, where times of processes are in hundredths of a second."""
    seconds = 0.0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):
            seconds += int(task.read_text().split()[0]) / 1e9
    return seconds


def costs_of(site: Site, people: Sequence[str]) -> list[Cost]:
    """Ask for each kind of page, while nobody else does; bots and streams are not counted."""
    guest = Guest(site, [json.loads(line) for line in people])
    board = f"/games/{guest.game}/board/"
    tag = guest.fetch(board)[1]
    kinds: dict[str, Callable[[], object]] = {
        "page: table": lambda: guest.fetch(f"/games/{guest.game}/"),
        "page: board": lambda: guest.fetch(board),
        "page: board, unchanged": lambda: guest.fetch(board, etag=tag),
        "page: My games": lambda: guest.fetch("/games/"),
        "API: look": guest.look,
    }
    costs = [_cost(site, kind, ask) for kind, ask in kinds.items()]
    for kind, move in (("API: move", guest.move_by_api), ("page: move", guest.move_by_page)):
        meter, made = Meter(site), 0
        while made < TIMES // 2 and (what := guest.to_move()):
            meter.measure(partial(move, *what))
            made += 1
        costs.append(_in_ms(kind, meter, made))
    return costs


def _cost(site: Site, kind: str, ask: Callable[[], object]) -> Cost:
    ask()
    meter = Meter(site)
    for _ in range(TIMES):
        meter.measure(ask)
    return _in_ms(kind, meter, TIMES)


def _in_ms(kind: str, meter: Meter, times: int) -> Cost:
    each = 1000 / max(1, times)
    return Cost(kind, meter.pages * each, meter.database * each, meter.waited * each)
