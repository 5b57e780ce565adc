"""Whether two accounts could be one person: plain Python over what they have in common.

A family looks the same, and so do two friends at one school. What speaks against it is said beside
what speaks for it.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from games.models import Strength
from games.order.signs.judging import Judged

CROWD = 6
"""Accounts in a network from which on it says nothing of two of them."""
SLOT = timedelta(minutes=10)
SOON = timedelta(minutes=15)
"""Between a move with one account and the sign-up of the other."""
AT_ONCE = timedelta(minutes=3)
"""Between moves of two people who take turns at playing; one person plays on with one account, and
then with the other.
"""
FEWEST_SLOTS = 12
"""Times of ten minutes in which both must have played before their hours are compared."""
EXPECTED = 3.0
"""Common times that chance would bring, from which on none at all is a sign."""
COMMON_DAYS = 3
FEWEST_AT_ONCE = 2
FEWEST_AFTER = 4
ALIKE = 0.75
"""How much of their hours two people must share to keep the same."""
WORTH = {
    "browser": 3.0,
    "machine": 1.5,
    "network": 0.5,
    "address": 1.0,
    "hours": 0.5,
    "joined": 0.5,
    "after": 1.5,
    "apart": 1.5,
    "at_once": -4.0,
    "together": -1.0,
}
"""What each thing in common adds; below nothing, what speaks against one person."""
STRONG_FROM, SOME_FROM = 4.0, 2.5


class InCommon(NamedTuple):
    """What two accounts have in common, and when each was there."""

    days: int
    """Of the last 30, those on which both were signed in."""
    browser_days: int
    """Those on which both had the same browser."""
    machine_days: int
    network_days: int
    crowd: int
    """Accounts seen in the network that they share most."""
    addresses_alike: bool
    times: tuple[Collection[datetime], Collection[datetime]]
    """When each of them made a move, for both over the same weeks."""
    joined_after: int | None
    """Minutes between a move of the older account and the sign-up of the newer; None: too many."""
    together: int
    """Games in which both sat, and moved within ten minutes of each other."""


def judge_two(both: InCommon) -> Judged | None:
    """Return what speaks for one person and what against; None if too little speaks for it."""
    parts = dict(_parts(both))
    speaks_for = sum(WORTH[name] for name in parts if WORTH[name] > 0)
    if speaks_for < SOME_FROM or not {"browser", "machine", "network"} & set(parts):
        return None
    worth = sum(WORTH[name] for name in parts)
    strength = Strength.AGAINST
    if worth >= SOME_FROM:
        strength = Strength.STRONG if worth >= STRONG_FROM else Strength.SOME
    figures = {"days": both.days, "parts": parts}
    return Judged(strength, figures, max(worth, 0) + both.browser_days / 10)


def _parts(both: InCommon) -> Iterator[tuple[str, int]]:
    if both.browser_days:
        yield "browser", both.browser_days
    if both.crowd < CROWD:
        if both.machine_days >= COMMON_DAYS:
            yield "machine", both.machine_days
        elif both.network_days >= COMMON_DAYS:
            yield "network", both.network_days
    if both.addresses_alike:
        yield "address", 1
    if both.joined_after is not None:
        yield "joined", both.joined_after
    days = _days_at_once(*both.times)
    if days >= FEWEST_AT_ONCE:
        yield "at_once", days
    elif not days and (often := _times_after(*both.times)) >= FEWEST_AFTER:
        yield "after", often
    slots = [{slot_of(at) for at in times} for times in both.times]
    if min(map(len, slots)) >= FEWEST_SLOTS:
        expected = expected_common(*slots)
        if expected >= EXPECTED and not days and not slots[0] & slots[1]:
            yield "apart", round(expected)
        if (alike := hours_alike(*slots)) >= ALIKE:
            yield "hours", round(100 * alike)
    if both.together >= 2:
        yield "together", both.together


Moves = Collection[datetime]


def _days_at_once(one: Moves, other: Moves) -> int:
    """Return on how many days each played between two moves of the other's, all close together."""
    moves = _in_turn(one, other)
    return len(
        {
            second.date()
            for (first, a), (second, b), (third, c) in zip(
                moves, moves[1:], moves[2:], strict=False
            )
            if a == c != b and second - first <= AT_ONCE and third - second <= AT_ONCE
        }
    )


def _times_after(one: Moves, other: Moves) -> int:
    """Return how often one of them began within ten minutes after the other had stopped."""
    moves = _in_turn(one, other)
    return sum(a != b and second - first <= SLOT for (first, a), (second, b) in pairwise(moves))


def _in_turn(one: Moves, other: Moves) -> list[tuple[datetime, int]]:
    return sorted([(at, 0) for at in one] + [(at, 1) for at in other])


def slot_of(at: datetime) -> int:
    """Return the number of the ten minutes of ``at``."""
    return int(at.timestamp() // SLOT.total_seconds())


def expected_common(one: Collection[int], other: Collection[int]) -> float:
    """Return how many ten minutes two people of such hours would share by chance.

    Each keeps their hours of the day, on days of their own.
    """
    days = len({slot // 144 for slot in (*one, *other)}) or 1
    total = 0.0
    for here, there in zip(_by_hour(one), _by_hour(other), strict=True):
        total += here * there / (6 * days)
    return total


def hours_alike(one: Collection[int], other: Collection[int]) -> float:
    """Return how much two people's hours of the day overlap, from 0 to 1."""
    shares = [[count / len(slots) for count in _by_hour(slots)] for slots in (one, other)]
    return fsum(map(min, *shares))


def _by_hour(slots: Collection[int]) -> list[int]:
    counts = [0] * 24
    for slot in slots:
        counts[slot % 144 // 6] += 1
    return counts
