"""A table's chat."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import instant
from games.api.base import View
from games.api.bodies import StrictSerializer, Text
from games.api.described import refusals, refusals_of_a_post
from games.api.requests import answered, read_body, seat_of, stamp_of
from games.api.shapes.people import Chat
from games.people.idempotency import Answer
from games.play.chat import LONGEST, say
from games.play.messages import chat_for
from games.play.stamps import Stamp


class MessageBody(StrictSerializer):
    """What to say."""

    text = Text(needed=True, max_length=LONGEST, help_text="One line.")


class ChatView(View):
    """What was said at a table."""

    @extend_schema(
        operation_id="read_chat",
        responses={200: OpenApiResponse(Chat, "What you may read."), **refusals(404, 422)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The latest messages: for players always, for others once the game is over."""
        return Response(_chat_json(stamp_of(request, public_id)))

    @extend_schema(
        operation_id="say",
        request=MessageBody,
        responses={201: OpenApiResponse(Chat, "With your message."), **refusals_of_a_post()},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Say something to the table, as a player."""
        stamp = stamp_of(request, public_id)
        seat = seat_of(stamp)
        text = read_body(request, MessageBody).validated_data["text"]

        def speak() -> Answer:
            say(game_id=stamp.game_id, seat=seat, text=text, by=stamp.viewer)
            return Answer(201, _chat_json(stamp))

        return answered(request, speak, again=lambda: _chat_json(stamp))


def _chat_json(stamp: Stamp) -> dict[str, Any]:
    chat = chat_for(stamp)
    if chat is None:
        raise Http404
    return {
        "messages": [
            {
                "id": said.id,
                "seat": said.seat,
                "text": said.text,
                "at": instant(said.at),
                "hidden": said.hidden,
            }
            for said in chat.messages
        ]
    }
