"""A game's log when it is over, and what binds it from outside at any time."""

from datetime import date

from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.described import INVITATION, UNCHANGED, refusals
from games.api.errors import refused
from games.api.requests import stamp_of
from games.archive.logs import told_log
from games.models import OVER, Game
from games.witness.paths import roots, witnesses

MOST_DAYS = 1_000
"""Roots in an answer."""


def _digits(help_text: str = "") -> serializers.CharField:
    return serializers.CharField(min_length=64, max_length=64, help_text=help_text)


class StepAnswer(serializers.Serializer[None]):
    """A step up the tree of a day."""

    side = serializers.ChoiceField(["left", "right"], help_text="Where the sibling is.")
    sibling = _digits()


class WitnessAnswer(serializers.Serializer[None]):
    """A game's head at the end of a day, and its path to the day's root."""

    day = serializers.DateField()
    version = serializers.IntegerField(min_value=0)
    head = _digits()
    path = StepAnswer(many=True, help_text="From the leaf up.")
    tree = _digits(help_text="The root of the day’s tree, to which the path leads.")
    before = _digits(help_text="The root of the day before.")
    # The class has a property of this name, and its fields are kept elsewhere.
    root = _digits(help_text="The day’s root, as everybody sees it.")  # type: ignore[assignment]


class WitnessesAnswer(serializers.Serializer[None]):
    """What binds a game's log from outside."""

    id = serializers.CharField()
    version = serializers.IntegerField(min_value=0)
    head = _digits(help_text="Now.")
    witnesses = WitnessAnswer(many=True, help_text="The days on whose end it was new.")


class RootAnswer(serializers.Serializer[None]):
    """A day's root."""

    day = serializers.DateField()
    root = _digits()  # type: ignore[assignment] # as above
    before = _digits(help_text="The root of the day before; zeros for the first.")
    tree = _digits(help_text="The root of the day’s tree.")


class RootsAnswer(serializers.Serializer[None]):
    """The roots of days, oldest first."""

    days = RootAnswer(many=True)


class LogRowAnswer(serializers.Serializer[None]):
    """A row of a log."""

    table = serializers.ChoiceField(["round", "hand", "move"])
    row = serializers.DictField(help_text="The columns that are sealed.")
    seal = _digits()


class LogAnswer(serializers.Serializer[None]):
    """``scout-log/2``, or ``scout-log/1`` for older games."""

    format = serializers.ChoiceField(["scout-log/1", "scout-log/2"])
    secret = _digits(help_text="From which the deals and the key of the seals follow.")
    game = serializers.DictField(help_text="What the first seal covers.")
    seal = _digits(help_text="The first.")
    rows = LogRowAnswer(many=True, help_text="In the order of the chain.")
    witnesses = WitnessAnswer(many=True)


class LogView(View):
    """A game's log."""

    @extend_schema(
        operation_id="read_log",
        parameters=[INVITATION],
        responses={
            200: OpenApiResponse(LogAnswer, "Every row, the seals and the secret."),
            **UNCHANGED,
            **refusals(403, 404, 422),
        },
    )
    @method_decorator(conditional_page)
    def get(self, request: Request, public_id: str) -> Response:
        """Every row of a game that is over. 403 `not_over` before."""
        stamp = stamp_of(request, public_id)
        if stamp.status not in OVER:
            raise refused("not_over", _("The log is shown when the game is over."))
        log = told_log(Game.objects.get(pk=stamp.game_id))
        held = [each.to_json() for each in witnesses(stamp.game_id)]
        return Response({**log.to_json(), "witnesses": held})


class GameWitnessView(View):
    """What binds a game's log from outside."""

    @extend_schema(
        operation_id="read_witnesses_of_game",
        parameters=[INVITATION],
        responses={200: WitnessesAnswer, **refusals(404, 422)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The head of a game’s log, and the paths of its heads to the roots of days."""
        stamp = stamp_of(request, public_id)
        held = [each.to_json() for each in witnesses(stamp.game_id)]
        now = {"version": stamp.version, "head": stamp.head}
        return Response({"id": public_id, **now, "witnesses": held})


class RootsView(View):
    """The roots of the days."""

    @extend_schema(
        operation_id="list_roots",
        parameters=[
            OpenApiParameter("since", date, description="The first day, as `2026-11-21`."),
        ],
        responses={200: RootsAnswer, **UNCHANGED, **refusals(422)},
    )
    @method_decorator(conditional_page)
    def get(self, request: Request) -> Response:
        """The roots of all days that are over, oldest first; at most 1,000, so go on by `since`."""
        since = _day(request.query_params.get("since"))
        days = [each.to_json() for each in roots(since=since, most=MOST_DAYS)]
        return Response({"days": days})


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise refused("bad_request", _("since must be a day like 2026-11-21."))
    return day
