"""What a move leads to, in the few facts that a player would weigh: the ground of a hint's reason.

All of it follows from what the seat knows. How likely a set stands is worked out by dealing the
cards that this seat has not seen to the other hands.
"""

from dataclasses import dataclass
from random import Random

from games.bots.hand import fewest_shows
from games.bots.unseen import others_in_turn, strongest_sets
from games.rules.cards import TOPS, Cards, turn_all
from games.rules.legal import can_show
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.sets import strength
from games.rules.views import View

DEALS = 60
"""How often the unseen cards are dealt for one hint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The facts of one move."""

    needed: int
    """Into how few shows the hand falls afterwards; 0 when it is empty."""
    needed_before: int
    held: int
    """How many cards are left in the hand."""
    shown: Cards = b""
    won: int = 0
    """How many cards the show wins."""
    stands: float = 0.0
    """How likely nobody beats the set that is shown before it is one's turn again."""
    joined: Cards = b""
    """The set that the scouted card makes with its neighbours; empty if it makes none."""
    empties_ring: bool = False
    ends_round: bool = False
    """Whether this move ends the round at once."""


def outlooks(view: View, moves: list[Move], chance: Random) -> list[Outlook]:
    """The outlook of each of ``moves``, which are legal at ``view``."""
    dealt = strongest_sets(view, DEALS, chance) if view.phase == "play" else []
    return [_outlook(view, move, dealt) for move in moves]


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
    card = active[0 if move.end == "left" else -1] ^ move.flip
    held = hand[: move.to] + bytes([card]) + hand[move.to :]
    rest = active[1:] if move.end == "left" else active[:-1]
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
    """With two players: whether nothing can follow a Scout that leaves ``held`` and ``rest``.

    It stays this player's turn; without a chip and without a stronger set the round ends.
    """
    assert view.seat is not None
    return bool(rest) and view.chips[view.seat] <= 1 and not can_show(held, rest)


def _set_with(held: Cards, index: int) -> Cards:
    """The strongest set of two or more in ``held`` with the card at ``index``; empty if none."""
    tops = held.translate(TOPS)
    slices = [
        (strength(tops[start:stop]), start, stop)
        for start in range(index + 1)
        for stop in range(max(index + 1, start + 2), len(tops) + 1)
    ]
    best, start, stop = max(slices, default=(0, 0, 0))
    return held[start:stop] if best else b""
