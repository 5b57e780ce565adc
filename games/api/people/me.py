"""Who asks."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.described import refusals
from games.api.people.words import kind_word
from games.api.requests import user_of
from games.api.shapes.people import Me
from games.people.kinds import kinds_among
from games.people.users import has_account


class MeView(View):
    """The caller."""

    @extend_schema(
        operation_id="me", responses={200: OpenApiResponse(Me, "Who you are here."), **refusals()}
    )
    def get(self, request: Request) -> Response:
        """Your name, your kind of account, what your token may do, and whose app has it.

        401 without a token.
        """
        user = user_of(request)
        kind = kinds_among([user])[user.pk]
        return Response(
            {
                "name": user.get_short_name(),
                "username": user.get_username() if has_account(user) else None,
                "kind": kind_word(kind),
                "scope": getattr(request.auth, "scope", None),
                "app": getattr(request.auth, "app", None),
            }
        )
