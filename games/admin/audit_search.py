"""How moderators find rows of the audit log."""

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import ModerationAction

LATEST = 50_000
"""Most of the latest rows whose reasons are searched: no index serves words within them."""
MOST_NAMES = 100


class ModeratorFilter(admin.SimpleListFilter):
    """Filters by who acted: those who are staff now; others are found by their name."""

    title = _("who acted")
    parameter_name = "by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        staff = get_user_model()._default_manager.filter(is_staff=True).order_by("username")
        return [(str(pk), name) for pk, name in staff.values_list("pk", "username")[:MOST_NAMES]]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ModerationAction]
    ) -> QuerySet[ModerationAction] | None:
        chosen = self.value() or ""
        return queryset.filter(moderator=int(chosen)) if chosen.isdecimal() else None


def rows_with(rows: QuerySet[ModerationAction], words: str) -> QuerySet[ModerationAction]:
    """Return the rows with these names, or this game's address, or these words in their reason."""
    newest = ModerationAction.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return rows.filter(
        Q(moderator_name__iexact=words)
        | Q(player_name__iexact=words)
        | Q(game__public_id=words)
        | Q(pk__gt=newest - LATEST, reason__icontains=words)
    )
