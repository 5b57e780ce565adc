"""Writes the root of each day that is over, once; it reads heads, and no hand.

The day's tree holds the heads that were new at its end, in places drawn by lot. All other places
are filled, so that neither a path's length nor a place tells how many games there are, but to a
factor of two, and below 2 ** LEAST_DEPTH nothing at all.
"""

import secrets
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.log.reading import read_rows
from games.log.rows import Position, heads_of
from games.models import GameStatus, GameSummary, WitnessedDay, WitnessedHead
from games.witness import tree

SETTLE = timedelta(minutes=2)
"""After midnight: what was begun before has been committed by then."""
LEAST_DEPTH = 10
_AT_ONCE = 5_000


class NewHead(NamedTuple):
    """A head that no day's tree holds yet."""

    game_id: int
    version: int
    head: str


def make_due(*, now: datetime) -> list[date]:
    """Write the roots of all days that are over and have none, in order; return these days.

    The first day ever is yesterday. Several processes may try at once.
    """
    yesterday = (now - SETTLE).astimezone(UTC).date() - timedelta(days=1)
    last = WitnessedDay.objects.order_by("-day").values_list("day", flat=True).first()
    day = yesterday if last is None else last + timedelta(days=1)
    made = []
    while day <= yesterday:
        try:
            make_day(day)
        except IntegrityError:
            # Another process was faster.
            break
        made.append(day)
        day += timedelta(days=1)
    return made


@transaction.atomic
def make_day(day: date) -> WitnessedDay:
    """Write the root of ``day``, the next one. Raise ``IntegrityError`` if it is there."""
    last = WitnessedDay.objects.order_by("-day").first()
    before = bytes.fromhex(last.root) if last else tree.NO_DAY_BEFORE
    new = list(new_heads(end_of(day)))
    depth = max(LEAST_DEPTH, len(new).bit_length())
    places = secrets.SystemRandom().sample(range(2**depth), len(new))
    filling = secrets.token_bytes(32)
    heads = {at: bytes.fromhex(each.head) for at, each in zip(places, new, strict=True)}
    nodes = tree.above(tree.leaves(filling, heads, 0, 2**depth), WitnessedDay.CHUNK)
    (top,) = tree.above(nodes, depth - WitnessedDay.CHUNK)
    written = WitnessedDay.objects.create(
        day=day,
        before=before.hex(),
        tree=top.hex(),
        root=tree.root_of_day(before, top, day).hex(),
        depth=depth,
        filling=filling,
        nodes=b"".join(nodes),
        made_at=timezone.now(),
    )
    for start in range(0, len(new), _AT_ONCE):
        WitnessedHead.objects.bulk_create(
            WitnessedHead(day=written, place=at, **each._asdict())
            for at, each in zip(
                places[start : start + _AT_ONCE], new[start : start + _AT_ONCE], strict=True
            )
        )
    return written


def end_of(day: date) -> datetime:
    """Return the midnight (UTC) at which ``day`` ends."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def new_heads(end: datetime) -> Iterator[NewHead]:
    """Yield the heads as they stood at ``end``, of games that were there, if no tree holds them.

    A game that was dealt after ``end`` had no row then: it comes with the next day. Before its
    first deal its players' parts may still change, and with them the first seal.
    """
    held = WitnessedHead.objects.filter(game=OuterRef("game"), head=OuterRef("head"))
    summaries = GameSummary.objects.filter(~Exists(held), game__created_at__lt=end)
    summaries = summaries.exclude(status=GameStatus.OPEN)
    later = []
    rows = summaries.order_by("game").values_list("game_id", "version", "head", "changed_at")
    for game_id, version, head, changed_at in rows.iterator():
        if changed_at < end:
            yield NewHead(game_id, version, head)
        else:
            later.append(game_id)
    for game_id in later:
        at = _position_at(game_id, end)
        if at and not WitnessedHead.objects.filter(game=game_id, head=at.head).exists():
            yield NewHead(game_id, at.version, at.head)


def _position_at(game_id: int, end: datetime) -> Position | None:
    found = None
    for position, at in heads_of("", read_rows(game_id)):
        if at is not None and at >= end:
            break
        found = position
    return found if found and found.head else None
