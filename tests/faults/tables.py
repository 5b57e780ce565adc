"""Tables where programs play one game after the other, with people of the site's own kind: bots."""

import http.client
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from threading import Condition, Event, Lock, Thread
from typing import Any, NamedTuple

from tests.faults.client import LONGEST, Answer, Client, GaveUp
from tests.faults.journal import Acknowledged, Journal
from tests.faults.measures import Measures

HOUR = 3600


class Kind(NamedTuple):
    """The people at a table, by seat."""

    people: int
    bots: tuple[str, ...]
    turn_seconds: int | None


KINDS = (
    Kind(1, ("pip",), None),
    Kind(1, ("mabel", "otto"), HOUR),
    Kind(2, ("tilly",), None),
    Kind(2, ("ada", "lev"), HOUR),
    Kind(3, ("corvo",), None),
    Kind(3, (), HOUR),
)
"""Of each there is one: twelve players."""
PLAYERS = sum(kind.people for kind in KINDS)
THOUGHT = (0.1, 0.6)
"""Seconds a player thinks, at least and at most."""
LOOKS_AGAIN = 1.5
"""Seconds after which a player looks without having heard of anything."""


class Table:
    """A game at a time; whoever sees its end first opens the next."""

    def __init__(
        self, number: int, kind: Kind, clients: Sequence[Client], measures: Measures
    ) -> None:
        self.number, self._kind, self.clients = number, kind, clients
        self._measures = measures
        self._opening = Lock()
        self._openers = count()
        self._game = ""
        self._heard = 0
        self._news = Condition()
        self.opened: list[str] = []

    def game_after(self, game: str) -> str:
        """The game that is played now; a new one if `game` is the last one."""
        with self._opening:
            if self._game == game:
                self._game = self._open()
                with self._news:
                    self._heard = 0
            return self._game

    def _open(self) -> str:
        first = next(self._openers) % len(self.clients)
        clients = [*self.clients[first:], *self.clients[:first]]
        kind = self._kind
        terms = {
            "players": kind.people + len(kind.bots),
            "bots": list(kind.bots),
            "turn_seconds": kind.turn_seconds,
        }
        game = clients[0].post("/games/", terms)
        _expect(game, 201)
        public_id = str(game.body["id"])
        self.opened.append(public_id)
        for each in clients[1:]:
            seat = {"invitation": game.body["invitation"]}
            _expect(each.post(f"/games/{public_id}/join/", seat), 200, 201)
        return public_id

    def listen(self, over: Event) -> None:
        """Note what the stream of the game tells, as a program would."""
        while not over.is_set():
            game = self._game
            try:
                for version in self.clients[0].versions(game) if game else ():
                    with self._news:
                        # News of the last game say nothing about this one.
                        if over.is_set() or self._game != game:
                            break
                        self._heard = max(version, self._heard)
                        self._news.notify_all()
            except (OSError, ValueError, http.client.HTTPException):
                pass
            over.wait(0.5)

    def wait_for_news(self, version: int) -> None:
        with self._news:
            self._news.wait_for(lambda: self._heard > version, LOOKS_AGAIN)

    def play(self, client: Client, journal: Journal, random: Random) -> None:
        """Until the run is over."""
        with suppress(GaveUp):
            game = self.game_after("")
            while True:
                now = client.get(f"/games/{game}/").body
                while now["state"] == "running" and now["view"]["legal"]:
                    now = self._move(client, journal, random, game, now)
                if now["state"] == "finished":
                    game = self.game_after(game)
                else:
                    self.wait_for_news(now["version"])
                client.think(0)

    def _move(
        self, client: Client, journal: Journal, random: Random, game: str, now: dict[str, Any]
    ) -> dict[str, Any]:
        """Make one, note it, and return the game as it is then."""
        client.think(random.uniform(*THOUGHT))
        move = random.choice(_liked(now["view"]["legal"]))
        body = {"seq": now["seq"], **move}
        answer = client.post(f"/games/{game}/moves/", body, keyed=random.random() < 0.5)
        if answer.status in (200, 201):
            said = answer.body
            journal.write(
                Acknowledged(
                    *(game, said["version"], now["seq"], now["view"]["seat"]), move, answer.status
                )
            )
            self._measures.acknowledged(self.number, answer)
            return said
        self._measures.refused(self.number, answer)
        return client.get(f"/games/{game}/").body


def _liked(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Shows end rounds, so that there are all kinds of moves."""
    return [move for move in moves if move["type"] == "show"] or moves


def _expect(answer: Answer, *statuses: int) -> None:
    if answer.status not in statuses:
        raise RuntimeError(f"{answer.status}: {answer.body}")


class Crowd:
    """All players, each in a thread, and a listener at each table."""

    def __init__(
        self, clients: Sequence[Client], journals: Sequence[Journal], measures: Measures, seed: int
    ) -> None:
        self.over = clients[0].over
        remaining = iter(zip(clients, journals, strict=True))
        self.tables: list[Table] = []
        self._players: list[Thread] = []
        self._listeners: list[Thread] = []
        self.broken: list[BaseException] = []
        for number, kind in enumerate(KINDS):
            seated = [next(remaining) for _ in range(kind.people)]
            table = Table(number, kind, [client for client, _ in seated], measures)
            self.tables.append(table)
            self._listeners.append(self._thread(table.listen, self.over))
            for place, (client, journal) in enumerate(seated):
                random = Random(f"{seed} {number} {place}")
                self._players.append(self._thread(table.play, client, journal, random))

    def start(self) -> None:
        for thread in (*self._players, *self._listeners):
            thread.start()

    def stop(self) -> None:
        """Return when each player has been answered. Listeners end with the program."""
        self.over.set()
        for thread in self._players:
            thread.join(timeout=2 * LONGEST)

    def _thread(self, work: Callable[..., None], *arguments: object) -> Thread:
        return Thread(target=self._guarded, args=(work, *arguments), daemon=True)

    def standing(self, moved: Collection[int]) -> str:
        """What the players are at whose tables are not among those that have `moved`."""
        players = [
            f"table {table.number}, game {table.opened[-1:]}: {client.doing}"
            for table in self.tables
            if table.number not in moved
            for client in table.clients
        ]
        return "\n".join([*players, *map(repr, self.broken)])

    def _guarded(self, work: Callable[..., None], *arguments: object) -> None:
        try:
            work(*arguments)
        except Exception as error:  # noqa: BLE001 (raised again by whoever reads it)
            self.broken.append(error)

    def opened(self) -> Iterator[str]:
        return (game for table in self.tables for game in table.opened)


def wait_for_all(measures: Measures, since: float, seconds: float) -> float | None:
    """Until each table has moved twice since then; return how long that took, if it came."""
    while (took := measures.all_moved(since, len(KINDS))) is None:
        if time.monotonic() > since + seconds:
            return None
        time.sleep(0.1)
    return took
