"""How moderators find rows of the audit log."""

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.bounded import FURTHEST
from games.models import Game, ModerationAction

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


def rows_found(words: str) -> list[int]:
    """Return the matching rows' keys, latest first.

    By a name as it was, a game's address, each through an index, or words of a recent reason.
    """
    rows = ModerationAction.objects.order_by("-pk").values_list("pk", flat=True)
    before = (rows.first() or 0) - LATEST
    games = list(Game.objects.filter(public_id=words).values_list("pk", flat=True))
    found = {
        *rows.filter(moderator_name__iexact=words)[:FURTHEST],
        *rows.filter(player_name__iexact=words)[:FURTHEST],
        *rows.filter(game__in=games)[:FURTHEST],
        *rows.filter(pk__gt=before, reason__icontains=words)[:FURTHEST],
    }
    return sorted(found, reverse=True)[:FURTHEST]
