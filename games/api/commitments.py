"""Commitments to deals that programs will ask for."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.bodies import EmptyBody
from games.api.described import refusals_of_a_post
from games.api.limits import limited
from games.api.requests import answered, read_body, user_of
from games.api.shapes import games as shapes
from games.fairness.promises import promise_for_program
from games.people.idempotency import Answer


class CommitmentsView(View):
    """Commitments before a game."""

    @extend_schema(
        operation_id="commit",
        request=EmptyBody,
        responses={201: shapes.Commitment, **refusals_of_a_post()},
    )
    def post(self, request: Request) -> Response:
        """Let the site commit to a deal before it knows your part; name it when you create."""
        read_body(request, EmptyBody)
        user_of(request)
        # A repeat gets a new one, which counts as well: what is not named is forgotten.
        return answered(
            request,
            lambda: Answer(201, _promised()),
            again=lambda: limited(request, _promised),
        )


def _promised() -> dict[str, Any]:
    return {"commitment": promise_for_program()}
