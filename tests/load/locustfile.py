"""Tables of four people who play by pages and by program, for Locust.

A user of Locust is a table. Every few seconds whose turn it is looks and moves, half of them by the
page and half by the API; the three others' pages hear of it by their streams and fetch the board.
Now and then somebody opens the table anew, or My games. More tables come until an answer takes too
long: LOAD_STEP at a time, each step for LOAD_SECONDS, up to LOAD_MOST.
"""

import json
import os
import random
import time
from pathlib import Path
from typing import Any

import gevent
import requests
from locust import HttpUser, LoadTestShape, between, events, task
from locust.env import Environment

from tests.load.limits import LIMIT, SEATS
from tests.load.pressing import csrf_of, fields_of

PEOPLE = [json.loads(line) for line in Path(os.environ["LOAD_PEOPLE"]).read_text().splitlines()]
STREAMS = os.environ["LOAD_STREAMS_URL"]
RESULTS = Path(os.environ["LOAD_RESULTS"])
STEP, MOST = int(os.environ["LOAD_STEP"]), int(os.environ["LOAD_MOST"])
SECONDS = float(os.environ["LOAD_SECONDS"])
SETTLING = 5.0
"""Seconds at the beginning of a step that do not count: new tables open then."""

_news: list[float] = []
"""Milliseconds from sending a move until each open page has heard of it."""


class Person:
    """In a browser, and with a program."""

    def __init__(self, kept: dict[str, str]) -> None:
        self.by_token = {"Authorization": f"Bearer {kept['token']}", "Connection": "close"}
        self.cookies = {"sessionid": kept["session"]}
        self.csrf = ""
        self.etag = ""

    @property
    def by_page(self) -> dict[str, str]:
        """Headers; a connection a request, as nginx makes them."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookie, "Connection": "close"}


class Table(HttpUser):
    """Four people and the game they play."""

    wait_time = between(3, 7)
    _next = 0

    def on_start(self) -> None:
        """Seat the next four people."""
        first = Table._next
        Table._next += SEATS
        self.people = [Person(kept) for kept in PEOPLE[first : first + SEATS]]
        self._listeners: list[gevent.Greenlet] = []
        self._sent: dict[int, float] = {}
        self._open()

    def on_stop(self) -> None:
        """Close the streams."""
        gevent.killall(self._listeners, block=False)

    def _open(self) -> None:
        first = self.people[0]
        terms = {"players": SEATS, "bots": [], "turn_seconds": None}
        game = self._api("POST", "/games/", first, terms, "open a game")
        self.game = game["id"]
        for person in self.people[1:]:
            seat = {"invitation": game["invitation"]}
            self._api("POST", f"/games/{self.game}/join/", person, seat, "sit down")
        gevent.killall(self._listeners, block=False)
        self._listeners = [gevent.spawn(self._listen, person) for person in self.people]
        for person in self.people:
            self._look(person)

    @task
    def turn(self) -> None:
        """One person moves, and everybody sees it."""
        mover = None
        for person in self.people:
            now = self._api("GET", f"/games/{self.game}/", person, None, "API: look")
            if now["state"] == "finished":
                self._open()
                return
            if now["view"]["legal"]:
                mover = person
                break
        if mover is None:
            return
        legal = now["view"]["legal"]
        move = random.choice([each for each in legal if each["type"] == "show"] or legal)
        self._sent[now["version"] + 1] = time.monotonic()
        if random.random() < 0.5:
            body = {"seq": now["seq"], **move}
            self._api("POST", f"/games/{self.game}/moves/", mover, body, "API: move")
        else:
            self._press(mover, now["seq"], move)
        for person in self.people:
            if person is not mover:
                self._fetch_board(person)
        if random.random() < 0.25:
            self._look(random.choice(self.people))
        if random.random() < 0.25:
            someone = random.choice(self.people)
            self.client.get("/games/", headers=someone.by_page, name="page: My games")

    def _api(
        self, method: str, path: str, person: Person, body: dict[str, Any] | None, name: str
    ) -> dict[str, Any]:
        answer = self.client.request(
            method, f"/api/v1{path}", json=body, headers=person.by_token, name=name
        )
        answer.raise_for_status()
        said: dict[str, Any] = answer.json()
        return said

    def _look(self, person: Person) -> None:
        page = self.client.get(f"/games/{self.game}/", headers=person.by_page, name="page: table")
        person.csrf = csrf_of(page.text)
        if "csrftoken" in page.cookies:
            person.cookies["csrftoken"] = page.cookies["csrftoken"]
        self.client.cookies.clear()

    def _press(self, person: Person, seq: int, move: dict[str, Any]) -> None:
        headers = {**person.by_page, "HX-Request": "true", "Referer": self.host or ""}
        fields = {"csrfmiddlewaretoken": person.csrf, "seq": seq, **fields_of(move)}
        self.client.post(
            f"/games/{self.game}/move/", data=fields, headers=headers, name="page: move"
        )
        self.client.cookies.clear()

    def _fetch_board(self, person: Person) -> None:
        headers = {**person.by_page, "HX-Request": "true", "If-None-Match": person.etag}
        board = self.client.get(
            f"/games/{self.game}/board/", headers=headers, name="page: board of the others"
        )
        person.etag = board.headers.get("ETag", "")
        self.client.cookies.clear()

    def _listen(self, person: Person) -> None:
        """By a connection of its own, whose answer has no end and counts as no request."""
        address = f"{STREAMS}/api/v1/games/{self.game}/stream/"
        while True:
            try:
                with requests.get(
                    address, headers=person.by_token, stream=True, timeout=60
                ) as stream:
                    for line in stream.iter_lines(chunk_size=1):
                        self._hear(line)
            except requests.RequestException:
                gevent.sleep(1)

    def _hear(self, line: bytes) -> None:
        if line.startswith(b"data:"):
            sent = self._sent.get(json.loads(line[5:])["version"] or 0)
            if sent is not None:
                _news.append(1000 * (time.monotonic() - sent))


class Steps(LoadTestShape):
    """More tables at each step, until the limit is passed."""

    def __init__(self) -> None:
        super().__init__()
        self._tables = STEP
        self._settled = False
        self._step_begun = 0.0

    def tick(self) -> tuple[int, float] | None:
        """Return how many tables there shall be, or None at the end."""
        assert self.runner
        within = self.get_run_time() - self._step_begun
        if within >= SETTLING and not self._settled:
            self.runner.stats.reset_all()
            _news.clear()
            self._settled = True
        if within >= SETTLING + SECONDS:
            passed = _note(self.runner.environment, self._tables)
            if not passed or self._tables + STEP > MOST:
                return None
            self._tables += STEP
            self._step_begun, self._settled = self.get_run_time(), False
        return self._tables, STEP


def _note(environment: Environment, tables: int) -> bool:
    """Write a step down; return whether it was within the limit."""
    total = environment.stats.total
    p95 = total.get_response_time_percentile(0.95) or 0
    news = sorted(_news) or [0.0]
    step = {
        "tables": tables,
        "requests": total.num_requests / SECONDS,
        "failures": total.num_failures,
        "median": total.get_response_time_percentile(0.5),
        "p95": p95,
        "news_median": news[len(news) // 2],
        "news_p95": news[int(len(news) * 0.95)],
        "kinds": {
            name: [
                entry.num_requests,
                entry.get_response_time_percentile(0.5),
                entry.get_response_time_percentile(0.95),
            ]
            for (name, _), entry in environment.stats.entries.items()
        },
    }
    with RESULTS.open("a") as results:
        results.write(json.dumps(step) + "\n")
    return bool(p95 <= LIMIT)


@events.init.add_listener
def _not_a_worker(environment: Environment, **_: Any) -> None:
    environment.process_exit_code = 0
