"""Finding open games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.lobby.finding import games_to_watch, open_games
from games.models import Game
from games.pages.doors.requests import page_of
from games.pages.lobby.filters import FilterForm
from games.pages.lobby.open_rows import open_row
from games.words.terms import players_in_short

WATCHED = 4
"""Games to watch."""


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """List matching open games, and some to watch."""
    form = FilterForm(request.GET)
    form.full_clean()
    found = open_games(wanted=form.wanted(), page=page_of(request), user=request.user)
    chosen = form.chosen()
    context = {
        "form": form,
        "chosen": chosen,
        "rows": [open_row(game, request.user) for game in found.page],
        "page": found.page,
        "query": form.query(),
        "said": _said(found.fitting, found.of_all, narrowed=bool(chosen)),
        "hidden": found.of_all - found.fitting,
        "watch": [
            (game, _where(game)) for game in games_to_watch(user=request.user, count=WATCHED)
        ],
        "section": "find",
    }
    return render(request, "games/lobby/find.html", context)


def _where(game: Game) -> str:
    return _("{players}, round {number} of {all}").format(
        players=players_in_short(game.players),
        number=game.summary.round_number + 1,
        all=game.players,
    )


def _said(fitting: int, of_all: int, *, narrowed: bool) -> str:
    if not narrowed:
        return ngettext("{count} open game.", "{count} open games.", of_all).format(count=of_all)
    return ngettext(
        "{fitting} of {count} open game fits your filters.",
        "{fitting} of {count} open games fit your filters.",
        of_all,
    ).format(fitting=fitting, count=of_all)
