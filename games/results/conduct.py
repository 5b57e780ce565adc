"""Players’ conduct in a game: leaving, and letting others play. Pure functions over its log."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from games.log.chairs import Chairs, after_row
from games.log.offers import Offer
from games.log.rows import LogRows, MoveRow
from games.models import Actor, ChairEvent


class NewPlayer(NamedTuple):
    """Somebody sat down in the chair of another, who counts as having left."""

    seat: int
    version: int
    round_number: int
    at: datetime


class Conduct(NamedTuple):
    """What a game's end says of the people at its table."""

    finished: bool
    left: dict[int, int]
    """The round of leaving for good, by seat."""
    charged: frozenset[int]
    """Seats whose people take the last place for the rating."""
    nobody_gains: bool
    """Whether the ratings of those who are not charged stay as they are."""
    replaced: tuple[NewPlayer, ...] = ()
    """Those who came for players who count as having left, in order."""


def conduct_of(rows: LogRows, people: Collection[int]) -> Conduct | None:
    """Return it for a game that is over; None if a moderator voided it."""
    end = _unfinished_end(rows)
    if end is None:
        left = left_in_round(rows)
        charged = frozenset(left) | _mostly_played_by_others(rows, people)
        return Conduct(
            finished=True,
            left=left,
            charged=charged,
            # If all are charged, a shared last place would be a draw.
            nobody_gains=0 in left.values() or charged >= set(people),
            replaced=tuple(new_players(rows)),
        )
    if end.actor == Actor.MODERATOR:
        return None
    offer = _last_chairs(rows).offer
    left = _left_before(offer, rows)
    return Conduct(
        finished=False,
        left=left,
        charged=frozenset(left),
        nobody_gains=True,
        replaced=tuple(each for each in new_players(rows) if not offer or each.at < offer.since),
    )


def new_players(rows: LogRows) -> list[NewPlayer]:
    """Return those who sat down in another's chair, in order."""
    numbers = {row.id: row.number for row in rows.rounds}
    return [
        NewPlayer(row.seat, row.version, numbers[row.round_id], row.created_at)
        for row in rows.moves
        if row.type == ChairEvent.NEW_PLAYER
    ]


def left_in_round(rows: LogRows) -> dict[int, int]:
    """Return the round of leaving for good, by seat."""
    numbers = {row.id: row.number for row in rows.rounds}
    return {row.seat: numbers[row.round_id] for row in rows.moves if row.type == ChairEvent.LEAVE}


def _last_chairs(rows: LogRows) -> Chairs:
    chairs = Chairs()
    for row in rows.moves:
        chairs = after_row(
            chairs, type=row.type, seat=row.seat, actor=row.actor, at=row.created_at, to=row.to
        )
    return chairs


def _left_before(offer: Offer | None, rows: LogRows) -> dict[int, int]:
    """Return the same for those who had left before the offer to end the game.

    Leaving as the last person, which ends the game, counts.
    """
    left = left_in_round(rows)
    if offer is None:
        return left
    return {seat: number for seat, number in left.items() if seat in offer.left_before}


def _unfinished_end(rows: LogRows) -> MoveRow | None:
    return next((row for row in rows.moves if row.type == ChairEvent.VOID), None)


def _mostly_played_by_others(rows: LogRows, people: Collection[int]) -> frozenset[int]:
    """More than a third of all decisions that stand, orientations included, by a bot or the clock.

    Those from before somebody sat down are not theirs.
    """
    made, by_others = Counter[int](), Counter[int]()
    for row in rows.standing().moves:
        if row.type == ChairEvent.NEW_PLAYER:
            del made[row.seat], by_others[row.seat]
        elif not row.is_chair_event:
            made[row.seat] += 1
            by_others[row.seat] += row.actor != Actor.PLAYER
    return frozenset(seat for seat in people if 3 * by_others[seat] > made[seat])
