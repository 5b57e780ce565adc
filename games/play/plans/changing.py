"""Changing one order of a plan. Writes, under the game's lock.

What a page shows of a plan may be old. A press therefore says which plan it is about: pressed
twice, or at two pages, it changes the plan once.
"""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from games.log.replay import Log
from games.log.store import lock
from games.play.plans.keeping import OwnPlan, drop_plan, holds, plan_of, put_plan
from games.rules.errors import RuleError
from games.rules.orders import Order

Change = Callable[[list[Order], int], None]


def mark_of(plan: OwnPlan | None) -> str:
    """Return what tells a plan from what it was before and will be after; empty for none."""
    return plan.made_at.isoformat() if plan else ""


def add_order(*, game_id: int, seat: int, seq: int, order: Order) -> OwnPlan:
    """Put ``order`` behind those there are.

    Raise ``RuleError``: ``planned`` if it is among them, and as for whole plans.
    """
    with transaction.atomic():
        _log, plan = _locked(game_id, seat)
        orders = plan.orders if plan else ()
        if order in orders:
            raise RuleError("planned", _("You’ve planned that already."))
        return put_plan(game_id=game_id, seat=seat, seq=seq, orders=[*orders, order])


def raise_order(*, game_id: int, seat: int, place: int, mark: str) -> OwnPlan | None:
    """Let the order at ``place``, from 0, change places with the one before it.

    Raise ``RuleError``: ``plan_changed`` unless the plan still has that ``mark``, and as for whole
    plans.
    """
    return _change(game_id, seat, place, mark, _raise)


def drop_order(*, game_id: int, seat: int, place: int, mark: str) -> OwnPlan | None:
    """Take away the order at ``place``; return what is left. Raise ``RuleError`` as above."""
    return _change(game_id, seat, place, mark, list.__delitem__)


def _raise(orders: list[Order], place: int) -> None:
    before = max(place - 1, 0)
    orders[before], orders[place] = orders[place], orders[before]


def _change(game_id: int, seat: int, place: int, mark: str, change: Change) -> OwnPlan | None:
    with transaction.atomic():
        log, plan = _locked(game_id, seat)
        if plan is None or mark_of(plan) != mark or place >= len(plan.orders):
            raise RuleError("plan_changed", _("Your plan has changed since."))
        orders = [*plan.orders]
        change(orders, place)
        if orders:
            return put_plan(game_id=game_id, seat=seat, seq=log.state.seq, orders=orders)
        drop_plan(game_id=game_id, seat=seat)
    return None


def _locked(game_id: int, seat: int) -> tuple[Log, OwnPlan | None]:
    """Return the seat's plan, unless it was for another hand."""
    _game, log = lock(game_id)
    plan = plan_of(game_id=game_id, seat=seat)
    return log, plan if plan and log.state.round and holds(plan, log, seat) else None
