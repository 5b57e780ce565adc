"""Notices about games in the admin: to look at, never to change."""

from django.contrib import admin
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.admin.base import ModelAdmin, ReadOnly
from games.admin.desk import Lists
from games.models import Notice, NoticeState


@admin.register(Notice)
class NoticeAdmin(ReadOnly, Lists, ModelAdmin[Notice]):
    """Who is to be told of which game, and what became of it."""

    list_display = ("user", "game", "stage", "state", "due_at", "is_overdue", "closed_at")
    list_filter = ("state", "stage")
    list_select_related = ("user", "game")
    search_fields = ("=game__public_id", "=user__username")
    search_help_text = _("The address of a game, or the name of a user.")

    @admin.display(description=_("overdue"), boolean=True)
    def is_overdue(self, notice: Notice) -> bool:
        return notice.state == NoticeState.DUE and notice.due_at < timezone.now()
