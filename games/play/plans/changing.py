"""Changing one order of a plan. Writes, under the game's lock.

What a page shows of a plan may be old. A press therefore says which plan it is about: pressed
twice, or at two pages, it changes the plan once.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from games.log.replay import Log
from games.log.store import lock
from games.people.seated import refuse_another_at
from games.play.plans.keeping import OwnPlan, drop_plan, holds, plan_of, put_plan
from games.rules.errors import RuleError
from games.rules.orders import Order

Change = Callable[[list[Order], int], None]


def mark_of(plan: OwnPlan | None) -> str:
    """Return what tells a plan from what it was before and will be after; empty for none."""
    return plan.made_at.isoformat() if plan else ""


class Owner(NamedTuple):
    """The player whose plan is changed."""

    game_id: int
    seat: int
    user_id: int | None = None
    """The user who asks for it; None: nobody does."""


def add_order(owner: Owner, *, seq: int, order: Order) -> OwnPlan:
    """Put ``order`` behind those there are.

    Raise ``RuleError``: ``planned`` if it is among them, and as for whole plans.
    """
    with transaction.atomic():
        _log, plan = _locked(owner)
        orders = plan.orders if plan else ()
        if order in orders:
            raise RuleError("planned", _("You’ve planned that already."))
        return _put(owner, seq, [*orders, order])


def raise_order(owner: Owner, *, place: int, mark: str) -> OwnPlan | None:
    """Let the order at ``place``, from 0, change places with the one before it.

    Raise ``RuleError``: ``plan_changed`` unless the plan still has that ``mark``, and as for whole
    plans.
    """
    return _change(owner, place, mark, _raise)


def drop_order(owner: Owner, *, place: int, mark: str) -> OwnPlan | None:
    """Take away the order at ``place``; return what is left. Raise ``RuleError`` as above."""
    return _change(owner, place, mark, list.__delitem__)


def _raise(orders: list[Order], place: int) -> None:
    before = max(place - 1, 0)
    orders[before], orders[place] = orders[place], orders[before]


def _change(owner: Owner, place: int, mark: str, change: Change) -> OwnPlan | None:
    with transaction.atomic():
        log, plan = _locked(owner)
        if plan is None or mark_of(plan) != mark or place >= len(plan.orders):
            raise RuleError("plan_changed", _("Your plan has changed since."))
        orders = [*plan.orders]
        change(orders, place)
        if orders:
            return _put(owner, log.state.seq, orders)
        drop_plan(game_id=owner.game_id, seat=owner.seat)
    return None


def _put(owner: Owner, seq: int, orders: Sequence[Order]) -> OwnPlan:
    return put_plan(game_id=owner.game_id, seat=owner.seat, seq=seq, orders=orders)


def _locked(owner: Owner) -> tuple[Log, OwnPlan | None]:
    """Return the owner's plan, unless it was for another hand."""
    game_id, seat, user_id = owner
    _game, log = lock(game_id)
    refuse_another_at(game_id, seat, user_id)
    plan = plan_of(game_id=game_id, seat=seat)
    return log, plan if plan and log.state.round and holds(plan, log, seat) else None
