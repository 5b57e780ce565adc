"""The programs' deal of the day."""

from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.bodies import EmptyBody
from games.api.described import refusals, refusals_of_a_post
from games.api.requests import answered, by_token, read_body, user_of
from games.api.shapes.today import Today
from games.deals.daily.counting import is_counted
from games.deals.daily.dealing import deal_of, today
from games.deals.daily.sitting import entry_of, is_for_programs, sit_down
from games.models import OVER, DayEntry
from games.people.idempotency import Answer


class TodayView(View):
    """One round a day, the same for all programs."""

    @extend_schema(
        operation_id="read_today",
        responses={
            200: OpenApiResponse(Today, "Today’s deal, and your try."),
            **refusals(422),
        },
    )
    def get(self, request: Request) -> Response:
        """Today's deal (UTC) and how your try stands. Nobody is shown the cards before playing."""
        return Response(_as_json(request))

    @extend_schema(
        operation_id="play_today",
        request=EmptyBody,
        responses={
            200: OpenApiResponse(Today, "You have sat down already."),
            201: OpenApiResponse(Today, "Your game has begun: `game` is its id."),
            **refusals_of_a_post(),
        },
    )
    def post(self, request: Request) -> Response:
        """Sit down: one try a day, left unfinished at midnight it doesn't count.

        When the round is over, the game is hidden until midnight, from you too: `points` is your
        result.
        """
        user = user_of(request)
        read_body(request, EmptyBody)

        def play() -> Answer:
            before = _as_json(request)["state"]
            now = timezone.now()
            day = today(now)
            counts = partial(is_counted, request._request, user, day)
            sit_down(user=user, day=day, now=now, by_token=by_token(request), counts=counts)
            return Answer(201 if before == "new" else 200, _as_json(request))

        return answered(request, play, told_by_log=True)


def _as_json(request: Request) -> dict[str, Any]:
    day = today(timezone.now())
    programs = is_for_programs(request.user, by_token=by_token(request))
    deal = deal_of(day, programs=programs)
    entry = entry_of(deal, request.user)
    return {
        "day": day.isoformat(),
        "number": deal.number,
        "commitment": deal.commitment,
        "bots": deal.bots.split(" "),
        "state": _state_of(entry),
        "game": entry and entry.game.public_id,
        "points": entry and entry.points,
    }


def _state_of(entry: DayEntry | None) -> str:
    if entry is None:
        return "new"
    if entry.points is not None:
        return "finished"
    return "left" if entry.game.summary.status in OVER else "playing"
