"""Reviews of finished games."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.bodies import EmptyBody
from games.api.described import INVITATION, refusals, refusals_of_a_post
from games.api.errors import refused
from games.api.requests import answered, read_body, stamp_of
from games.api.shapes.reviews import ReviewProgress
from games.people.idempotency import Answer
from games.play.stamps import Stamp
from games.review.asking import ask_for_game
from games.review.seeing import Kept, is_over, kept_review


class ReviewView(View):
    """A finished game's review."""

    @extend_schema(
        operation_id="read_review",
        parameters=[INVITATION],
        responses={
            200: OpenApiResponse(ReviewProgress, "How far it is, and the review if done."),
            **refusals(403, 404, 422),
        },
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What the expert says of every choice that people made. 403 `not_over` before the end."""
        return Response(_as_json(kept_review(_finished(stamp_of(request, public_id)))))

    @extend_schema(
        operation_id="ask_for_review",
        parameters=[INVITATION],
        request=EmptyBody,
        responses={
            200: OpenApiResponse(ReviewProgress, "It was asked for already."),
            202: OpenApiResponse(ReviewProgress, "A worker was asked: come back for it."),
            **refusals_of_a_post(),
        },
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Ask for the review: it takes some seconds, and is kept."""
        stamp = stamp_of(request, public_id)
        read_body(request, EmptyBody)
        game_id = _finished(stamp)

        def ask() -> Answer:
            status = 200 if kept_review(game_id).is_there else 202
            ask_for_game(game_id)
            return Answer(status, _as_json(kept_review(game_id)))

        return answered(request, ask, told_by_log=True)


def _finished(stamp: Stamp) -> int:
    if not is_over(stamp):
        raise refused("not_over", _("Only a finished game has a review."))
    return stamp.game_id


def _as_json(kept: Kept) -> dict[str, Any]:
    progress = kept.progress
    return {
        "state": progress.state if progress else "none",
        "judged": progress.judged if progress else 0,
        "due": progress.due if progress else 0,
        "review": kept.review.to_json() if kept.review else None,
    }
