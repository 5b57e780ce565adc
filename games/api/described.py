"""Parameters and refusals that many addresses share, for the schema."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.api import schemas

LEGAL = OpenApiParameter(
    "legal",
    bool,
    description="`false` leaves the list of legal moves out (null): it can exceed a thousand.",
)
INVITATION = OpenApiParameter(
    "invitation",
    str,
    description="The last part of the game’s link, for who came by it and has no seat.",
)
_WORDS = {
    304: "Not changed since the answer with the `ETag` that `If-None-Match` names.",
    400: "The body is not JSON.",
    401: "Not signed in, or a token that is not valid.",
    403: "Not yours to do.",
    404: "No such game, or not yours to see.",
    406: "The API answers in JSON.",
    409: "The game has moved on, or stands otherwise than this needs.",
    413: "The body is larger than 16 KiB.",
    415: "The body is not said to be application/json.",
    422: "Understood, but not of the format or against the rules.",
    429: "Too many requests: wait for `Retry-After` seconds.",
}


def refusals(*statuses: int) -> dict[int, Any]:
    """What the schema says of these statuses, and of those that any request may get."""
    return {
        status: OpenApiResponse(schemas.ErrorAnswer, _WORDS[status])
        for status in sorted({*statuses, 401, 406, 429})
    }


def refusals_of_a_post(*statuses: int) -> dict[int, Any]:
    """What the schema says of the refusals of a request with a body."""
    return refusals(*statuses, 400, 403, 404, 409, 413, 415, 422)


def words(status: int) -> str:
    """What a status means here."""
    return _WORDS[status]


UNCHANGED = {304: OpenApiResponse(None, _WORDS[304])}
