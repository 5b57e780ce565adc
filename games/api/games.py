"""List, open and read games."""

from datetime import UTC, datetime
from typing import Any

from django.http import Http404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import game_json, row_json
from games.api.base import View
from games.api.bodies import NewGameBody
from games.api.conditional import unchanged
from games.api.described import INVITATION, LEGAL, UNCHANGED, refusals, refusals_of_a_post
from games.api.errors import refused
from games.api.requests import answered, by_token, flag, read_body, stamp_of, table_of, user_of
from games.api.shapes import examples
from games.api.shapes import games as shapes
from games.archive.programs import games_for
from games.live.tags import tag_of
from games.lobby import opening
from games.models import GameStatus
from games.people.idempotency import Answer
from games.play.stamps import Stamp
from games.play.tables import table_at
from games.play.watchers import note_watcher
from games.words.links import site_link


class NewestFirst(CursorPagination):
    """Pages of games; a place in them is a time, which tells nobody how many games there are."""

    page_size = 50
    ordering = ("-created_at", "-public_id")

    def decode_cursor(self, request: Request) -> Any:
        cursor: Any = super().decode_cursor(request)
        if cursor is None or cursor.position is None:
            return cursor
        try:
            at = datetime.fromisoformat(str(cursor.position))
            if at.utcoffset() is not None:
                return cursor._replace(position=str(at.astimezone(UTC)))
        except (ValueError, OverflowError):
            pass
        raise NotFound(self.invalid_cursor_message)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        page: Any = super().paginate_queryset(queryset, request, view)
        self.base_url = site_link(request.get_full_path())
        return page


class GamesView(View):
    """Lists of games, and new ones."""

    @extend_schema(
        operation_id="list_games",
        parameters=[
            OpenApiParameter("state", str, enum=GameStatus.values),
            OpenApiParameter("mine", bool, description="`true`: only games you have joined."),
            OpenApiParameter("cursor", str, description="From a page’s `next` or `previous`."),
        ],
        responses={200: shapes.GamePage, **UNCHANGED, **refusals(404, 422)},
    )
    @method_decorator(conditional_page)
    def get(self, request: Request) -> Response:
        """Open games, your own, and those you are invited to; newest first."""
        state = request.query_params.get("state")
        if state is not None and state not in GameStatus.values:
            raise refused("bad_request", _("There is no such game state."))
        mine = flag(request, "mine", default=False)
        if mine and not request.user.is_authenticated:
            raise NotAuthenticated
        games = games_for(user=request.user, state=GameStatus(state) if state else None, mine=mine)
        pages = NewestFirst()
        page = pages.paginate_queryset(games, request, view=self) or []
        return pages.get_paginated_response([row_json(game, request.user.pk) for game in page])

    @extend_schema(
        operation_id="create_game",
        request=NewGameBody,
        responses={201: shapes.Game, **refusals_of_a_post()},
        examples=[OpenApiExample("Against three bots", examples.NEW_GAME, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Open a game and take its first seat. It starts at once if bots take all other seats."""
        body = read_body(request, NewGameBody)

        def create() -> Answer:
            game = opening.create_game(
                user=user_of(request),
                terms=body.terms(),
                brought=body.brought(),
                by_token=by_token(request),
            )
            return Answer(201, game_json(table_of(request, game.public_id)))

        return answered(request, create)


class GameView(View):
    """One game, as the caller sees it."""

    @extend_schema(
        operation_id="read_game",
        parameters=[LEGAL, INVITATION],
        responses={200: shapes.Game, **UNCHANGED, **refusals(404, 422)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """A game as you may see it; if you have a seat, with your hand and your legal moves."""
        stamp = stamp_of(request, public_id)
        legal = flag(request, "legal", default=True)
        if not_changed := unchanged(request, _tag(request, stamp, legal=legal)):
            return not_changed
        table = table_at(stamp)
        if table is None:
            raise Http404
        note_watcher(stamp=table.stamp, user=request.user)
        tag = _tag(request, table.stamp, legal=legal)
        return Response(game_json(table, legal=legal), headers={"ETag": tag})


def _tag(request: Request, stamp: Stamp, *, legal: bool) -> str:
    return tag_of("api", request.user.pk, *stamp.tag, legal)
