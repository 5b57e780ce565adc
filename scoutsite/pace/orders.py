"""What somebody would leave as orders for their next turn: shows first, then scouts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from games.bots.steady import Position
from games.bots.steady_weights import WEIGHTS
from games.rules.moves import ENDS, Move, Scout, Show
from games.rules.orders import Order as PlannedOrder
from games.rules.scouting import scouted_card
from games.rules.views import View

MOST = 5
SCOUTS = 2
"""How many of them are scouts, if there is something to scout."""


@dataclass(frozen=True, slots=True)
class ToShow:
    """Show this part of the hand, if it beats what lies there then."""

    start: int
    stop: int

    def move_in(self, view: View) -> Iterable[Move]:
        """Yield the moves that would carry it out, legal or not."""
        yield Show(self.start, self.stop)


@dataclass(frozen=True, slots=True)
class ToScout:
    """Scout this card, this way up, into this gap, if it lies at an end then."""

    card: int
    to: int

    def move_in(self, view: View) -> Iterable[Move]:
        """Yield the moves that would carry it out, legal or not."""
        active = view.active_set.cards if view.active_set else b""
        for end in ENDS if active else ():
            for flip in (False, True):
                if scouted_card(active, end, flip) == self.card:
                    yield Scout(end, flip, self.to)


Order = ToShow | ToScout


def planned(order: Order) -> PlannedOrder:
    """Return the order as the site takes it."""
    if isinstance(order, ToShow):
        return PlannedOrder(Show(order.start, order.stop))
    # The card is named as it is to stand in the hand, so nothing is turned.
    return PlannedOrder(Scout("left", False, order.to), order.card)


def orders(view: View, key: str) -> tuple[Order, ...]:
    """Return a player's orders for the next turn, as *steady* ranks them from what they know."""
    if view.seat is None or view.may_act or view.phase == "over":
        return ()
    chance = Random(f"{key} {view.round} {len(view.history)}")  # noqa: S311 (a simulation)
    mine = replace(view, phase="play", to_act=(view.seat,), turn=view.seat)
    # Anything might be beaten: others decide what will lie there.
    shows = _best(replace(mine, active_set=None), chance)
    found: list[Order] = [ToShow(move.start, move.stop) for move in shows if isinstance(move, Show)]
    scouts = list(_scouts(mine, chance))[:SCOUTS]
    return (*found[: MOST - len(scouts)], *scouts)


def _scouts(view: View, chance: Random) -> Iterator[Order]:
    ring = view.active_set
    for move in _best(view, chance) if ring and ring.owner != view.seat else ():
        if ring and isinstance(move, Scout):
            yield ToScout(scouted_card(ring.cards, move.end, move.flip), move.to)


def first_that_fits(left: Sequence[Order], view: View) -> Move | None:
    """Return the move that the first legal order comes to."""
    legal = view.legal_moves()
    return next((move for order in left for move in order.move_in(view) if move in legal), None)


def _best(view: View, chance: Random) -> list[Move]:
    """Return the moves by their worth, best first."""
    valued = Position(view, chance).valued_moves(WEIGHTS[view.players])
    return [move for _worth, move in sorted(valued, key=lambda each: -each[0])]
