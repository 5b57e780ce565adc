"""Moves from programs."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import game_json
from games.api.base import View
from games.api.described import LEGAL, refusals_of_a_post, words
from games.api.errors import RefusedError, refused
from games.api.requests import answered, by_token, flag, seat_of, stamp_of, table_of
from games.api.shapes import examples
from games.api.shapes.games import Game
from games.api.shapes.moves import MOVE_BODY
from games.api.shapes.refusals import RefusalWithGame
from games.people.idempotency import Answer
from games.play.move import enter_for
from games.play.tables import table_after
from games.rules.errors import RuleError
from games.rules.moves import Move, move_from_json


class MovesView(View):
    """Moves."""

    @extend_schema(
        operation_id="make_move",
        parameters=[LEGAL],
        request=MOVE_BODY,
        responses={
            201: Game,
            200: OpenApiResponse(Game, "This move was made already: the game as it is now."),
            **refusals_of_a_post(),
            409: OpenApiResponse(RefusalWithGame, words(409)),
        },
        examples=[
            OpenApiExample(name.replace("_", " "), body, request_only=True)
            for name, body in examples.MOVES.items()
        ],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Make a move for the decision `seq`; sent again it is answered 200 and counts once."""
        # A player may ask again for the lost answer to a day's last move.
        stamp = stamp_of(request, public_id, own_shut=True)
        # Spectators are told so before anything is said of what they sent.
        seat_of(stamp)
        legal = flag(request, "legal", default=True)
        seq, move = _read(request)

        def play() -> Answer:
            try:
                entered = enter_for(stamp, move, seq, by_token=by_token(request))
            except RuleError as error:
                if error.code not in ("stale", "game_over"):
                    raise
                # Not by the stamp: while the move waited for its turn the game may have gone on.
                now = table_of(request, public_id, own_shut=True)
                raise RefusedError(error, game_json(now, legal=legal)) from None
            after = game_json(table_after(stamp, entered), legal=legal)
            return Answer(201 if entered.new else 200, after)

        return answered(request, play, told_by_log=True)


def _read(request: Request) -> tuple[int, Move]:
    try:
        body: Any = request.data
    except ParseError as error:
        raise refused("bad_move", str(error.detail)) from None
    if not isinstance(body, dict) or type(body.get("seq")) is not int:
        raise refused("bad_move", _("A move is sent with the seq it is made for."))
    return body["seq"], move_from_json({key: body[key] for key in body if key != "seq"})
