"""The caller's list of friends."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.bodies import StrictSerializer, Text
from games.api.described import refusals, refusals_of_a_post
from games.api.errors import refused
from games.api.requests import answered, read_body, user_of
from games.api.shapes.people import Friends
from games.lobby.friends import friends_of
from games.people.friends import add_friend, remove_friend
from games.people.idempotency import Answer
from games.people.users import has_account
from games.results.profiles import player_named


class PlayerBody(StrictSerializer):
    """Somebody by name."""

    player = Text(needed=True, max_length=150, help_text="The name of an account.")


class FriendsView(View):
    """The list."""

    @extend_schema(
        operation_id="list_friends",
        responses={200: OpenApiResponse(Friends, "Your list."), **refusals()},
    )
    def get(self, request: Request) -> Response:
        """Your list of friends, by name. Nobody else sees it."""
        return Response(_list_json(request))

    @extend_schema(
        operation_id="add_friend",
        request=PlayerBody,
        responses={200: OpenApiResponse(Friends, "Your list."), **refusals_of_a_post()},
    )
    def post(self, request: Request) -> Response:
        """Put somebody on your list."""
        user, name = user_of(request), read_body(request, PlayerBody).validated_data["player"]

        def add() -> Answer:
            friend = player_named(" ".join(name.split()))
            if friend is None:
                raise refused("unknown_player", _("Nobody with an account has that name."))
            add_friend(owner=user, friend=friend)
            return Answer(200, _list_json(request))

        return answered(request, add, again=lambda: _list_json(request))


class FriendView(View):
    """Somebody on the list."""

    @extend_schema(
        operation_id="remove_friend",
        request=None,
        responses={
            204: OpenApiResponse(None, "They are off your list."),
            **refusals(403, 404, 422),
        },
    )
    def delete(self, request: Request, name: str) -> Response:
        """Take somebody off your list."""
        user, friend = user_of(request), player_named(name)
        if friend is None or not remove_friend(owner=user, friend_id=friend.pk):
            raise Http404
        return Response(status=204)


def _list_json(request: Request) -> dict[str, Any]:
    user = user_of(request)
    found = friends_of(owner=user, now=timezone.now()) if has_account(user) else []
    return {"friends": [{"username": each.username, "here": each.here} for each in found]}
