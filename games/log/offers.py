"""Offers to end a game unfinished, as its log tells of them."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from games.models import Actor, ChairEvent

_EVENTS = frozenset(ChairEvent.values)

SILENCE = timedelta(days=7)
"""A player whose chair a bot keeps need not be waited for after this long without an answer."""


class Offer(NamedTuple):
    """An offer that stands."""

    since: datetime
    agreed: frozenset[int]
    left_before: frozenset[int]
    """The seats left for good before it was made."""
    kept_since: tuple[tuple[int, datetime], ...] = ()
    """(seat, since when a bot has kept it while the offer stood)."""

    def silent(self, now: datetime) -> frozenset[int]:
        """Return the seats a bot has kept for ``SILENCE``."""
        return frozenset(seat for seat, since in self.kept_since if now - since >= SILENCE)

    def missing(self, people: Collection[int], left: Collection[int]) -> frozenset[int]:
        """Return the people who have neither agreed nor left."""
        return frozenset(people) - frozenset(left) - self.agreed


def offer_after(
    offer: Offer | None,
    *,
    type: str,  # noqa: A002
    seat: int,
    actor: str,
    at: datetime,
    kept: Collection[int],
    left: Collection[int],
) -> Offer | None:
    """Return the offer after a row; ``kept`` and ``left`` are as the row left them.

    It lapses when a player who has not agreed moves, and when nobody is left who agrees.
    """
    if type == ChairEvent.AGREE:
        if offer is None:
            absent = tuple((each, at) for each in sorted(kept) if each != seat)
            return Offer(at, frozenset({seat}), frozenset(left), absent)
        return offer._replace(agreed=offer.agreed | {seat})
    if offer is None:
        return None
    match type:
        # Somebody new has agreed to nothing.
        case ChairEvent.DISAGREE | ChairEvent.LEAVE | ChairEvent.NEW_PLAYER:
            rest = offer._replace(agreed=offer.agreed - {seat}, kept_since=_without(offer, seat))
            return rest if rest.agreed else None
        case ChairEvent.KEEP:
            return offer._replace(kept_since=(*_without(offer, seat), (seat, at)))
        case ChairEvent.TAKE_BACK:
            return offer._replace(kept_since=_without(offer, seat))
    is_move = type not in _EVENTS
    return None if is_move and actor == Actor.PLAYER and seat not in offer.agreed else offer


def _without(offer: Offer, seat: int) -> tuple[tuple[int, datetime], ...]:
    return tuple(each for each in offer.kept_since if each[0] != seat)
