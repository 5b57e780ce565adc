"""The sets that seats let be, which tells of their hands."""

from ..rules.cards import TOPS
from ..rules.game import with_ring
from ..rules.sets import strength
from ..rules.views import View


def sets_let_be(view: View) -> list[int]:
    """Return, by seat, the strength of the set it scouted from in its last turn; 0 if it showed."""
    let_be = [0] * view.players
    for move, ring, _owner in with_ring(view.history):
        let_be[move.seat] = strength(ring.translate(TOPS)) if move.cards is None else 0
    return let_be
