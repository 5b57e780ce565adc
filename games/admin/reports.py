"""The queue of reports."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.admin.base import ModelAdmin, ReadOnly
from games.admin.cases import acts_on, game_case, player_case, username_of
from games.admin.desk import Lists
from games.models import Report, ReportState
from games.order.acts import Subject
from games.order.own_cases import reports_for


class WaitingFilter(admin.SimpleListFilter):
    """Filters by state; by default, open."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*ReportState.choices[1:], ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        yield {**first, "display": ReportState.OPEN.label}
        yield from others

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "all":
            return queryset
        return queryset.filter(state=self.value() or ReportState.OPEN)


@admin.register(Report)
class ReportAdmin(ReadOnly, Lists, ModelAdmin[Report]):
    """Reports, longest waiting first."""

    list_display = ("about", "reason", "quote", "player", "game", "reporter", "created_at", "state")
    list_display_links = ("about",)
    list_filter = (WaitingFilter, "reason", "kind")
    list_select_related = ("reporter", "player", "game")
    search_fields = ("=player__username", "=reporter__username", "=game__public_id")
    search_help_text = _("A player’s name, or a game’s address.")
    ordering = ("pk",)
    fields = ("reporter", "player", "game", "created_at", "state", "answer", "closed_at")
    change_form_outer_before_template = "admin/games/report/case.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
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
        rows = self.get_queryset(request).select_related(
            "case", "game", "player", "reporter", "message"
        )
        report = rows.filter(pk=object_id).first() if object_id.isdecimal() else None
        case: dict[str, Any] = {}
        if report is not None:
            case["report"] = report
            case["report_by"] = username_of(report.reporter) if report.reporter else ""
            case["report_acts"] = acts_on(Subject.CASE, report.case, case=report.case_id)
            if (message := report.message) is not None:
                case["message_acts"] = acts_on(
                    Subject.MESSAGE, message, message=message.pk, case=report.case_id
                )
            case |= game_case(report.game, request.user, report) if report.game else {}
            case |= player_case(report.player, request.user, report) if report.player else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **case})
