"""Records of games."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from django.http import HttpResponseBase
from django.utils.dateparse import parse_datetime
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.base import View
from games.api.described import INVITATION, UNCHANGED, refusals
from games.api.errors import refused
from games.api.requests import stamp_of
from games.archive.json_lines import MEDIA_TYPE, stream
from games.archive.programs import record_for, records_for
from games.models import Game


class RecordView(View):
    """A finished game's record."""

    @extend_schema(
        operation_id="read_record",
        parameters=[INVITATION],
        responses={
            200: OpenApiResponse(schemas.RECORD, "The game as `scout-record/1`."),
            **UNCHANGED,
            **refusals(403, 404),
        },
    )
    @method_decorator(conditional_page)
    def get(self, request: Request, public_id: str) -> Response:
        """The whole game with all hands. 403 `not_over` before it has finished."""
        stamp = stamp_of(request, public_id)
        record = record_for(Game.objects.get(pk=stamp.game_id))
        if record is None:
            raise refused("not_over", _("Only a finished game has a record."))
        return Response(record)


class JSONLines(BaseRenderer):
    """Names the stream's format for negotiation, and renders refusals."""

    media_type = MEDIA_TYPE
    format = "jsonl"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return json.dumps(data).encode() + b"\n"


class RecordsView(View):
    """Records of finished games."""

    renderer_classes = (JSONRenderer, JSONLines)

    @extend_schema(
        operation_id="list_records",
        parameters=[
            OpenApiParameter(
                "since",
                OpenApiTypes.DATETIME,
                description="Only games that ended at this time or later; see `meta.ended`.",
            )
        ],
        responses={
            (200, "application/x-ndjson"): OpenApiResponse(
                OpenApiTypes.STR, "One `scout-record/1` per line."
            ),
            **refusals(422),
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Finished games that are open to all, and your own, by end time; one record per line."""
        since = _instant(request.query_params.get("since"))
        return stream(request._request, records_for(user=request.user, since=since))


def _instant(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        # Undo a plus read as a space, and a leap second, which Python does not know.
        at = parse_datetime(re.sub(" (?=..:..$)", "+", text.upper()).replace(":60", ":59"))
        if at is not None:
            return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise refused("bad_request", _("since must be a time like 2026-11-21T18:40:00Z."))
