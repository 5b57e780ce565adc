"""Rounds in which each side in turn plays the same games at the same number of tables."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tests.beside.driver import Driver, Played
from tests.beside.recordings import recorded
from tests.beside.sides import Side

Recording = dict[str, Any]


class Way(NamedTuple):
    """A side, and how it is driven."""

    name: str
    side: Side
    more: dict[str, Any]


class Measured:
    """What a way has come to, over all rounds."""

    def __init__(self) -> None:
        self.early: list[Played] = []
        self.late: list[Played] = []
        self.written = 0

    @property
    def every(self) -> list[Played]:
        return [*self.early, *self.late]


def rounds_of(recordings: Sequence[Sequence[Recording]]) -> Iterator[list[Recording]]:
    """Yield the games of each round, one for each table."""
    return (list(games) for games in zip(*recordings, strict=True))


def record(seed: int, rounds: int, tables: int, players: int) -> list[list[Recording]]:
    """Return the games of each table, one for each round."""
    return [
        [recorded(f"{seed} {table} {each}", players) for each in range(rounds)]
        for table in range(tables)
    ]


def measure(
    ways: Sequence[Way],
    recordings: Sequence[Sequence[Recording]],
    driver: Driver,
    say: Callable[[str], None],
) -> dict[str, Measured]:
    """Play all rounds; the first one warms up and isn't counted, and each begins with another."""
    opened = {way.name: way.side.open(recordings) for way in ways}
    measured = {way.name: Measured() for way in ways}
    for number, games in enumerate(rounds_of(recordings)):
        first = number % len(ways)
        for way in (*ways[first:], *ways[:first]):
            tables = [
                {**places[number], **game}
                for places, game in zip(opened[way.name], games, strict=True)
            ]
            before = way.side.written()
            early = driver.play(way.side, [_half(each, late=False) for each in tables], **way.more)
            late = driver.play(way.side, [_half(each, late=True) for each in tables], **way.more)
            say(f"round {number}, {way.name}: {early.seconds + late.seconds:.1f} s")
            if number:
                measured[way.name].early.append(early)
                measured[way.name].late.append(late)
                measured[way.name].written += way.side.written() - before
    return measured


def _half(table: dict[str, Any], *, late: bool) -> dict[str, Any]:
    middle = len(table["moves"]) // 2
    if late:
        return {**table, "from": middle}
    return {**table, "from": 0, "moves": table["moves"][:middle]}
