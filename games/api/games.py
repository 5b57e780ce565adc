"""Games over the API: find, open and read them."""

from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples, schemas
from games.api.answers import game_json, row_json
from games.api.base import View
from games.api.bodies import NewGameBody
from games.api.conditional import unchanged
from games.api.described import INVITATION, LEGAL, UNCHANGED, refusals, refusals_of_a_post
from games.api.errors import refused
from games.api.requests import answered, flag, read_body, stamp_of, table_of, user_of
from games.archive.programs import games_for
from games.lobby import opening as lobby
from games.models import GameStatus
from games.people.idempotency import Answer
from games.play.tables import Stamp


class NewestFirst(CursorPagination):
    """Pages of games, the newest first."""

    page_size = 50
    ordering = "-id"


class GamesView(View):
    """Games in lists, and new ones."""

    @extend_schema(
        operation_id="list_games",
        parameters=[
            OpenApiParameter("state", str, enum=GameStatus.values),
            OpenApiParameter("mine", bool, description="`true`: only games in which I sit."),
            OpenApiParameter("cursor", str, description="From `next` or `previous` of a page."),
        ],
        responses={200: schemas.GamePageAnswer, **UNCHANGED, **refusals(404, 422)},
    )
    @method_decorator(conditional_page)
    def get(self, request: Request) -> Response:
        """Games open to all, those you sit in, and those you are asked to; the newest first."""
        state = request.query_params.get("state")
        if state is not None and state not in GameStatus.values:
            raise refused("bad_request", _("There is no such state of a game."))
        mine = flag(request, "mine", default=False)
        if mine and not request.user.is_authenticated:
            raise NotAuthenticated
        games = games_for(user=request.user, state=GameStatus(state) if state else None, mine=mine)
        pages = NewestFirst()
        page = pages.paginate_queryset(games, request, view=self) or []
        return pages.get_paginated_response([row_json(game) for game in page])

    @extend_schema(
        operation_id="create_game",
        request=NewGameBody,
        responses={201: schemas.GameAnswer, **refusals_of_a_post()},
        examples=[OpenApiExample("Against three bots", examples.NEW_GAME, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Open a game and take its first seat; it begins at once when bots take all others."""
        body = read_body(request, NewGameBody)

        def create() -> Answer:
            game = lobby.create_game(user=user_of(request), terms=body.terms())
            return Answer(201, game_json(table_of(request, game.public_id)))

        return answered(request, create)


class GameView(View):
    """A game, with the view of the caller."""

    @extend_schema(
        operation_id="read_game",
        parameters=[LEGAL, INVITATION],
        responses={200: schemas.GameAnswer, **UNCHANGED, **refusals(404, 422)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """A game as you may see it: with your hand and your legal moves, if you sit there."""
        stamp = stamp_of(request, public_id)
        legal = flag(request, "legal", default=True)
        if not_changed := unchanged(request, _tag(request, stamp, legal=legal)):
            return not_changed
        table = table_of(request, public_id)
        tag = _tag(request, table.stamp, legal=legal)
        return Response(game_json(table, legal=legal), headers={"ETag": tag})


def _tag(request: Request, stamp: Stamp, *, legal: bool) -> str:
    """A quoted tag over all that a game's answer depends on."""
    who = request.user.pk if request.user.is_authenticated else 0
    parts = (stamp.game_id, stamp.status, stamp.version, stamp.seq, stamp.revision, who, int(legal))
    return '"' + "-".join(map(str, parts)) + '"'
