"""Shared parameters and refusals, for the schema."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.api.shapes.refusals import Refusal

LEGAL = OpenApiParameter(
    "legal",
    bool,
    description="`false` omits the list of legal moves (null), which can exceed a thousand. Games "
    "that hide legal sets never list them.",
)
INVITATION = OpenApiParameter(
    "invitation",
    str,
    description="The last part of the game’s link, for callers who have the link but no seat.",
)
_WORDS = {
    304: "Unchanged since the answer whose `ETag` is in `If-None-Match`.",
    400: "The body is not JSON.",
    401: "Not signed in, or an invalid token.",
    403: "You may not do that.",
    404: "No such game, or you may not see it.",
    406: "The API answers in JSON.",
    409: "The game has moved on, or its state does not allow this.",
    411: "This server reads no body without its `Content-Length`.",
    413: "The body is larger than 16 KiB.",
    415: "The content type is not application/json.",
    422: "The body has the wrong format, or the request breaks a rule.",
    429: "Too many requests: wait for `Retry-After` seconds.",
    503: "The site can’t answer just now: send it again after `Retry-After` seconds.",
}


def refusals(*statuses: int) -> dict[int, Any]:
    """Describe these statuses and those of any request."""
    return {
        status: OpenApiResponse(Refusal, _WORDS[status])
        for status in sorted({*statuses, 401, 406, 429, 503})
    }


def refusals_of_a_post(*statuses: int) -> dict[int, Any]:
    """Describe these and those of any body."""
    return refusals(*statuses, 400, 403, 404, 409, 411, 413, 415, 422)


def words(status: int) -> str:
    """Return what a status means here."""
    return _WORDS[status]


UNCHANGED = {304: OpenApiResponse(None, _WORDS[304])}
