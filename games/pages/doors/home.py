"""The pages around the table: landing, my games, and the press that starts a game."""

import hashlib
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from games.bots.registry import BOTS
from games.lobby.finding import newest_open_games
from games.lobby.lists import count_waiting, my_games
from games.lobby.opening import start_bot_game
from games.pages.doors.finding import open_row
from games.pages.lobby.create_form import Wish, form_of, legal_set_options
from games.pages.lobby.lists import lists_for
from games.rules.errors import RuleError
from games.words.levels import LEVELS, level_notes

OPPONENTS = (1, 2, 3, 4)
OPEN_GAMES = 3
"""So many open games are offered beside my games."""


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """What this is, and a button that starts a game."""
    return render(request, "games/lobby/landing.html", play_form())


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The games I sit in: those that wait for me first."""
    newest = newest_open_games(user=request.user, count=OPEN_GAMES)
    context = _lists(request) | {
        "form": form_of(Wish()),
        "open_games": [open_row(game, request.user) for game in newest],
        "section": "mine",
        **play_form(),
    }
    response = render(request, "games/lobby/mine.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def lists(request: HttpRequest) -> HttpResponseBase:
    """The lists of my games alone, for a page that keeps them true; 304 when nothing changed."""
    context = _lists(request)
    response = render(request, "games/lobby/mine.html#lists", context | {"fragment": True})
    response["ETag"] = context["etag"]
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, context["etag"], response=response) or response


def _lists(request: HttpRequest) -> dict[str, Any]:
    """What the part of the page with the lists needs, and a tag over all that it shows."""
    page = request.GET.get("page", "")
    number = int(page) if page.isascii() and page.isdecimal() else 1
    games = lists_for(my_games(user=request.user, page=number))
    shown = render_to_string("games/lobby/_my_games.html", {"games": games}, request)
    count = count_waiting(request.user)
    digest = hashlib.sha256(f"{count} {shown}".encode()).hexdigest()
    return {
        "games": games,
        "shown": shown,
        "etag": f'"{digest[:32]}"',
        "waiting_count": count,
        "page_number": games.page.number,
    }


@require_POST
@login_required
def play(request: HttpRequest) -> HttpResponse:
    """Start a game against bots and go to its table; a stranger has become a guest on the way.

    What the form lacks, or what nobody could have chosen on the page, counts as the default.
    """
    players = request.POST.get("players", "")
    level = request.POST.get("level", "")
    assert isinstance(request.user, AbstractUser)
    try:
        game = start_bot_game(
            user=request.user,
            players=int(players) if players in ("2", "3", "4", "5") else 4,
            level=level if level in BOTS else "easy",
            show_legal_sets=request.POST.get("legal_sets") != "hidden",
        )
    except RuleError as refused:
        messages.error(request, refused.sentence)
        return redirect("games:order")
    return redirect("games:table", game.public_id)


def play_form() -> dict[str, object]:
    """What the form that starts a game offers."""
    return {
        "opponents": [(count + 1, count, count == 3) for count in OPPONENTS],
        "levels": [
            (level, name, level == "easy") for level, name in LEVELS.items() if level in BOTS
        ],
        "level_notes": level_notes(),
        "legal_sets": legal_set_options(shown=True),
    }
