"""Leaderboards and ratings."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.pages.doors.requests import page_of
from games.results.leaderboards import Found, leaderboard, search
from games.results.rating_model import LISTED_FROM, NEW, shown
from games.rules.cards import PLAYER_COUNTS

USUAL = 4
LONGEST_NAME = 40


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Show a leaderboard's page, or players by name."""
    asked = request.GET.get("players", "")
    players = int(asked) if asked in map(str, PLAYER_COUNTS) else USUAL
    name = " ".join(request.GET.get("name", "").replace("\0", "").split())[:LONGEST_NAME]
    context = {
        "section": "leaderboards",
        "players": players,
        "sizes": [
            (
                "?" + urlencode({"players": each} | ({"name": name} if name else {})),
                each,
                each == players,
            )
            for each in PLAYER_COUNTS
        ],
        "name": name,
        "least": LISTED_FROM,
    }
    if name:
        found = search(players=players, name=name, viewer=request.user)
        context |= {"lines": found.lines, "said": _found(found)}
    else:
        board = leaderboard(players=players, page=page_of(request), viewer=request.user)
        count = board.page.paginator.count
        said = ngettext("{count} player.", "{count} players.", count).format(count=count)
        context |= {"lines": board.lines, "page": board.page, "said": said}
    return render(request, "games/profile/leaderboards.html", context)


def _found(found: Found) -> str:
    count = len(found.lines)
    if found.more:
        return _("Showing the first {count}. Type more of the name.").format(count=count)
    return ngettext("{count} player found.", "{count} players found.", count).format(count=count)


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Explain ratings."""
    return render(
        request,
        "games/profile/ratings.html",
        {"section": "leaderboards", "new": shown(NEW), "least": LISTED_FROM},
    )
