"""Every page's context."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.lobby.waiting import waiting_games
from games.order.own_page import has_unread
from games.pages.doors.appearance import taste_of, theme_of


def frame(request: HttpRequest) -> dict[str, Any]:
    """Add theme, taste and, lazily, waiting games and unread notices."""
    context: dict[str, Any] = {"theme": theme_of(request), "taste": taste_of(request)}
    user = getattr(request, "user", None)
    # No user: the request was refused before authentication.
    if user is not None:
        context["waiting_count"] = cache(lambda: waiting_games(user).count)
        context["unread_notices"] = cache(lambda: has_unread(user))
    return context
