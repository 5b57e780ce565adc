"""Reads the roots of the days, and a game's paths to them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Q

from games.models import WitnessedDay, WitnessedHead
from games.witness import tree
from games.witness.tree import Step


class Root(NamedTuple):
    """A day's root, and what it is made of, in hexadecimal."""

    day: date
    root: str
    before: str
    tree: str

    def to_json(self) -> dict[str, Any]:
        """Return it with the day as text."""
        return {**self._asdict(), "day": self.day.isoformat()}


class Witness(NamedTuple):
    """A game's head at the end of a day, and its path to the day's tree."""

    day: date
    version: int
    head: str
    path: tuple[Step, ...]
    tree: str
    before: str
    root: str

    def to_json(self) -> dict[str, Any]:
        """Return it with the day as text."""
        path = [{"side": step.side, "sibling": step.sibling.hex()} for step in self.path]
        return {**self._asdict(), "day": self.day.isoformat(), "path": path}


_ROOT = ("day", "root", "before", "tree")


def roots(*, since: date | None = None, most: int) -> list[Root]:
    """Return the roots from ``since`` on, oldest first."""
    days = WitnessedDay.objects.order_by("day")
    if since is not None:
        days = days.filter(day__gte=since)
    return [Root(*row) for row in days.values_list(*_ROOT)[:most]]


def latest_roots(*, until: date | None = None, most: int) -> list[Root]:
    """Return the roots up to ``until``, by default all there are, latest first."""
    days = WitnessedDay.objects.order_by("-day")
    if until is not None:
        days = days.filter(day__lte=until)
    return [Root(*row) for row in days.values_list(*_ROOT)[:most]]


def root_of(day: date) -> Root | None:
    """Return a day's root."""
    row = WitnessedDay.objects.filter(day=day).values_list(*_ROOT).first()
    return row and Root(*row)


def witnesses(game_id: int) -> list[Witness]:
    """Return a game's heads that are in the trees of days, oldest first; three queries."""
    held = WitnessedHead.objects.filter(game=game_id).order_by("day")
    found = list(held.values_list("day_id", "version", "head", "place"))
    days = WitnessedDay.objects.in_bulk([day for day, *_rest in found])
    beside = _heads_beside({day: place for day, _version, _head, place in found})
    return [
        Witness(
            day=day,
            version=version,
            head=head,
            path=tuple(_path(days[day], place, beside[day])),
            tree=days[day].tree,
            before=days[day].before,
            root=days[day].root,
        )
        for day, version, head, place in found
    ]


def _heads_beside(places: Mapping[date, int]) -> dict[date, dict[int, bytes]]:
    """Return the heads that share the lowest part of the tree with a place, by day."""
    found: dict[date, dict[int, bytes]] = defaultdict(dict)
    parts = [Q(day=day, place__range=_part(place)) for day, place in places.items()]
    if parts:
        heads = WitnessedHead.objects.filter(reduce(or_, parts))
        for day, place, head in heads.values_list("day_id", "place", "head"):
            found[day][place] = bytes.fromhex(head)
    return found


def _part(place: int) -> tuple[int, int]:
    size = 2**WitnessedDay.CHUNK
    first = place // size * size
    return first, first + size - 1


def _path(day: WitnessedDay, place: int, heads: Mapping[int, bytes]) -> list[Step]:
    first, last = _part(place)
    lowest = tree.leaves(bytes(day.filling), heads, first, last - first + 1)
    nodes = nodes_of(day)
    return [
        *tree.path(lowest, place - first, WitnessedDay.CHUNK),
        *tree.path(nodes, place >> WitnessedDay.CHUNK, day.depth - WitnessedDay.CHUNK),
    ]


def nodes_of(day: WitnessedDay) -> list[bytes]:
    """Return the nodes that are kept of a day's tree."""
    kept = bytes(day.nodes)
    return [kept[start : start + 32] for start in range(0, len(kept), 32)]


def heads_in(days: Collection[date]) -> dict[date, dict[int, bytes]]:
    """Return all heads in the trees of ``days``, by place."""
    found: dict[date, dict[int, bytes]] = {day: {} for day in days}
    rows = WitnessedHead.objects.filter(day__in=days).values_list("day_id", "place", "head")
    for day, place, head in rows.iterator():
        found[day][place] = bytes.fromhex(head)
    return found
