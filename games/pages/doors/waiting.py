"""Waiting games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.live.tags import tag_of
from games.live.watching import asked_for_news, person
from games.lobby.waiting import lists_state, waiting_games


@require_safe
@cache_control(private=True, no_cache=True)
def waiting(request: HttpRequest) -> HttpResponse:
    """Return how many games and news wait for the viewer, or 304.

    ``?game=`` adds a link to the next one.
    """
    asked_for_news(person(request.user.pk))
    state = lists_state(request.user)
    public_id = request.GET.get("game", "")
    etag = tag_of(request.user.pk, *state, get_language(), public_id)
    if same := get_conditional_response(request, etag=etag):
        return same
    found = waiting_games(request.user)
    context = {
        "waiting_count": found.count,
        "next_game": found.next_but(public_id) if public_id else None,
    }
    response = render(request, "games/frame/_news.html", context)
    response["ETag"] = etag
    return response
