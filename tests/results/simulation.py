"""Rated games of people whose strength is known, entered in the ledger that the site uses.

Each game is a log in outline (who decided, who left), judged by the same functions as real ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple
from uuid import UUID

from games.log.rows import LogRows, MoveRow, RoundRow
from games.models import Actor
from games.results.conduct import conduct_of
from games.results.rating_ledger import RatedGame, RatingLedger, Sat, Standing
from games.results.rating_model import listable, sure

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
DECISIONS = 6
"""Each seat's in a round, in outline."""
BOT = 1.0
"""A substitute plays better than most people."""


class Person(NamedTuple):
    """A strength of 1 is as much as the luck of one game, on average."""

    number: int
    strength: float


@dataclass
class Played:
    """A game in outline: what happened in which round, and the points."""

    points: list[int]
    moments: list[tuple[int, int, str, str]] = field(default_factory=list)
    """Round, seat, type, actor."""

    def decide(self, round_number: int, seat: int, actor: str = Actor.PLAYER) -> None:
        self.moments += [(round_number, seat, "show", actor)] * DECISIONS

    def happen(self, round_number: int, seat: int, event: str, actor: str = Actor.PLAYER) -> None:
        self.moments.append((round_number, seat, event, actor))

    def rows(self) -> LogRows:
        dealt = [
            RoundRow(UUID(int=number), 0, number, 0, BEGIN, "")
            for number in range(len(self.points))
        ]
        nothing = (None, "", None, None, None)
        moves = [
            MoveRow(
                *(UUID(int=version), 0, dealt[number].id, version, version, seat, actor, kind),
                *nothing,
                BEGIN,
                "",
            )
            for version, (number, seat, kind, actor) in enumerate(self.moments)
        ]
        return LogRows(dealt, [], moves)


Play = Callable[[Sequence[Person], Random], Played]


class World:
    """People, and their ratings with one number of players."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.now = BEGIN
        self.ledger: RatingLedger[int] = RatingLedger()

    def enter(self, table: Sequence[Person], played: Played) -> None:
        conduct = conduct_of(played.rows(), range(len(table)))
        assert conduct is not None
        self.ledger.add(
            RatedGame(
                self.now,
                [
                    Sat(person.number, points, seat in conduct.charged)
                    for seat, (person, points) in enumerate(zip(table, played.points, strict=True))
                ],
                conduct.nobody_gains,
            )
        )

    def evening(self, people: Sequence[Person], players: int, play: Play) -> None:
        """Everybody plays about once, at tables drawn by lot."""
        drawn = self.chance.sample(people, len(people))
        for start in range(0, len(drawn) - players + 1, players):
            table = drawn[start : start + players]
            self.enter(table, play(table, self.chance))
        self.now += timedelta(days=1)

    def standing(self, person: Person) -> Standing:
        return self.ledger.standing(person.number)

    def sure(self, person: Person) -> float:
        return sure(self.standing(person).skill)

    def listed(self, person: Person) -> bool:
        standing = self.standing(person)
        return listable(games=standing.games, people=standing.people)


def points_of(strengths: Sequence[float], chance: Random) -> list[int]:
    return [round(10 * (strength + chance.gauss(0, 1))) for strength in strengths]


def honest(table: Sequence[Person], chance: Random) -> Played:
    """Everybody plays to the end."""
    played = Played(points_of([person.strength for person in table], chance))
    for round_number in range(len(table)):
        for seat in range(len(table)):
            played.decide(round_number, seat)
    return played


def ranks(values: Sequence[float]) -> list[float]:
    """From 1; equal values share the mean of theirs."""
    ordered = sorted(values)
    first = {value: at for at, value in reversed(list(enumerate(ordered, start=1)))}
    return [first[value] + (ordered.count(value) - 1) / 2 for value in values]
