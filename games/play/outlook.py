"""A move's consequences in facts for players: the basis of hints.

All follows from the seat's view; unseen cards are redealt at random.
"""

import hashlib
from dataclasses import dataclass
from random import Random

from games.bots.hand import fewest_shows
from games.bots.unseen import others_in_turn, strongest_sets
from games.rules.cards import TOPS, Cards, turn_all
from games.rules.legal import can_show
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.scouting import left_in_ring, scouted_card, with_card
from games.rules.sets import strength
from games.rules.views import View

DEALS = 60
"""Redeals per hint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The facts of one move."""

    needed: int
    """The fewest shows that empty the hand left."""
    needed_before: int
    held: int
    shown: Cards = b""
    won: int = 0
    stands: float = 0.0
    """Probability that the set is unbeaten until the player's next turn."""
    joined: Cards = b""
    """The set the scouted card makes with its neighbours, if any."""
    empties_ring: bool = False
    ends_round: bool = False


def outlooks(view: View, moves: list[Move], chance: Random) -> list[Outlook]:
    """Return each legal move's outlook."""
    dealt = strongest_sets(view, DEALS, chance) if view.phase == "play" else []
    return [_outlook(view, move, dealt) for move in moves]


def outlook_of(view: View, move: Move) -> Outlook:
    """Return the outlook of one move, from the view alone: always the same."""
    digest = hashlib.sha256(repr(view).encode()).digest()
    return outlooks(view, [move], Random(digest))[0]  # noqa: S311 (it deals what nobody sees)


def _outlook(view: View, move: Move, dealt: list[list[int]]) -> Outlook:
    hand = view.hand or b""
    before = _needed(hand)
    match move:
        case Orient():
            held = turn_all(hand) if move.flip else hand
            other = hand if move.flip else turn_all(hand)
            return Outlook(needed=_needed(held), needed_before=_needed(other), held=len(held))
        case Show():
            return _shown(hand, move.start, move.stop, before, _active(view), dealt)
    active = _active(view)
    held = with_card(hand, move.to, scouted_card(active, move.end, move.flip))
    rest = left_in_ring(active, move.end)
    if isinstance(move, ScoutAndShow):
        return _shown(held, move.start, move.stop, before, rest, dealt)
    return _scouted(view, move, held, rest, before)


def _active(view: View) -> Cards:
    return view.active_set.cards if view.active_set else b""


def _needed(hand: Cards) -> int:
    return fewest_shows(hand.translate(TOPS)) if hand else 0


def _shown(
    held: Cards, start: int, stop: int, before: int, beaten: Cards, dealt: list[list[int]]
) -> Outlook:
    rest, shown = held[:start] + held[stop:], held[start:stop]
    beats = strength(shown.translate(TOPS))
    stood = sum(all(other <= beats for other in strengths) for strengths in dealt)
    return Outlook(
        needed=_needed(rest),
        needed_before=before,
        held=len(rest),
        shown=shown,
        won=len(beaten),
        stands=stood / len(dealt),
        ends_round=not rest,
    )


def _scouted(view: View, move: Scout, held: Cards, rest: Cards, before: int) -> Outlook:
    owner = view.active_set.owner if view.active_set else None
    if view.players == 2:
        unbeaten = _stuck(view, held, rest)
    else:
        unbeaten = others_in_turn(view)[0] == owner
    return Outlook(
        needed=_needed(held),
        needed_before=before,
        held=len(held),
        joined=_set_with(held, move.to),
        empties_ring=not rest,
        ends_round=unbeaten,
    )


def _stuck(view: View, held: Cards, rest: Cards) -> bool:
    """With two players, whether nothing can follow a Scout."""
    assert view.seat is not None
    return bool(rest) and view.chips[view.seat] <= 1 and not can_show(held, rest)


def _set_with(held: Cards, index: int) -> Cards:
    tops = held.translate(TOPS)
    slices = [
        (strength(tops[start:stop]), start, stop)
        for start in range(index + 1)
        for stop in range(max(index + 1, start + 2), len(tops) + 1)
    ]
    best, start, stop = max(slices, default=(0, 0, 0))
    return held[start:stop] if best else b""
