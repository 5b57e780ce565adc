"""The audit log in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Case, Model, QuerySet, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.admin.acts import act
from games.admin.audit_search import ModeratorFilter, rows_found
from games.admin.base import ModelAdmin, ReadOnly
from games.admin.desk import Lists
from games.admin.hands import hands_page
from games.admin.judging import change_url
from games.models import ModerationAction
from games.order.own_cases import actions_for, hidden_cases
from games.order.wording import sentence


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnly, Lists, ModelAdmin[ModerationAction]):
    """Acts in sentences."""

    list_display = ("created_at", "story", "of_player", "of_game", "of_case")
    list_display_links = ("created_at",)
    list_select_related = ("player", "game", "case", "report__case")
    list_filter = (ModeratorFilter, "kind")
    # See ``get_search_results``.
    search_fields = ("reason",)
    search_help_text = _("A name, a game’s address, or words of a reason.")
    nothing = _("No moderator has acted yet")
    fields = ("created_at", "story", "moderator_name", "player_name", "game_name", "reason")
    readonly_fields = ("story",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModerationAction]:
        rows = actions_for(request.user).annotate(named=Coalesce("case", "report__case"))
        hidden = When(named__in=hidden_cases(request.user), then=True)
        return rows.annotate(case_hidden=Case(hidden, default=False))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[ModerationAction], search_term: str
    ) -> tuple[QuerySet[ModerationAction], bool]:
        words = search_term.strip()
        return (queryset.filter(pk__in=rows_found(words)) if words else queryset), False

    @admin.display(description=_("what was done"))
    def story(self, action: ModerationAction) -> str:
        return sentence(action)

    @admin.display(description=_("player"))
    def of_player(self, action: ModerationAction) -> str:
        return _link(action.player, action.player_name)

    @admin.display(description=_("game"))
    def of_game(self, action: ModerationAction) -> str:
        return _link(action.game, action.game.public_id if action.game else "")

    @admin.display(description=_("case"))
    def of_case(self, action: ModerationAction) -> str:
        if getattr(action, "case_hidden", True):
            return ""
        case = action.case or (action.report.case if action.report else None)
        return _link(case, case.pk if case else "")

    def get_urls(self) -> list[URLPattern]:
        view: Any = self.admin_site.admin_view(self.act)
        hands: Any = self.admin_site.admin_view(hands_page)
        return [
            path("act/<slug:kind>/", view, name="games_act"),
            path("hands/<int:action>/", hands, name="games_hands"),
            *super().get_urls(),
        ]

    def act(self, request: HttpRequest, kind: str) -> Any:
        return act(request, kind, self.admin_site)


def _link(obj: Model | None, text: object) -> str:
    return format_html('<a href="{}">{}</a>', change_url(obj), text) if obj else str(text)
