"""Games as a spectator sees them."""

from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import AbstractUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from games.admin.base import ModelAdmin, ReadOnly
from games.admin.desk import Lists
from games.admin.judging import game_case
from games.admin.searching import games_found
from games.models import OVER, Game, GameStatus, GameSummary
from games.rules.cards import PLAYER_COUNTS


class StateFilter(admin.SimpleListFilter):
    """Filters by state."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*GameStatus.choices, ("paused", _("paused by a moderator"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game] | None:
        if self.value() is None:
            return None
        found = GameSummary.objects.filter(status=self.value())
        if self.value() == "paused":
            still = GameSummary.objects.filter(status=GameStatus.RUNNING, halted=True)
            # A table that is asked to take moves back stands still by itself.
            found = still.filter(asked_at=None)
        # Use the index on states, however few games are in this one.
        return queryset.filter(pk__in=found.values("game_id"))


class AgeFilter(admin.SimpleListFilter):
    """Filters by age."""

    title = _("age")
    parameter_name = "age"
    _days = {"day": (0, 1), "week": (1, 7), "month": (7, 30), "older": (30, 36_500)}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("day", _("less than a day")),
            ("week", _("1 to 7 days")),
            ("month", _("7 to 30 days")),
            ("older", _("more than 30 days")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game] | None:
        if self.value() not in self._days:
            return None
        least, most = self._days[str(self.value())]
        now = timezone.now()
        return queryset.filter(
            created_at__lte=now - timedelta(days=least), created_at__gt=now - timedelta(days=most)
        )


class OverdueFilter(admin.SimpleListFilter):
    """Filters games that hang."""

    title = _("overdue")
    parameter_name = "overdue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("clock", _("time is up")),
            ("bot", _("a bot is late")),
            ("still", _("no move for 7 days")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game] | None:
        now = timezone.now()
        match self.value():
            case "clock":
                late = Q(deadline__lt=now)
            case "bot":
                late = Q(bot_due_at__lt=now - timedelta(minutes=1))
            case "still":
                late = Q(status=GameStatus.RUNNING, changed_at__lt=now - timedelta(days=7))
            case _:
                return None
        return queryset.filter(pk__in=GameSummary.objects.filter(late).values("game_id"))


class PlayersFilter(admin.SimpleListFilter):
    """Filters by number of players without a query."""

    title = _("players")
    parameter_name = "players"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(str(number), str(number)) for number in PLAYER_COUNTS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game] | None:
        chosen = self.value()
        return queryset.filter(players=int(chosen)) if chosen in set("2345") else None


@admin.register(Game)
class GameAdmin(ReadOnly, Lists, ModelAdmin[Game]):
    """A game's facts, public table, and acts."""

    list_display = (
        "public_id", "name", "status", "players", "audience", "creator", "created_at",
        "changed_at", "deadline",
    )  # fmt: skip
    list_filter = (StateFilter, OverdueFilter, AgeFilter, "audience", PlayersFilter)
    list_select_related = ("summary", "creator")
    nothing = _("No game has been opened yet")
    search_fields = ("public_id",)
    search_help_text = _("A game’s address, a player’s name, or part of the name of a recent game.")
    readonly_fields = (
        "status", "round_number", "version", "changed_at", "deadline", "paused_since"
    )  # fmt: skip
    # Anyone who knows an invitation can join.
    exclude = ("invitation", "contribution")
    change_form_outer_before_template = "admin/games/game/case.html"

    def get_exclude(self, request: HttpRequest, obj: Game | None = None) -> Any:
        """A copy hides whose deal it is until the end, also from a moderator who plays it."""
        summary = _summary(obj) if obj else None
        hides = obj is not None and obj.hides_deal
        if hides and (summary is None or summary.status not in OVER):
            return (*self.exclude, "commitment")
        return self.exclude

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        words = search_term.strip()
        return (queryset.filter(pk__in=games_found(words)) if words else queryset), False

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        game = Game.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        case = game_case(game, cast(AbstractUser, request.user)) if game else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **case})

    @admin.display(description=_("status"))
    def status(self, game: Game) -> str:
        summary = _summary(game)
        if summary is None:
            return ""
        if summary.asked_at is not None:
            return str(_("asked to take moves back"))
        return str(_("paused")) if summary.halted else summary.get_status_display()

    @admin.display(description=_("round"))
    def round_number(self, game: Game) -> Any:
        summary = _summary(game)
        return None if summary is None else summary.round_number + 1

    @admin.display(description=_("moves and deals"))
    def version(self, game: Game) -> Any:
        return getattr(_summary(game), "version", None)

    @admin.display(description=_("changed"))
    def changed_at(self, game: Game) -> Any:
        return _written(getattr(_summary(game), "changed_at", None))

    @admin.display(description=_("deadline"))
    def deadline(self, game: Game) -> Any:
        return _written(getattr(_summary(game), "deadline", None))

    @admin.display(description=_("paused since"))
    def paused_since(self, game: Game) -> Any:
        return _written(getattr(_summary(game), "paused_since", None))


def _summary(game: Game) -> GameSummary | None:
    return getattr(game, "summary", None)


def _written(at: datetime | None) -> str | None:
    """Read-only fields show what no column holds as Python would."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT") if at else None
