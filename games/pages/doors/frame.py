"""What the frame around every page needs."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.lobby.lists import count_waiting
from games.order.own_page import has_unread
from games.pages.doors.appearance import theme_of


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the reader's choice of appearance, what waits, what is to be read.

    The games are counted, and the notices of moderators looked for, when a template asks.
    """
    context: dict[str, Any] = {"theme": theme_of(request)}
    user = getattr(request, "user", None)
    # Without one the request was refused before anybody was known.
    if user is not None:
        context["waiting_count"] = cache(lambda: count_waiting(user))
        context["unread_notices"] = cache(lambda: has_unread(user))
    return context
