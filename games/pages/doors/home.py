"""The landing page, My games, and bot games."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games.live.tags import tag_of
from games.lobby.finding import newest_open_games
from games.lobby.lists import my_games
from games.lobby.opening import start_bot_game
from games.pages.doors.requests import page_of, user_of
from games.pages.lobby.create_form import CreateForm
from games.pages.lobby.lists import lists_for
from games.pages.lobby.open_rows import open_row
from games.pages.lobby.play_form import PlayForm
from games.rules.errors import RuleError
from games.words.levels import level_notes


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Show the landing page."""
    return render(request, "games/lobby/landing.html", play_form())


@require_safe
@cache_control(private=True, no_cache=True)
def mine(request: HttpRequest) -> HttpResponse:
    """Show the viewer's games."""
    newest = newest_open_games(user=request.user)
    context = _lists(request) | {
        "form": CreateForm(),
        "open_games": [open_row(game, request.user) for game in newest],
        "section": "mine",
        **play_form(),
    }
    return render(request, "games/lobby/mine.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def lists(request: HttpRequest) -> HttpResponseBase:
    """Return the lists alone, or 304."""
    context = _lists(request)
    response = render(request, "games/lobby/mine.html#lists", context | {"fragment": True})
    response["ETag"] = context["etag"]
    return get_conditional_response(request, context["etag"], response=response) or response


def _lists(request: HttpRequest) -> dict[str, Any]:
    games = lists_for(my_games(user=request.user, page=page_of(request)))
    shown = render_to_string("games/lobby/_my_games.html", {"games": games}, request)
    count = len(games.waiting_for_me)
    return {
        "games": games,
        "shown": shown,
        "etag": tag_of(count, shown),
        "waiting_count": count,
        "page_number": games.page.number,
    }


@require_POST
@login_required
def play(request: HttpRequest) -> HttpResponse:
    """Start a bot game, as a guest if need be."""
    form = PlayForm(request.POST)
    form.full_clean()
    chosen = form.cleaned_data
    try:
        game = start_bot_game(
            user=user_of(request),
            players=chosen["players"],
            level=chosen["level"],
            show_legal_sets=chosen["legal_sets"],
        )
    except RuleError as refused:
        messages.error(request, refused.sentence)
        return redirect("games:order")
    return redirect("games:table", game.public_id)


def play_form() -> dict[str, object]:
    """Return the form's context."""
    return {"play": PlayForm(), "level_notes": level_notes()}
