"""Every page's context."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.lobby.waiting import waiting_games
from games.order.after.standing import OwnStanding, own_standing
from games.order.audit import PERMISSION
from games.order.cases.line import how_many_wait
from games.pages.doors.appearance import taste_of, theme_of


def frame(request: HttpRequest) -> dict[str, Any]:
    """Add theme, taste and, lazily, waiting games, the viewer's standing and waiting cases."""
    context: dict[str, Any] = {"theme": theme_of(request), "taste": taste_of(request)}
    user = getattr(request, "user", None)
    # No user: the request was refused before authentication.
    if user is not None:
        context["waiting_count"] = cache(lambda: waiting_games(user).count)
        context["own_standing"] = lambda: standing_on(request)
        # Asked of staff alone: nobody else's page costs a query.
        if user.is_staff and user.has_perm(PERMISSION):
            context["waiting_cases"] = cache(lambda: how_many_wait(user))
    return context


def standing_on(request: HttpRequest) -> OwnStanding:
    """Return the viewer's standing, looked up once for a request."""
    seen: Any = request
    if not hasattr(seen, "own_standing"):
        seen.own_standing = own_standing(seen.user)
    found: OwnStanding = seen.own_standing
    return found
