"""Invitations by name: asking, being asked, saying no. Whoever says yes joins."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import game_json, instant
from games.api.base import View
from games.api.bodies import EmptyBody
from games.api.described import refusals, refusals_of_a_post
from games.api.errors import refused
from games.api.people.friends import PlayerBody
from games.api.requests import answered, read_body, seat_of, stamp_of, table_of, user_of
from games.api.shapes.games import Game
from games.api.shapes.people import Invitations
from games.lobby.invitations import decline, invite
from games.lobby.lists import my_games
from games.models import GameInvitation
from games.people.idempotency import Answer
from games.results.profiles import player_named


class InvitationsView(View):
    """What the caller is asked to."""

    @extend_schema(
        operation_id="list_invitations",
        responses={200: OpenApiResponse(Invitations, "Games that wait for you."), **refusals()},
    )
    def get(self, request: Request) -> Response:
        """The games that somebody asks you to. Join one, or decline."""
        return Response(_list_json(request))


class InviteView(View):
    """Asking somebody to a table."""

    @extend_schema(
        operation_id="invite",
        request=PlayerBody,
        responses={200: Game, **refusals_of_a_post()},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Ask somebody with an account to the game that you opened."""
        stamp = stamp_of(request, public_id)
        seat_of(stamp)
        name = read_body(request, PlayerBody).validated_data["player"]

        def ask() -> Answer:
            user = player_named(" ".join(name.split()))
            if user is None:
                raise refused("unknown_player", _("Nobody with an account has that name."))
            invite(game_id=stamp.game_id, by=user_of(request), user=user)
            return Answer(200, game_json(table_of(request, public_id)))

        return answered(request, ask)


class DeclineView(View):
    """Saying no."""

    @extend_schema(
        operation_id="decline",
        request=EmptyBody,
        responses={200: OpenApiResponse(Invitations, "What is left."), **refusals_of_a_post()},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Decline an invitation; the seat is free for somebody else."""
        stamp = stamp_of(request, public_id)
        read_body(request, EmptyBody)

        def say_no() -> Answer:
            decline(game_id=stamp.game_id, user=user_of(request))
            return Answer(200, _list_json(request))

        return answered(request, say_no, again=lambda: _list_json(request))


def _list_json(request: Request) -> dict[str, Any]:
    found = my_games(user=user_of(request)).invitations
    return {"invitations": [_invitation_json(each) for each in found]}


def _invitation_json(invitation: GameInvitation) -> dict[str, Any]:
    game = invitation.game
    return {
        "game": game.public_id,
        "name": game.name,
        "by": game.creator.get_short_name() if game.creator else None,
        "players": game.players,
        "at": instant(invitation.created_at),
    }
