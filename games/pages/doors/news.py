"""The list of news."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.notices.seen import read_news
from games.pages.doors.requests import is_a_look, user_of
from games.pages.lobby.news import news_rows


@require_safe
@login_required
@cache_control(private=True, no_cache=True)
def news(request: HttpRequest) -> HttpResponse:
    """Show the viewer's news, and note that what waits for no answer has been read."""
    user = user_of(request)
    rows = news_rows(user, timezone.now())
    if is_a_look(request) and any(row.unread for row in rows):
        read_news(user_id=user.pk)
    return render(request, "games/lobby/news.html", {"news": rows, "section": "mine"})
