"""The list of cases, and the doors to each."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.admin.base import ModelAdmin, ReadOnly
from games.admin.case import doors
from games.admin.case.wording import title_of
from games.admin.desk import Lists
from games.admin.searching import cases_found
from games.admin.to_do import ToDoFilter
from games.models import Case, CaseKind, CaseState, Report, ReportReason
from games.order.own_cases import cases_for
from games.words.names import listed_plainly


class StateFilter(ToDoFilter):
    """Filters by state; by default, open."""

    title = gettext_lazy("state")
    parameter_name = "state"
    states = CaseState


class HolderFilter(admin.SimpleListFilter):
    """Filters by who is on it."""

    title = gettext_lazy("on it")
    parameter_name = "holder"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("me", _("me")), ("nobody", _("nobody")), ("others", _("somebody else"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        match self.value():
            case "me":
                return queryset.filter(taken_by=request.user.pk)
            case "nobody":
                return queryset.filter(taken_by__isnull=True)
            case "others":
                others = Q(taken_by__isnull=False) & ~Q(taken_by=request.user.pk)
                return queryset.filter(others)
        return queryset


class ReasonFilter(admin.SimpleListFilter):
    """Filters by a reason that somebody gave."""

    title = gettext_lazy("reason")
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(ReportReason.choices)

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() is None:
            return queryset
        return queryset.filter(pk__in=Report.objects.filter(reason=self.value()).values("case"))


@admin.register(Case)
class CaseAdmin(ReadOnly, Lists, ModelAdmin[Case]):
    """Cases: open and urgent ones first, then by how long they wait."""

    list_display = ("which", "reasons", "how_many", "wait", "on_it", "state")
    list_display_links = ("which",)
    list_filter = (StateFilter, HolderFilter, ReasonFilter, "urgent", "about")
    list_select_related = ("player", "game", "taken_by")
    # Only to offer a search; what is searched stands in ``get_search_results``.
    search_fields = ("pk",)
    search_help_text = gettext_lazy(
        "A case’s number, a player’s name, a game’s address, or words of a recent report."
    )
    sortable_by = ()
    nothing = gettext_lazy("No case waits")
    list_before_template = "admin/games/case/_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        return cases_for(request.user).prefetch_related("reports")

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        match request.GET.get("state", CaseState.OPEN):
            case CaseState.OPEN:
                return ("-urgent", "waiting_since", "pk")
            case CaseState.CLOSED:
                return ("-pk",)
        return ("-state", "-pk")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Case], search_term: str
    ) -> tuple[QuerySet[Case], bool]:
        words = search_term.strip()
        return (queryset.filter(pk__in=cases_found(words)) if words else queryset), False

    @admin.display(description=gettext_lazy("case"))
    def which(self, case: Case) -> str:
        title = title_of(case)
        return _("{case} · urgent").format(case=title) if case.urgent else title

    @admin.display(description=gettext_lazy("reasons"))
    def reasons(self, case: Case) -> str:
        if case.kind == CaseKind.APPEAL:
            return str(CaseKind.APPEAL.label)
        given = {report.reason for report in case.reports.all()}
        return listed_plainly(str(reason.label) for reason in ReportReason if reason in given)

    @admin.display(description=gettext_lazy("reported by"))
    def how_many(self, case: Case) -> str:
        if case.kind == CaseKind.APPEAL:
            return "–"
        count = len({report.reporter_id or -report.pk for report in case.reports.all()})
        return ngettext("{count} person", "{count} people", count).format(count=count)

    @admin.display(description=pgettext_lazy("since when a case waits", "waits"))
    def wait(self, case: Case) -> str:
        if case.state == CaseState.OPEN:
            return timesince(case.waiting_since, timezone.now(), depth=1)
        return ""

    @admin.display(description=gettext_lazy("on it"))
    def on_it(self, case: Case) -> str:
        return case.taken_by.get_username() if case.taken_by else _("nobody")

    def get_urls(self) -> list[URLPattern]:
        def door(view: Any) -> Any:
            wrapped: Any = self.admin_site.admin_view(view)
            return wrapped

        return [
            path("telling/", door(doors.telling), name="games_case_telling"),
            path("<int:pk>/decide/", door(doors.decide), name="games_case_decide"),
            path("<int:pk>/hold/", door(doors.hold), name="games_case_hold"),
            path("<int:pk>/note/", door(doors.note), name="games_case_note"),
            path("player/<int:pk>/note/", door(doors.player_note), name="games_player_note"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        return doors.show(request, object_id)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        return doors.show(request, object_id)
