"""Leaderboards."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.described import refusals
from games.api.errors import refused
from games.api.people.words import kind_word
from games.api.shapes.people import Board
from games.results.leaderboards import Line, leaderboard
from games.rules.cards import PLAYER_COUNTS

USUAL = 4
MOST_PAGES = 10_000_000


class BoardView(View):
    """A leaderboard."""

    @extend_schema(
        operation_id="read_leaderboard",
        parameters=[
            OpenApiParameter(
                "players",
                {"type": "integer", "enum": list(PLAYER_COUNTS), "default": USUAL},
                description="The size of the table.",
            ),
            OpenApiParameter(
                "accounts",
                {"type": "string", "enum": ["people", "bots"], "default": "people"},
                description="Whose: people’s, or that of bot accounts.",
            ),
            OpenApiParameter(
                "page", {"type": "integer", "minimum": 1, "maximum": MOST_PAGES, "default": 1}
            ),
        ],
        responses={200: OpenApiResponse(Board, "A page of 25."), **refusals(422)},
    )
    def get(self, request: Request) -> Response:
        """The rated players of one size of table, those who are surely best first."""
        players = _number(request, "players", USUAL, PLAYER_COUNTS)
        page = _number(request, "page", 1, range(1, MOST_PAGES + 1))
        accounts = request.query_params.get("accounts", "people")
        if accounts not in ("people", "bots"):
            raise refused("bad_request", _("accounts is people or bots."))
        board = leaderboard(
            players=players,
            page=page,
            viewer=request.user,
            bot_accounts=accounts == "bots",
        )
        return Response(
            {
                "players": players,
                "page": board.page.number,
                "pages": board.page.paginator.num_pages,
                "count": board.page.paginator.count,
                "lines": [_line_json(line) for line in board.lines],
            }
        )


def _number(request: Request, name: str, usual: int, allowed: Any) -> int:
    text = request.query_params.get(name)
    if text is None:
        return usual
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    if number not in allowed:
        raise refused("bad_request", _("There is no such {name}.").format(name=name))
    return number


def _line_json(line: Line) -> dict[str, Any]:
    return {
        "place": line.place,
        "name": line.name,
        "username": line.username,
        "kind": kind_word(line.kind),
        "rating": line.shown.rating,
        "give_or_take": line.shown.give,
        "sure": line.shown.sure,
        "games": line.games,
        "people": line.people,
    }
