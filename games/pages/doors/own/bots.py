"""Choosing bots to play, and starting a game against them alone."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from games.lobby.against_bots import (
    MOST,
    LastPick,
    Pick,
    in_order,
    last_pick,
    picks,
    usual_pick,
)
from games.lobby.opening import start_bot_game
from games.pages.doors.requests import brought_by, user_of
from games.pages.lobby import chooser
from games.pages.lobby.play_form import PlayForm
from games.results.against_bots import rating_against_bots
from games.rules.errors import RuleError

CHOSEN = "chosen"
"""The field that says that bots have been chosen, even if there are none."""
FINGERPRINT = "fingerprint"
"""The field and query by which a page shows the fingerprint of its deal before the press."""


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def play(request: HttpRequest) -> HttpResponse:
    """Show whom one can play; on POST deal, as a guest if need be.

    A press that chose nobody on purpose (*Play a bot now*) gets the player's last bots.
    """
    if request.method == "POST":
        return _play(request)
    last = last_pick(request.user)
    asked = request.GET.get("pick", "")
    usual = Pick.MINE if last else Pick.GENTLE
    pick = Pick(asked) if asked in [*Pick] else usual
    shown = last.show_legal_sets if last else True
    form = PlayForm(initial={"legal_sets": "shown" if shown else "hidden"})
    return _page(request, form, last, pick)


@login_required
def _play(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    form = PlayForm(request.POST)
    form.full_clean()
    show_legal_sets = form.cleaned_data["legal_sets"]
    if CHOSEN in request.POST:
        bots = in_order(request.POST.getlist("bot"))
        if not 1 <= len(bots) <= MOST:
            said = _("Four are the most.") if bots else _("Choose at least one.")
            return _page(request, form, last_pick(user), None, bots, said)
    else:
        last = last_pick(user)
        bots = usual_pick(last)
        show_legal_sets = last.show_legal_sets if last else True
    try:
        game = start_bot_game(
            user=user, bots=bots, show_legal_sets=show_legal_sets, brought=brought_by(request)
        )
    except RuleError as refused:
        messages.error(request, refused.sentence)
        return redirect("games:order")
    return redirect("games:table", game.public_id)


def _page(
    request: HttpRequest,
    form: PlayForm,
    last: LastPick | None,
    pick: Pick | None,
    bots: Sequence[str] = (),
    refused: str = "",
) -> HttpResponse:
    strength = rating_against_bots(request.user)
    found = picks(strength.rating, last)
    if pick is not None:
        pick = pick if pick in found else Pick.EVEN
        bots = found[pick]
    context: dict[str, Any] = {
        "form": form,
        "cards": chooser.cards(bots),
        "picks": chooser.pick_links(found, pick or Pick.MINE),
        "strength": chooser.strength_said(strength),
        "who": chooser.you_and(bots),
        "bots": len(bots),
        "most": MOST,
        "sizes": chooser.sizes(),
        "refused": refused,
        "fingerprint": FINGERPRINT in (request.POST or request.GET),
        "section": "bots",
    }
    return render(request, "games/lobby/bots.html", context)
