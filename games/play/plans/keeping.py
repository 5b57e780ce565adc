"""Making, reading and withdrawing plans. Writes, under the game's lock.

A plan is bound to the decision it was made at: whatever its seat decides afterwards ends it.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.log.replay import Log
from games.log.store import lock
from games.models import Plan, PlanOutcome, Seat
from games.people.programs import is_by_hand, refuse_program
from games.people.seated import refuse_another, refuse_another_at, refuse_to_play, seated_at
from games.rules.errors import RuleError
from games.rules.orders import (
    MOST_ORDERS,
    Order,
    check_order,
    order_from_json,
    order_to_json,
)


class PlanError(RuleError):
    """A refused plan (``bad_plan``), and whose fault it is."""

    def __init__(self, sentence: str, order: int | None = None, fault: str = "") -> None:
        super().__init__("bad_plan", sentence)
        self.order = order
        """The faulty order's place, from 0; None if the plan as a whole is none."""
        self.fault = fault
        """The code of its move's own fault."""


class OwnPlan(NamedTuple):
    """A plan, for its own player alone."""

    seq: int
    """The decision it was made at."""
    orders: tuple[Order, ...]
    """Most wanted first."""
    made_at: datetime
    by_token: bool
    due_at: datetime | None

    def to_json(self) -> dict[str, Any]:
        return {"seq": self.seq, "orders": [order_to_json(order) for order in self.orders]}


def read_orders(value: object) -> tuple[Order, ...]:
    """Return the orders of a JSON list. Raise ``PlanError``."""
    if not isinstance(value, list):
        raise PlanError(_("A plan is a list of orders."))
    _check_number(value)
    orders = []
    for place, each in enumerate(value):
        try:
            orders.append(order_from_json(each))
        except RuleError as fault:
            raise PlanError(fault.sentence, place, fault.code) from None
    return tuple(orders)


def plan_of(*, game_id: int, seat: int) -> OwnPlan | None:
    """Return a seat's plan, only for its own player; one query."""
    row = Plan.objects.filter(seat__game=game_id, seat__number=seat).first()
    return None if row is None else own_plan(row)


def own_plan(row: Plan) -> OwnPlan:
    """Return what a row says."""
    orders = tuple(order_from_json(each) for each in json.loads(row.orders))
    return OwnPlan(row.seq, orders, row.made_at, row.by_token, row.due_at)


def put_plan(
    *,
    game_id: int,
    seat: int,
    seq: int,
    orders: Sequence[Order],
    by: int | None = None,
    by_token: bool = False,
) -> OwnPlan:
    """Leave ``orders`` to be played on the seat's next turn, in place of any it left before.

    ``by`` is the user who asks for it, if anybody does. Raise ``RuleError`` and write nothing:
    ``bad_plan`` (a ``PlanError``) for none, too many or a faulty order, ``stale`` unless ``seq`` is
    the current decision, ``wrong_phase`` while the seat itself is to act and has no plan that waits
    to be played, and otherwise as for moves; but a plan may be made while a game is paused.
    """
    with transaction.atomic():
        game, log = lock(game_id)
        seated = seated_at(game_id)
        refuse_another(seated[seat].seat, by)
        refuse_program(rated=is_by_hand(game), by_token=by_token)
        _refuse_late(log, seq)
        refuse_to_play(seated[seat])
        _refuse_who_decides(log, seat)
        _check_orders(log, seat, orders)
        row = Plan(
            seat_id=seated[seat].seat.pk,
            seq=seq,
            orders=json.dumps([order_to_json(order) for order in orders]),
            by_token=by_token,
            made_at=timezone.now(),
        )
        Plan.objects.bulk_create(
            [row],
            update_conflicts=True,
            unique_fields=["seat"],
            update_fields=["seq", "orders", "by_token", "made_at", "due_at"],
        )
    return own_plan(row)


def drop_plan(*, game_id: int, seat: int, by: int | None = None, by_token: bool = False) -> None:
    """Withdraw the seat's plan, if there is one and it has not been played.

    ``by`` is the user who asks for it, if anybody does. Raise ``not_seated`` if it is not theirs,
    ``programs_not_rated`` if a token asks in a rated game.
    """
    with transaction.atomic():
        game, _log = lock(game_id)
        refuse_another_at(game_id, seat, by)
        refuse_program(rated=is_by_hand(game), by_token=by_token)
        drop_plans(Seat.objects.filter(game=game_id, number=seat))


def drop_plan_of(*, seat_id: int) -> None:
    """Put away what the seat's decision ends, whether or not there is a plan; one statement.

    Within a transaction that holds the game's lock, as is what follows.
    """
    Plan.objects.filter(pk=seat_id).delete()


def drop_plans(seats: QuerySet[Seat]) -> None:
    """Put away the plans of ``seats``, under the lock of their games; one statement."""
    Plan.objects.filter(seat__in=seats.values("pk")).delete()


def forget_plans(seats: QuerySet[Seat]) -> None:
    """Put away the plans of seats whose players are gone, and what became of earlier ones."""
    drop_plans(seats)
    PlanOutcome.objects.filter(seat__in=seats.values("pk")).delete()


def holds(plan: OwnPlan, log: Log, seat: int) -> bool:
    """Return whether the seat has decided nothing since it made the plan, in this round."""
    mine = [row for row in log.current_rows if row.seat == seat and not row.is_chair_event]
    return any(row.type == "orient" and row.seq <= plan.seq for row in mine) and not any(
        row.seq >= plan.seq and row.type != "orient" for row in mine
    )


def _refuse_late(log: Log, seq: int) -> None:
    if log.state.round is None:
        raise RuleError("not_started", "The game has not begun.")
    if log.over:
        raise RuleError("game_over", "The game is over.")
    if seq != log.state.seq:
        raise RuleError("stale", "The table has changed since you chose. Here it is as it stands.")


def _refuse_who_decides(log: Log, seat: int) -> None:
    if seat in log.chairs.without_player:
        raise RuleError("not_your_turn", "A bot keeps this chair.")
    if seat in log.state.to_act and not _waits(log, seat):
        raise RuleError("wrong_phase", _("It’s your turn, so there is nothing to plan."))


def _waits(log: Log, seat: int) -> bool:
    """Whether a plan of the seat, whose turn it is, has yet to be played."""
    plan = plan_of(game_id=log.game_id, seat=seat)
    return plan is not None and holds(plan, log, seat)


def _check_orders(log: Log, seat: int, orders: Sequence[Order]) -> None:
    assert log.state.round is not None
    _check_number(orders)
    for place, order in enumerate(orders):
        try:
            check_order(order, log.state.round, seat)
        except RuleError as fault:
            raise PlanError(fault.sentence, place, fault.code) from None


def _check_number(orders: Sequence[object]) -> None:
    if not orders:
        raise PlanError(_("A plan has at least one order."))
    if len(orders) > MOST_ORDERS:
        raise PlanError(_("Five orders are the most."))
