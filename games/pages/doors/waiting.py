"""The count of waiting games, for pages that stay open."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from games.lobby.waiting import ListsState, lists_state, next_game


def _state(request: HttpRequest) -> ListsState:
    """The state of the reader's lists, looked up once a request."""
    known: ListsState | None = getattr(request, "lists_state", None)
    if known is None:
        known = lists_state(request.user)
        request.lists_state = known  # type: ignore[attr-defined]
    return known


def _etag(request: HttpRequest) -> str:
    parts = (request.user.pk, *_state(request), get_language(), request.GET.get("game", ""))
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()
    return f'"{digest[:32]}"'


@require_safe
@condition(etag_func=_etag)
def waiting(request: HttpRequest) -> HttpResponse:
    """How many games wait for the reader; 304 while nothing in any of their lists has changed.

    With ``?game=``, the game at hand, also the way to the next one.
    """
    public_id = request.GET.get("game", "")
    context = {
        "waiting_count": _state(request).waiting,
        "next_game": next_game(request.user, but=public_id) if public_id else None,
    }
    response = render(request, "games/frame/_news.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response
