"""Waiting games."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.lobby.waiting import lists_state, waiting_games


@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """Return how many games wait for the viewer, or 304.

    ``?game=`` adds a link to the next one.
    """
    state = lists_state(request.user)
    parts = (request.user.pk, *state, get_language(), request.GET.get("game", ""))
    etag = f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'
    if same := get_conditional_response(request, etag=etag):
        return same
    public_id = request.GET.get("game", "")
    context = {
        "waiting_count": state.waiting,
        "next_game": waiting_games(request.user).next_but(public_id) if public_id else None,
    }
    response = render(request, "games/frame/_news.html", context)
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response
