"""Waiting cases, shown on all pages of the admin and on its first one."""

from typing import Any

from django.http import HttpRequest

from games.admin.case.wording import title_of
from games.order.audit import PERMISSION
from games.order.cases.line import COUNTED, how_many_wait, waiting_cases

SHOWN = 5


def badge(request: HttpRequest) -> str:
    """Return how many cases wait for the moderator; empty if none does."""
    if not request.user.has_perm(PERMISSION):
        return ""
    count = how_many_wait(request.user)
    return f"{COUNTED - 1}+" if count == COUNTED else str(count or "")


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add what waits to the admin's first page."""
    if request.user.has_perm(PERMISSION):
        first = waiting_cases(request.user).select_related("player", "game")[:SHOWN]
        context["first_cases"] = [(case, title_of(case)) for case in first]
        context["case_count"] = badge(request)
    return context
