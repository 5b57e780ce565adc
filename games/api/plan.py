"""The caller's own plan. For everybody else there is none."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import game_json
from games.api.base import View
from games.api.described import LEGAL, refusals, refusals_of_a_post, words
from games.api.errors import RefusedError
from games.api.requests import answered, by_token, flag, stamp_of, table_of
from games.api.shapes import examples
from games.api.shapes.plans import Plan
from games.api.shapes.refusals import RefusalWithGame, RefusedPlan
from games.people.idempotency import Answer
from games.play.plans.keeping import PlanError, drop_plan, plan_of, put_plan, read_orders
from games.play.stamps import Stamp
from games.rules.errors import RuleError
from games.rules.orders import Order

_NONE = OpenApiResponse(None, "There is no plan.")


class PlanView(View):
    """A seat's plan."""

    @extend_schema(
        operation_id="read_plan",
        responses={
            200: OpenApiResponse(Plan, "Your plan."),
            204: _NONE,
            **refusals(404, 422),
        },
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The plan of your own seat, which nobody else can see."""
        stamp, seat = _own_seat(request, public_id)
        plan = plan_of(game_id=stamp.game_id, seat=seat)
        return Response(status=204) if plan is None else Response(plan.to_json())

    @extend_schema(
        operation_id="put_plan",
        parameters=[LEGAL],
        request=Plan,
        responses={
            200: OpenApiResponse(Plan, "Your plan."),
            **refusals_of_a_post(),
            409: OpenApiResponse(RefusalWithGame, words(409)),
            422: OpenApiResponse(RefusedPlan, words(422)),
        },
        examples=[OpenApiExample("A show, or a scout", examples.PLAN, request_only=True)],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Leave up to five orders; the first that is legal on your next turn is played."""
        stamp, seat = _own_seat(request, public_id)
        legal = flag(request, "legal", default=True)
        seq, orders = _read(request)

        def put() -> Answer:
            try:
                plan = put_plan(
                    game_id=stamp.game_id,
                    seat=seat,
                    seq=seq,
                    orders=orders,
                    by=stamp.viewer,
                    by_token=by_token(request),
                )
            except RuleError as error:
                _refuse_another(error)
                if error.code not in ("stale", "game_over"):
                    raise
                now = table_of(request, public_id)
                raise RefusedError(error, game_json(now, legal=legal)) from None
            return Answer(200, plan.to_json())

        return answered(request, put, told_by_log=True)

    @extend_schema(
        operation_id="drop_plan",
        responses={204: _NONE, **refusals_of_a_post()},
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """Withdraw your plan, if it has not been played."""
        stamp, seat = _own_seat(request, public_id)

        def drop() -> Answer:
            try:
                drop_plan(
                    game_id=stamp.game_id, seat=seat, by=stamp.viewer, by_token=by_token(request)
                )
            except RuleError as error:
                _refuse_another(error)
                raise
            return Answer(204, {})

        return answered(request, drop, told_by_log=True)


def _own_seat(request: Request, public_id: str) -> tuple[Stamp, int]:
    """Return the game's stamp and the caller's seat; 404 for everybody without one."""
    stamp = stamp_of(request, public_id)
    if stamp.seat is None:
        raise Http404
    return stamp, stamp.seat


def _refuse_another(error: RuleError) -> None:
    """404 also for those whose chair somebody else has taken since."""
    if error.code == "not_seated":
        raise Http404 from None


def _read(request: Request) -> tuple[int, tuple[Order, ...]]:
    try:
        body: Any = request.data
    except ParseError as error:
        raise PlanError(str(error.detail)) from None
    if not isinstance(body, dict) or body.keys() != {"seq", "orders"}:
        raise PlanError(_("A plan has exactly these keys: seq, orders."))
    if type(body["seq"]) is not int:
        raise PlanError(_("A plan is sent with the seq it is made at."))
    return body["seq"], read_orders(body["orders"])
