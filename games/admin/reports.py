"""The queue of reports, each beside what it is about."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.admin.base import ModelAdmin, ReadOnly
from games.admin.cases import act, game_case, player_case
from games.admin.desk import Lists
from games.models import ActionKind, Report, ReportState
from games.order.own_cases import reports_for


class WaitingFilter(admin.SimpleListFilter):
    """Reports that wait, unless others are asked for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*ReportState.choices[1:], ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        """The first choice is what waits."""
        first, *others = super().choices(changelist)
        yield {**first, "display": ReportState.OPEN.label}
        yield from others

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "all":
            return queryset
        return queryset.filter(state=self.value() or ReportState.OPEN)


@admin.register(Report)
class ReportAdmin(ReadOnly, Lists, ModelAdmin[Report]):
    """Reports, those first that have waited longest; worked off on their own pages."""

    list_display = ("about", "reason", "quote", "player", "game", "reporter", "created_at", "state")
    list_display_links = ("about",)
    list_filter = (WaitingFilter, "reason", "kind")
    list_select_related = ("reporter", "player", "game")
    search_fields = ("=player__username", "=reporter__username", "=game__public_id")
    search_help_text = _("The name of a player, or the address of a game.")
    ordering = ("pk",)
    fields = ("reporter", "player", "game", "created_at", "state", "answer", "closed_at")
    change_form_outer_before_template = "admin/games/report/case.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """The reports that the reader may work off: none about themselves."""
        return reports_for(request.user)

    @admin.display(description=_("about"))
    def about(self, report: Report) -> str:
        return f"{report.pk}: {report.get_kind_display()}"

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a report, with the game and the player it is about."""
        rows = self.get_queryset(request).select_related("game", "player", "reporter", "message")
        report = rows.filter(pk=object_id).first() if object_id.isdecimal() else None
        case: dict[str, Any] = {}
        if report is not None:
            case["report"] = report
            if report.state == ReportState.OPEN:
                case["close"] = act(ActionKind.CLOSE_REPORT, report=report.pk)
            if report.message is not None:
                hidden = report.message.hidden
                kind = ActionKind.SHOW_MESSAGE if hidden else ActionKind.HIDE_MESSAGE
                case["message_act"] = act(kind, message=report.message.pk, report=report.pk)
            case |= game_case(report.game, request.user, report) if report.game else {}
            case |= player_case(report.player, request.user, report) if report.player else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **case})
