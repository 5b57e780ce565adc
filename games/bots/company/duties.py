"""What no character does: miss the end of its hand, or give the round away."""

from ...rules.cards import TOPS
from ...rules.moves import ENDS, Move, Scout, ScoutAndShow, Show
from ...rules.scouting import left_in_ring, scouted_card, with_card
from ...rules.sets import strength, stronger_sets
from ...rules.views import View
from ..unseen import others_in_turn


def way_out(view: View) -> Move | None:
    """Return a move that empties the hand, if there is one; rather a Show."""
    assert view.seat is not None
    assert view.hand is not None
    ring = view.active_set.cards if view.active_set else b""
    held = len(view.hand)
    if strength(view.hand.translate(TOPS)) > strength(ring.translate(TOPS)):
        return Show(0, held)
    if view.players == 2 or not view.scout_and_show[view.seat]:
        return None
    for end in ENDS[: len(ring)]:
        beaten = strength(left_in_ring(ring, end).translate(TOPS))
        for flip in (False, True):
            card = scouted_card(ring, end, flip)
            for to in range(held + 1):
                if strength(with_card(view.hand, to, card).translate(TOPS)) > beaten:
                    return ScoutAndShow(end, flip, to, 0, held + 1)
    return None


def gives_away(view: View, move: Scout) -> bool:
    """Return whether the owner of the ring has won the round after ``move``."""
    assert view.active_set is not None
    if view.players > 2:
        return view.active_set.owner == others_in_turn(view)[0]
    assert view.seat is not None
    assert view.hand is not None
    left = left_in_ring(view.active_set.cards, move.end)
    if not left or view.chips[view.seat] > 1:
        return False
    card = scouted_card(view.active_set.cards, move.end, move.flip)
    held = with_card(view.hand, move.to, card)
    return not stronger_sets(held.translate(TOPS), strength(left.translate(TOPS)))
