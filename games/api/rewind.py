"""Moves taken back if all agree."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import asked_json, game_json
from games.api.base import View
from games.api.bodies import RewindBody
from games.api.described import refusals, refusals_of_a_post
from games.api.requests import answered, by_token, read_body, seat_of, stamp_of, table_of
from games.api.shapes import games as shapes
from games.api.shapes.rewinds import Rewind
from games.people.idempotency import Answer
from games.play.rewinding.asking import answer_rewind, ask_to_rewind
from games.play.rewinding.offered import offered_to
from games.rules.views import public_move_to_json


class RewindView(View):
    """What a table can take back."""

    @extend_schema(
        operation_id="read_rewind",
        responses={200: OpenApiResponse(Rewind, "What can be taken back."), **refusals(404, 422)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The turns of the running round, and what the table is asked to take back, if anything."""
        table = table_of(request, public_id)
        if table.view is None:
            return Response({"turns": [], "asked": None})
        offered = offered_to(table.game, table.seat, None)
        return Response(
            {
                "turns": [
                    {
                        "to": turn.version,
                        "number": turn.number,
                        "move": public_move_to_json(turn.move),
                    }
                    for turn in offered.turns
                ],
                "asked": asked_json(table),
            }
        )

    @extend_schema(
        operation_id="rewind",
        request=RewindBody,
        responses={200: shapes.Game, **refusals_of_a_post()},
        examples=[OpenApiExample("Ask", {"action": "ask", "to": 14}, request_only=True)],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Ask to take moves back, agree, or decline; whoever asked declines to withdraw it.

        It happens when all have agreed who have not left: in a game against bots alone, at once.
        """
        stamp = stamp_of(request, public_id)
        seat = seat_of(stamp)
        sent = read_body(request, RewindBody).validated_data
        to, action = sent["to"], sent["action"]
        named: dict[str, Any] = {"game_id": stamp.game_id, "seat": seat, "to": to}

        def press() -> Answer:
            by: dict[str, Any] = {"by": stamp.viewer, "by_token": by_token(request)}
            if action == "ask":
                ask_to_rewind(**named, **by)
            else:
                answer_rewind(**named, **by, agrees=action == "agree")
            return Answer(200, game_json(table_of(request, public_id)))

        return answered(request, press)
