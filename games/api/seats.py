"""Join, leave and start games."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import game_json
from games.api.base import View
from games.api.bodies import (
    EmptyBody,
    JoinBody,
    KeepBody,
    RematchBody,
    StartBody,
    StrictSerializer,
    brought,
)
from games.api.described import refusals_of_a_post
from games.api.requests import answered, by_token, read_body, seat_of, stamp_of, table_of, user_of
from games.api.shapes import games as shapes
from games.lobby import joining, leaving, starting
from games.lobby.rematch import rematch
from games.models import Game, GameStatus
from games.people.idempotency import Answer
from games.play import chairs
from games.play.silence import keep_silent
from games.play.stamps import stamp_for
from games.play.tables import table_for


def _described(operation: str, body: type[StrictSerializer] | None = None) -> Callable[..., Any]:
    return extend_schema(
        operation_id=operation,
        request=body or EmptyBody,
        responses={200: shapes.Game, **refusals_of_a_post()},
    )


class JoinView(View):
    """Join a game."""

    @_described("join_game", JoinBody)
    def post(self, request: Request, public_id: str) -> Response:
        """Sit down in a game that has not started. Games by invitation need `invitation`."""
        link = request.data.get("invitation") if isinstance(request.data, dict) else None
        game = Game.objects.filter(public_id=public_id).first()
        known = stamp_for(public_id=public_id, user=request.user)
        if game is None or (known is None and link != game.invitation):
            raise Http404
        body = read_body(request, JoinBody)
        game_id = game.pk

        def join() -> Answer:
            invitation = body.validated_data["invitation"]
            joining.join(
                game_id=game_id,
                user=user_of(request),
                invitation=invitation,
                brought=brought(body.validated_data),
                by_token=by_token(request),
            )
            return Answer(200, game_json(table_of(request, public_id)))

        return answered(request, join)


class LeaveView(View):
    """Leave a game."""

    @_described("leave_game")
    def post(self, request: Request, public_id: str) -> Response:
        """Leave. Before the start your seat is free again; later a bot plays on for good."""
        stamp = stamp_of(request, public_id)
        read_body(request, EmptyBody)

        def leave() -> Answer:
            before = game_json(table_of(request, public_id), legal=False)
            seat = seat_of(stamp_of(request, public_id))
            if stamp.status == GameStatus.OPEN:
                leaving.leave_before_start(game_id=stamp.game_id, user=user_of(request))
            else:
                chairs.leave(game_id=stamp.game_id, seat=seat, by=stamp.viewer)
            table = table_for(public_id=public_id, user=request.user)
            if table is not None:
                return Answer(200, game_json(table))
            # The caller may no longer see a game by invitation, or it has been closed.
            mine = [each for each in before["seats"] if each["seat"] != seat]
            return Answer(200, {**before, "seats": mine, "invitation": None})

        return answered(request, leave)


class StartView(View):
    """Start early."""

    @_described("start_game", StartBody)
    def post(self, request: Request, public_id: str) -> Response:
        """Start with bots in the empty seats. Only for the player who opened the game."""
        stamp = stamp_of(request, public_id)
        bot = read_body(request, StartBody).validated_data["level"]

        def start() -> Answer:
            starting.start_early(game_id=stamp.game_id, by=user_of(request), bots=[bot])
            return Answer(200, game_json(table_of(request, public_id)))

        return answered(request, start)


class TakeBackView(View):
    """Take a chair back."""

    @_described("take_back")
    def post(self, request: Request, public_id: str) -> Response:
        """Take back the chair that a bot keeps because you were away."""
        stamp = stamp_of(request, public_id)
        seat = seat_of(stamp)
        read_body(request, EmptyBody)

        def take_back() -> Answer:
            chairs.take_back(game_id=stamp.game_id, seat=seat)
            return Answer(200, game_json(table_of(request, public_id)))

        return answered(request, take_back)


class KeepView(View):
    """Put a bot on a silent player's chair."""

    @_described("keep_chair", KeepBody)
    def post(self, request: Request, public_id: str) -> Response:
        """In a game without a clock, put a bot on a chair that has kept you waiting for 7 days."""
        stamp = stamp_of(request, public_id)
        by_seat = seat_of(stamp)
        seat = read_body(request, KeepBody).validated_data["seat"]

        def keep() -> Answer:
            keep_silent(game_id=stamp.game_id, by_seat=by_seat, seat=seat, by=stamp.viewer)
            return Answer(200, game_json(table_of(request, public_id)))

        return answered(request, keep)


class RematchView(View):
    """Play again."""

    @_described("rematch", RematchBody)
    def post(self, request: Request, public_id: str) -> Response:
        """Ask for a rematch, or agree to one. Returns the new game."""
        stamp = stamp_of(request, public_id)
        body = read_body(request, RematchBody)

        def play_again() -> Answer:
            again = rematch(
                game_id=stamp.game_id,
                user=user_of(request),
                brought=body.brought(),
                by_token=by_token(request),
            )
            return Answer(200, game_json(table_of(request, again.public_id)))

        return answered(request, play_again)
