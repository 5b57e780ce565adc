"""The landing page and My games."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.live.tags import tag_of
from games.lobby.finding import newest_open_games
from games.lobby.lists import my_games
from games.lobby.news import Unread
from games.lobby.waiting import Waiting, waiting_games
from games.models import Stage
from games.pages.doors.own.home import has_home, home
from games.pages.doors.requests import page_of, user_of
from games.pages.lobby.create_form import CreateForm
from games.pages.lobby.lists import lists_for
from games.pages.lobby.news import NewsRow, news_rows
from games.pages.lobby.open_rows import open_row
from games.pages.lobby.share import site_code, site_preview

NEWS_SHOWN = 5
LISTED_BY_THEMSELVES = (Stage.INVITATION, Stage.REMATCH, Stage.KEPT, Stage.NUDGE)
"""What My games shows in lists of its own."""


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Show the landing page, or the home of those who play here."""
    return home(request) if has_home(request) else poster(request)


@require_safe
def poster(request: HttpRequest) -> HttpResponse:
    """Show what the site is, to anybody."""
    context = {"preview": site_preview(), **site_code()}
    return render(request, "games/home/landing.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def mine(request: HttpRequest) -> HttpResponse:
    """Show the viewer's games."""
    newest = newest_open_games(user=request.user)
    context = _lists(request) | {
        "form": CreateForm(),
        "open_games": [open_row(game, request.user) for game in newest],
        "section": "mine",
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
    waiting = waiting_games(request.user)
    count = waiting.count
    shown = render_to_string(
        "games/lobby/_my_games.html", {"games": games, "news": _news(request, waiting)}, request
    )
    return {
        "games": games,
        "shown": shown,
        "etag": tag_of(count, shown),
        "waiting_count": count,
        "page_number": games.page.number,
    }


def _news(request: HttpRequest, waiting: Waiting) -> list[NewsRow]:
    """Return unread news that the lists below don't show by themselves."""
    beside = {
        each.stage
        for each in waiting.news
        if each.stage not in LISTED_BY_THEMSELVES and each.counts_beside(waiting.public_ids)
    }
    if not beside:
        return []
    rows = news_rows(user_of(request), timezone.now(), unread=True, stages=beside)
    shown = [
        row for row in rows if Unread(row.public_id, row.stage).counts_beside(waiting.public_ids)
    ]
    return shown[:NEWS_SHOWN]
