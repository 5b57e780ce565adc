"""Records of games."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.dateparse import parse_datetime
from django.utils.decorators import method_decorator
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from games.api.base import View
from games.api.described import INVITATION, UNCHANGED, refusals
from games.api.errors import refused
from games.api.limits import AccountRecordsLimit, StrangerRecordsLimit
from games.api.requests import stamp_of
from games.api.shapes.records import Record
from games.archive.json_lines import MEDIA_TYPE
from games.archive.stored import Place, Wanted, page_for, record_line
from games.models import OF_A_DAY, OVER, Game
from games.results.profiles import may_see_statistics, player_named
from games.words.links import site_link

USUAL = 100
MOST = 300
"""Records on a page."""
_ADDRESS = re.compile("[0-9A-Za-z-]{1,16}")


class RecordView(View):
    """A finished game's record."""

    @extend_schema(
        operation_id="read_record",
        parameters=[INVITATION],
        responses={
            200: OpenApiResponse(Record, "The game as `scout-record/1`."),
            **UNCHANGED,
            **refusals(403, 404, 422),
        },
    )
    @method_decorator(conditional_page)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The whole game with all hands. 403 `not_over` before it has finished."""
        stamp = stamp_of(request, public_id)
        game = Game.objects.get(pk=stamp.game_id)
        record = record_line(game)
        if record is None and stamp.status in OVER and game.occasion in OF_A_DAY:
            raise refused("not_found", _("A day’s deal has one round, and no record."))
        if record is None:
            raise refused("not_over", _("Only a finished game has a record."))
        return HttpResponse(record, content_type="application/json")


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
    """Pages of records of finished games."""

    renderer_classes = (JSONRenderer, JSONLines)
    throttle_classes = (AccountRecordsLimit, StrangerRecordsLimit)

    @extend_schema(
        operation_id="list_records",
        parameters=[
            OpenApiParameter(
                "since",
                OpenApiTypes.DATETIME,
                description="Only games that ended at this time or later; see `meta.ended`.",
            ),
            OpenApiParameter(
                "until", OpenApiTypes.DATETIME, description="Only games that ended before."
            ),
            OpenApiParameter(
                "player",
                str,
                description="The name of an account: only games in which it sat to the end.",
            ),
            OpenApiParameter(
                "max",
                {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
                description="Records on a page.",
            ),
            OpenApiParameter("cursor", str, description="From a page’s `Link`."),
        ],
        responses={
            (200, "application/x-ndjson"): OpenApiResponse(
                Record,
                "One `Record` per line. The header `Link` has the next page, if there "
                'is one: `<…>; rel="next"`.',
            ),
            **refusals(404, 422),
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Finished games that are open to all, and your own, by end time; one record per line."""
        asked = request.query_params
        page = page_for(
            user=request.user,
            wanted=Wanted(
                since=_instant("since", asked.get("since")),
                until=_instant("until", asked.get("until")),
                player=_player(asked.get("player"), request.user),
            ),
            after=_place(asked.get("cursor")),
            most=_number(asked.get("max")),
        )
        answer = HttpResponse("".join(page.lines), content_type=MEDIA_TYPE)
        if page.last:
            answer["Link"] = f'<{_next(request._request, page.last)}>; rel="next"'
        return answer


def _number(text: str | None) -> int:
    if text is None:
        return USUAL
    number = int(text) if re.fullmatch("[0-9]{1,3}", text) else 0
    if not 1 <= number <= MOST:
        raise refused("bad_request", _("max is a number from 1 to {most}.").format(most=MOST))
    return number


def _next(request: HttpRequest, last: Place) -> str:
    """The cursor is what the last record of the page says of itself."""
    query = request.GET.copy()
    said = f"{last.ended_at.astimezone(UTC).isoformat()} {last.address}"
    query["cursor"] = urlsafe_base64_encode(said.encode())
    return site_link(f"{request.path}?{query.urlencode()}")


def _place(cursor: str | None) -> Place | None:
    if cursor is None:
        return None
    try:
        at, address = urlsafe_base64_decode(cursor).decode().split(" ")
        ended_at = datetime.fromisoformat(at)
        if ended_at.utcoffset() is not None and _ADDRESS.fullmatch(address):
            return Place(ended_at.astimezone(UTC), address)
    except (ValueError, OverflowError):
        pass
    raise refused("not_found", _("There is no such page: a cursor comes from the Link of a page."))


def _player(name: str | None, viewer: AbstractUser | AnonymousUser) -> int | None:
    """Return the key of a player whose games the viewer may list; refuse all others alike."""
    if name is None:
        return None
    player = player_named(name)
    if player is None or not may_see_statistics(player=player, viewer=viewer):
        raise refused("not_found", _("Nobody has that name, or you may not see their games."))
    return int(player.pk)


def _instant(name: str, text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        # Undo a plus read as a space, and a leap second, which Python does not know.
        at = parse_datetime(re.sub(" (?=..:..$)", "+", text.upper()).replace(":60", ":59"))
        if at is not None:
            return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    sentence = _("{name} must be a time like 2026-11-21T18:40:00Z.")
    raise refused("bad_request", sentence.format(name=name))
