"""What somebody would leave as orders for their next turn: shows first, then scouts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from games.bots.steady import Position
from games.bots.steady_weights import WEIGHTS
from games.rules.moves import Move, Scout, Show
from games.rules.orders import MOST_ORDERS, Order, legal_now
from games.rules.scouting import scouted_card
from games.rules.views import View

SCOUTS = 2
"""How many of them are scouts, if there is something to scout."""


def orders(view: View, key: str) -> tuple[Order, ...]:
    """Return a player's orders for the next turn, as *steady* ranks them from what they know."""
    if view.seat is None or view.may_act or view.phase == "over":
        return ()
    chance = Random(f"{key} {view.round} {len(view.history)}")  # noqa: S311 (a simulation)
    mine = replace(view, phase="play", to_act=(view.seat,), turn=view.seat)
    # Anything might be beaten: others decide what will lie there.
    shows = _best(replace(mine, active_set=None), chance)
    found = [Order(move) for move in shows if isinstance(move, Show)]
    scouts = list(_scouts(mine, chance))[:SCOUTS]
    return (*found[: MOST_ORDERS - len(scouts)], *scouts)


def _scouts(view: View, chance: Random) -> Iterator[Order]:
    ring = view.active_set
    for move in _best(view, chance) if ring and ring.owner != view.seat else ():
        if ring and isinstance(move, Scout):
            # The card is named as it is to stand in the hand, so nothing is turned.
            card = scouted_card(ring.cards, move.end, move.flip)
            yield Order(Scout("left", False, move.to), card)


def first_that_fits(left: Sequence[Order], view: View) -> Move | None:
    """Return the move that the first legal order comes to."""
    active, legal = view.active_set.cards if view.active_set else b"", set(view.legal_moves())
    moves = (legal_now(order, active, legal) for order in left)
    return next((move for move in moves if move is not None), None)


def _best(view: View, chance: Random) -> list[Move]:
    """Return the moves by their worth, best first."""
    valued = Position(view, chance).valued_moves(WEIGHTS[view.players])
    return [move for _worth, move in sorted(valued, key=lambda each: -each[0])]
