"""Verifying the roots of the days, and that each log has the heads that they are over."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from games.log.rows import LogRows, heads_of
from games.models import WitnessedDay, WitnessedHead
from games.witness import tree
from games.witness.making import end_of
from games.witness.paths import heads_in, nodes_of


class Held(NamedTuple):
    """A head in the tree of a day."""

    game_id: int
    day: date
    version: int
    head: str


def day_faults(since: date = date.min) -> Iterator[str | None]:
    """Yield for each day, from ``since`` on, what is wrong with its root, or None."""
    before = WitnessedDay.objects.filter(day__lt=since).order_by("-day").first()
    days = WitnessedDay.objects.filter(day__gte=since).order_by("day")
    for day in days.iterator(chunk_size=50):
        yield next(_faults(day, before), None)
        before = day


def _faults(day: WitnessedDay, before: WitnessedDay | None) -> Iterator[str]:
    name = f"the root of {day.day}"
    if before is not None and day.day != before.day + timedelta(days=1):
        yield f"{name} is not that of the next day"
    root = before.root if before is not None else tree.NO_DAY_BEFORE.hex()
    if day.before != root:
        yield f"{name} does not follow from the day before"
    if WitnessedHead.objects.filter(day=day, game=None, version__gt=0).exists():
        yield f"{name} is over a head whose game is gone"
    heads = heads_in([day.day])[day.day]
    if any(place >= 2**day.depth for place in heads):
        yield f"{name} is over a head that has no place"
        return
    lowest = tree.leaves(bytes(day.filling), heads, 0, 2**day.depth)
    nodes = tree.above(lowest, WitnessedDay.CHUNK)
    if nodes != nodes_of(day):
        yield f"{name} has other nodes"
    (top,) = tree.above(nodes, day.depth - WitnessedDay.CHUNK)
    if day.tree != top.hex():
        yield f"{name} is not over the heads of that day"
    if day.root != tree.root_of_day(bytes.fromhex(day.before), top, day.day).hex():
        yield f"{name} does not follow from its parts"


def held_heads(game_ids: Iterable[int]) -> list[Held]:
    """Return the heads of these games that are in the trees of days; one query."""
    held = WitnessedHead.objects.filter(game__in=list(game_ids)).order_by("game", "day")
    return [Held(*row) for row in held.values_list("game_id", "day_id", "version", "head")]


def held_faults(first: str, rows: LogRows, held: Sequence[Held]) -> Iterator[str]:
    """Yield which of a game's heads in the trees of days its log, with a first seal, never had."""
    if not held:
        return
    heads = {at.head: (at.version, time) for at, time in heads_of(first, rows)}
    for each in held:
        version, time = heads.get(each.head, (None, None))
        if version != each.version or (time is not None and time >= end_of(each.day)):
            yield f"its log never had the head that the root of {each.day} is over"
