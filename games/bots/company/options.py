"""The moves that a character thinks of."""

from ...rules.cards import TOPS, Cards
from ...rules.moves import ENDS, Move, Orient, Scout, ScoutAndShow, Show
from ...rules.scouting import left_in_ring, scouted_card, with_card
from ...rules.sets import strength, stronger_sets
from ...rules.views import View
from .character import Character, Overlooked
from .duties import gives_away, way_out
from .sight import Sight, sees, worth
from .weights import likes_of

PLACES = 6
"""The most ways of taking a card to consider further."""


def options(who: Character, view: View, sight: Sight) -> list[Move]:
    """Return the moves that ``who`` thinks of on a turn, Shows first."""
    assert view.seat is not None
    assert view.hand is not None
    out = way_out(view)
    if out is not None:
        return [out]
    ring = view.active_set.cards if view.active_set else b""
    tops = view.hand.translate(TOPS)
    shows = [Show(*cards) for cards in stronger_sets(tops, strength(ring.translate(TOPS)))]
    seen = [move for move in shows if sees(tops[move.start : move.stop], sight)]
    turning = likes_of(who, view.players).turning
    places = _places(who, view.hand, ring, sight, turning) if view.may_scout else []
    found: list[Move] = [*seen, *(scout for scout in places if not gives_away(view, scout))]
    if view.players > 2 and view.scout_and_show[view.seat] and _thinks_of_both(who, bool(seen)):
        for scout in places:
            found += _scout_and_shows(scout, view.hand, ring, sight)
    # What is left may be only what it doesn't see, or what gives the round away.
    return found or list(shows) or list(places)


def with_scouted(hand: Cards, ring: Cards, move: Move) -> Cards:
    """Return ``hand`` with the card that ``move`` takes from ``ring``, if any."""
    if isinstance(move, Show | Orient):
        return hand
    return with_card(hand, move.to, scouted_card(ring, move.end, move.flip))


def joins(held: Cards, to: int) -> bool:
    """Return whether the card at ``to`` makes one set with both its neighbours."""
    return 0 < to < len(held) - 1 and strength(held[to - 1 : to + 2].translate(TOPS)) > 0


def _thinks_of_both(who: Character, can_show: bool) -> bool:
    if Overlooked.SCOUT_AND_SHOW in who.overlooks:
        return False
    return not (can_show and Overlooked.EARLY_SCOUT_AND_SHOW in who.overlooks)


def _places(who: Character, hand: Cards, ring: Cards, sight: Sight, turning: float) -> list[Scout]:
    """Return the best ways of taking a card; sets that would meet count only later."""
    sight = sight._replace(gaps=False)
    ends = ENDS[: min(len(ring), 1 if Overlooked.RIGHT_END in who.overlooks else 2)]
    flips = (False,) if Overlooked.BACKS in who.overlooks else (False, True)
    found = []
    for scout in (
        Scout(end, flip, to) for end in ends for flip in flips for to in range(len(hand) + 1)
    ):
        held = with_scouted(hand, ring, scout)
        if Overlooked.JOINING not in who.overlooks or not joins(held, scout.to):
            liked = worth(held.translate(TOPS), sight) + turning * scout.flip
            found.append((liked, scout))
    found.sort(key=lambda place: place[0], reverse=True)
    return [scout for _, scout in found[:PLACES]]


def _scout_and_shows(scout: Scout, hand: Cards, ring: Cards, sight: Sight) -> list[ScoutAndShow]:
    tops = with_scouted(hand, ring, scout).translate(TOPS)
    beaten = strength(left_in_ring(ring, scout.end).translate(TOPS))
    return [
        ScoutAndShow(scout.end, scout.flip, scout.to, start, stop)
        for start, stop in stronger_sets(tops, beaten)
        if sees(tops[start:stop], sight)
    ]
