"""Measure what a move costs the site's process, from the press to the answer.

CPU time is in *reference milliseconds*: five compilations of a fixed ORM query, measured right
before and after, about a millisecond on a quiet machine.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import OutputWrapper
from django.db import connection
from django.test import Client
from django.urls import reverse
from knox.models import get_token_model

from games.bots.registry import choose_move
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load_state
from games.models import Actor, Seat
from games.play.move import enter_move
from games.rules.cards import PLAYER_COUNTS
from games.rules.game import GameState
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show, move_to_json
from games.rules.views import view_for
from scoutsite.benchmarks.databases import own_database
from scoutsite.benchmarks.server_time import server_time

EARLY = 5
LATE = {2: 18, 3: 30, 4: 100, 5: 100}
"""The first decision that is "late"; a game of two has some 28."""
PRESSES = 12
"""Moves per game, early and late."""

Act = Callable[[], Any]


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument("--games", type=int, default=2, help="for each number of players (2)")
    parser.add_argument(
        "--players", type=int, nargs="+", choices=PLAYER_COUNTS, default=[*PLAYER_COUNTS]
    )


GOALS = {
    "enter_move": (4, 7),
    "POST by API": (8, 11),
    "POST by web": (12, 13),
    "fragment": (7, 6),
    "table page": (10, 9),
    "304": (2.5, 2),
    "my games": (12, 8),
    "GET by API": (None, None),
}
"""Goals with four players: reference milliseconds, queries."""


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print median costs."""
    costs: list[Cost] = []
    for players in options["players"]:
        with own_database("move"):
            costs += measured_moves(players, options["games"])
    columns = [(players, late) for players in options["players"] for late in (False, True)]
    headings = [f"{players} players, {'late' if late else 'early'}" for players, late in columns]
    stdout.write(f"| work | {' | '.join(headings)} | queries | goal with 4 players |")
    stdout.write("| --- |" + " ---: |" * (len(columns) + 2))
    for work, (goal, most) in GOALS.items():
        cells = [median_of(costs, work, *column) for column in columns]
        queries = max(median(cost.queries for cost in costs if cost.work == work), 0)
        aim = "" if goal is None else f"{goal:g}, {most} queries"
        spent = " | ".join(f"{cell:.1f}" for cell in cells)
        stdout.write(f"| {work} | {spent} | {queries:.0f} | {aim} |")
    if connection.vendor == "postgresql":
        stdout.write(served_by_postgresql(options["players"][-1]))


def served_by_postgresql(players: int) -> str:
    """Return how long PostgreSQL itself plans and runs what one more game asks of it."""
    with own_database("move"), server_time() as spent:
        acts = len([*measured_moves(players, 1)])
    return (
        f"PostgreSQL, {players} players, {acts} presses and looks: "
        f"planning {spent.planning:.0f} ms, running {spent.running:.0f} ms."
    )


def median_of(costs: list["Cost"], work: str, players: int, late: bool) -> float:
    """Return reference milliseconds."""
    kind = (work, players, late)
    return median(
        cost.milliseconds for cost in costs if (cost.work, cost.players, cost.late) == kind
    )


class Cost(NamedTuple):
    """The cost of a press or a look."""

    work: str
    players: int
    late: bool
    milliseconds: float
    queries: int


def measured_moves(players: int, games: int) -> Iterator[Cost]:
    """Yield the cost of each press and look.

    Moves are made by function, API and page in turn. The database must be empty and unshared.
    """
    for number in range(games):
        table = _Table(players, number)
        for late, start in ((False, EARLY), (True, LATE[players])):
            table.play_to(start)
            for press in range(PRESSES):
                if table.state.over:
                    break
                yield from table.measure(press + number, late=late)


class _Table:
    def __init__(self, players: int, number: int) -> None:
        self._players = players
        people = [_person(f"Bench {players} {number} {seat}") for seat in range(players)]
        terms = Terms(players=players, turn_seconds=24 * 3600)
        self._game = create_game(user=people[0], terms=terms)
        for person in people[1:]:
            join(game_id=self._game.pk, user=person, invitation=self._game.invitation)
        seated = dict(Seat.objects.filter(game=self._game).values_list("number", "user"))
        by_key = {person.pk: person for person in people}
        self._browsers = {seat: _browser(by_key[user]) for seat, user in seated.items()}
        self._programs = {seat: _program(by_key[user]) for seat, user in seated.items()}
        self.state = load_state(self._game)

    def play_to(self, seq: int) -> None:
        while not self.state.over and self.state.seq < seq:
            self._move(*self._next())
            self.state = load_state(self._game)

    def measure(self, press: int, *, late: bool) -> Iterator[Cost]:
        seat, move = self._next()
        browser, program = self._browsers[seat], self._programs[seat]
        address = reverse("games:table", args=[self._game.public_id])
        board = reverse("games:board", args=[self._game.public_id])
        api = f"/api/v1/games/{self._game.public_id}/"
        looks = {
            "table page": lambda: browser.get(address),
            "fragment": lambda: browser.get(board, headers=_HTMX),
            "my games": lambda: browser.get(reverse("games:mine")),
            "GET by API": lambda: program.get(api),
        }
        for work, look in looks.items():
            yield self._cost(work, look, late=late, status=200)
        tag = browser.get(board, headers=_HTMX).headers["ETag"]
        same = {**_HTMX, "If-None-Match": tag}
        yield self._cost("304", lambda: browser.get(board, headers=same), late=late, status=304)
        # The others look too: the process knows the table, as it does at a table in play.
        form = {**_form(move, self.state, seat), "seq": self.state.seq}
        body = json.dumps({"seq": self.state.seq, **_body(move)})
        press_move = reverse("games:move", args=[self._game.public_id])
        ways: list[tuple[str, Act, int | None]] = [
            ("enter_move", lambda: self._move(seat, move), None),
            ("POST by web", lambda: browser.post(press_move, form, headers=_HTMX), 200),
            (
                "POST by API",
                lambda: program.post(f"{api}moves/", body, content_type="application/json"),
                201,
            ),
        ]
        work, act, status = ways[press % len(ways)]
        yield self._cost(work, act, late=late, status=status)
        before, self.state = self.state, load_state(self._game)
        if self.state.seq == before.seq and self.state.to_act == before.to_act:
            raise RuntimeError(f"{work}: the move was not taken.")

    def _next(self) -> tuple[int, Move]:
        seat = self.state.to_act[0]
        return seat, choose_move("easy", view_for(self.state, seat), seed=0)

    def _move(self, seat: int, move: Move) -> None:
        enter_move(
            game_id=self._game.pk, seat=seat, move=move, seq=self.state.seq, actor=Actor.PLAYER
        )

    def _cost(self, work: str, act: Act, *, late: bool, status: int | None) -> Cost:
        with _counted() as queries:
            before = _reference()
            start = time.process_time()
            answer = act()
            spent = time.process_time() - start
            after = _reference()
        if status is not None and answer.status_code != status:
            raise RuntimeError(f"{work} answered {answer.status_code}: {answer.content[:300]!r}")
        return Cost(work, self._players, late, 2 * spent / (before + after), len(queries))


_HTMX = {"HX-Request": "true", "Page-Visible": "true"}


def _reference() -> float:
    start = time.process_time()
    for _ in range(5):
        str(Seat.objects.filter(pk=1).values_list("name").query)
    return time.process_time() - start


@contextmanager
def _counted() -> Iterator[list[None]]:
    """BEGIN and COMMIT included."""
    queries: list[None] = []

    def count(execute: Callable[..., Any], *args: Any) -> Any:
        queries.append(None)
        return execute(*args)

    commit = connection.commit

    def commit_counted() -> None:
        queries.extend([None, None])
        commit()

    with connection.execute_wrapper(count), patch.object(connection, "commit", commit_counted):
        yield queries


def _person(name: str) -> Any:
    people = get_user_model()._default_manager
    return people.create(username=name, email=f"{name.replace(' ', '.')}@example.org")


def _browser(person: Any) -> Client:
    browser = Client(SERVER_NAME=settings.SITE_HOST)
    browser.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return browser


def _program(person: Any) -> Client:
    _row, token = get_token_model().objects.create(person, name="Bench", scope="play")
    return Client(SERVER_NAME=settings.SITE_HOST, headers={"Authorization": f"Bearer {token}"})


def _body(move: Move) -> dict[str, Any]:
    columns = move_to_json(move)
    return {name: value for name, value in columns.items() if value is not None and value != ""}


def _form(move: Move, state: GameState, seat: int) -> dict[str, Any]:
    view = view_for(state, seat)
    form: dict[str, Any] = {"held": len(view.hand or b"")}
    match move:
        case Orient(flip):
            return {**form, "action": "turn", "way": "turn" if flip else "keep"}
        case Show(start, stop):
            return {**form, "action": "show", "card": list(range(start, stop))}
    form |= {"end": move.end, "flip": int(move.flip), "to": move.to}
    match move:
        case Scout():
            return {**form, "action": "send", "mode": "scout"}
        case ScoutAndShow():
            chosen = list(range(move.start, move.stop))
            return {**form, "action": "show", "mode": "both", "step": "2", "card": chosen}
