"""A running game's hands, opened by a moderator: its rounds step by step."""

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from games.admin.judging import change_url
from games.order.audit import PERMISSION
from games.order.hands import LOOK_FOR, opened_game
from games.pages.replay.page import ShownStep, page_context


def hands_page(request: HttpRequest, action: int) -> HttpResponse:
    """Show a step of the game that the moderator has opened by the act ``action``."""
    user = request.user
    if not isinstance(user, AbstractUser) or not user.has_perm(PERMISSION):
        raise PermissionDenied
    number = _number(request, "round")
    found = opened_game(action, user, None if number is None else number - 1)
    if found is None:
        raise Http404
    game, replay = found
    try:
        shown = ShownStep(
            replay, request.path, move=_number(request, "move") or 1, mine=False, invitation=""
        )
    except LookupError as error:
        raise Http404 from error
    context = {
        **page_context(shown),
        "back": change_url(game),
        "minutes": int(LOOK_FOR.total_seconds() // 60),
    }
    response = render(request, "admin/games/hands.html", context)
    add_never_cache_headers(response)
    return response


def _number(request: HttpRequest, name: str) -> int | None:
    found = request.GET.get(name, "")
    if not found:
        return None
    if not found.isdecimal() or len(found) > 4:
        raise Http404
    return int(found)
