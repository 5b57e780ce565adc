"""Leaderboards and ratings."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.pages.doors.requests import page_of
from games.pages.profile.board_rows import board_rows, why_sure
from games.results.leaderboards import Found, leaderboard, search
from games.results.rating_model import LISTED_FROM, LISTED_FROM_PEOPLE, NEW, shown
from games.results.ratings import worked_out_anew_at
from games.rules.cards import PLAYER_COUNTS

USUAL = 4
BOTS = "bots"
"""The value of ``accounts`` for bot accounts; anything else is for people."""
LONGEST_NAME = 40


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Show a leaderboard's page, or players by name."""
    asked = request.GET.get("players", "")
    players = int(asked) if asked in map(str, PLAYER_COUNTS) else USUAL
    bots = request.GET.get("accounts") == BOTS
    name = " ".join(request.GET.get("name", "").split())[:LONGEST_NAME]
    context = {
        "section": "leaderboards",
        "players": players,
        "bots": bots,
        "pools": [
            (_address(players, name, bots=each), label, each == bots)
            for each, label in ((False, _("People")), (True, _("Bot accounts")))
        ],
        "sizes": [
            (_address(each, name, bots=bots), each, each == players) for each in PLAYER_COUNTS
        ],
        "everybody": _address(players, bots=bots),
        "name": name,
        "least": LISTED_FROM,
        "least_people": LISTED_FROM_PEOPLE,
    }
    if name:
        found = search(players=players, name=name, viewer=request.user, bot_accounts=bots)
        context |= {"rows": board_rows(found.lines, bot_accounts=bots), "said": _found(found)}
        context["why"] = why_sure([])
    else:
        board = leaderboard(
            players=players, page=page_of(request), viewer=request.user, bot_accounts=bots
        )
        count = board.page.paginator.count
        said = ngettext("{count} player.", "{count} players.", count).format(count=count)
        rows = board_rows([*board.lines, *board.provisional], bot_accounts=bots)
        context |= {"rows": rows[: len(board.lines)], "page": board.page, "said": said}
        context["provisional"] = rows[len(board.lines) :]
        context["why"] = why_sure(board.lines)
    return render(request, "games/profile/leaderboards.html", context)


def _address(players: int, name: str = "", *, bots: bool) -> str:
    asked = {"accounts": BOTS if bots else "", "players": players, "name": name}
    return "?" + urlencode({key: value for key, value in asked.items() if value})


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
        {
            "section": "leaderboards",
            "new": shown(NEW),
            "least": LISTED_FROM,
            "least_people": LISTED_FROM_PEOPLE,
            "anew": worked_out_anew_at(),
        },
    )
