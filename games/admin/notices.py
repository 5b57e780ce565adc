"""Notices about games."""

from django.contrib import admin
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.admin.base import ModelAdmin, ReadOnly
from games.admin.desk import Lists
from games.models import Notice, NoticeState


@admin.register(Notice)
class NoticeAdmin(ReadOnly, Lists, ModelAdmin[Notice]):
    """Planned and sent notices."""

    list_display = ("user", "game", "stage", "state", "due_at", "is_overdue", "closed_at")
    list_filter = ("state", "stage")
    list_select_related = ("user", "game")
    search_fields = ("=game__public_id", "=user__username")
    search_help_text = _("A game’s address, or a player’s name.")
    nothing = _("Nothing is planned or was sent")

    @admin.display(description=_("overdue"), boolean=True)
    def is_overdue(self, notice: Notice) -> bool:
        return notice.state == NoticeState.DUE and notice.due_at < timezone.now()
