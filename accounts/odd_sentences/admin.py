"""Odd sentences in the admin: administrators read them, and mark those they are done with."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.odd_sentences.models import OddSentence
from games.admin.base import ModelAdmin
from games.admin.desk import Lists


class LanguageFilter(admin.SimpleListFilter):
    """Sentences in one language."""

    title = _("language")
    parameter_name = "language"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(settings.LANGUAGES)

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[OddSentence]
    ) -> QuerySet[OddSentence]:
        return queryset.filter(language=chosen) if (chosen := self.value()) else queryset


class DoneFilter(admin.SimpleListFilter):
    """Sentences that wait, or that are done."""

    title = _("done")
    parameter_name = "done"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("no", str(_("to read"))), ("yes", str(_("done")))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[OddSentence]
    ) -> QuerySet[OddSentence]:
        chosen = self.value()
        return queryset.filter(done_at__isnull=chosen == "no") if chosen else queryset


@admin.register(OddSentence)
class OddSentenceAdmin(Lists, ModelAdmin[OddSentence]):
    """All is in the list: those that wait first, then the newest."""

    list_display = ("said", "language", "path", "user", "created_at", "done_at")
    list_display_links = None
    list_filter = (LanguageFilter, DoneFilter)
    list_select_related = ("user",)
    ordering = (F("done_at").desc(nulls_first=True), "-pk")
    readonly_fields = (
        *("text", "suggestion", "language", "path"),
        *("user", "created_at", "done_at"),
    )
    actions = ("mark_done", "let_wait")
    nothing = _("Nobody has found a sentence odd")

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    @admin.display(description=_("sentence"))
    def said(self, sentence: OddSentence) -> str:
        """Both in one column: beside each other they would leave the others no room."""
        if not sentence.suggestion:
            return sentence.text
        return format_html("{}<br>→ {}", sentence.text, sentence.suggestion)

    @admin.action(description=_("Mark as done"), permissions=["change"])
    def mark_done(self, request: HttpRequest, chosen: QuerySet[OddSentence]) -> None:
        chosen.filter(done_at=None).update(done_at=timezone.now())

    @admin.action(description=_("Let wait again"), permissions=["change"])
    def let_wait(self, request: HttpRequest, chosen: QuerySet[OddSentence]) -> None:
        chosen.update(done_at=None)
