"""The viewer's own plan, and what became of earlier ones. Asks nothing if there is none."""

from typing import NamedTuple

from games.play.plans.keeping import OwnPlan, plan_of
from games.play.plans.outcomes import Outcome, outcomes_of
from games.play.tables import Table
from games.rules.cards import Cards
from games.rules.moves import Move
from games.rules.orders import Order, legal_now
from games.rules.views import View
from games.words.people import People


class Own(NamedTuple):
    """What there is about plans in the current round."""

    plan: OwnPlan | None = None
    outcomes: tuple[Outcome, ...] = ()
    """Oldest first; perhaps with the last one of the round before."""

    @property
    def orders(self) -> tuple[Order, ...]:
        return self.plan.orders if self.plan else ()


def own_at(table: Table) -> Own:
    """Return what the viewer, and nobody else, may know about their plans."""
    stamp, view = table.stamp, table.view
    if table.seat is None or view is None:
        return Own()
    game_id, seat, first = stamp.game_id, table.seat, _first_seq(table, view)
    plan = plan_of(game_id=game_id, seat=seat) if stamp.plan and view.phase != "over" else None
    outcomes = (
        ()
        if stamp.outcome is None
        else tuple(outcomes_of(game_id=game_id, seat=seat, since=min(first, stamp.outcome)))
    )
    # One of an earlier round was for another hand; it is put away when it would be played.
    return Own(plan if plan and plan.seq >= first else None, outcomes)


def may_plan(table: Table, view: View) -> bool:
    """Return whether the viewer may make a plan now."""
    if table.seat is None or table.seat in table.chairs.kept or view.phase == "over":
        return False
    if view.phase == "orient":
        # A paused game waits for nobody, so that it doesn't say who has chosen.
        return not view.may_act and not table.halted
    return view.turn != view.seat


def move_now(orders: tuple[Order, ...], view: View) -> tuple[Order, Move] | None:
    """Return the first order that fits on the viewer's turn, and the move that it is."""
    if not view.may_act or view.phase != "play":
        return None
    active, legal = active_in(view), set(view.legal_moves())
    moves = ((order, legal_now(order, active, legal)) for order in orders)
    return next(((order, move) for order, move in moves if move is not None), None)


def active_in(view: View) -> Cards:
    """Return the cards in the ring."""
    return view.active_set.cards if view.active_set else b""


def may_take(view: View, people: People) -> bool:
    """Return whether a card of the ring can be planned: one's own set is gone by one's turn."""
    if view.active_set is None or not view.active_set.cards:
        return False
    return not people[view.active_set.owner].me and view.may_scout


def number_of(table: Table, view: View, seq: int) -> int:
    """Return which turn of the round was made at ``seq``, from 1; 0 if it was none of them."""
    number = seq - (table.stamp.seq - len(view.history)) + 1
    return number if 0 < number <= len(view.history) else 0


def _first_seq(table: Table, view: View) -> int:
    """Return the decision at which the round's hands were turned."""
    return table.stamp.seq - len(view.history) - (view.phase != "orient")
