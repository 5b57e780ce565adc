"""The same deal for a friend."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from games.deals.comparing import compared, own_result, results_of
from games.deals.sharing import Offered, copy_of, offered, share, sit_down
from games.models import OVER
from games.pages.deals.same import bots_of, host_of, lines_of, other_of, rows_of
from games.pages.doors.requests import user_of
from games.pages.lobby.share import deal_preview
from games.pages.table.choices import number_in
from games.play.stamps import stamp_for
from games.rules.errors import RuleError
from games.words.links import site_link
from games.words.refusals import refusal


@require_POST
def share_deal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give a finished game's deal a link, and show it."""
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    if not request.user.is_authenticated:
        return redirect("games:table", public_id)
    try:
        deal = share(game_id=stamp.game_id, user=user_of(request))
    except RuleError as error:
        messages.error(request, refusal(error).said)
        return redirect("games:table", public_id)
    return redirect("same_deal", deal.address)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def same_deal(request: HttpRequest, address: str) -> HttpResponse:
    """Show a deal, and to those who have finished it how it went; POST sits down."""
    offer = offered(address)
    if offer is None:
        raise Http404
    if request.method == "POST":
        return _sit_down(request, offer)
    context: dict[str, Any] = {
        "host": host_of(offer),
        "bots": bots_of(offer),
        "link": site_link(reverse("same_deal", args=[address])),
        "preview": deal_preview(offer.deal),
        "section": "bots",
    }
    copy = copy_of(offer, request.user)
    is_host = request.user.pk is not None and offer.host.user_id == request.user.pk
    finished = is_host if copy is None else copy.game.summary.status in OVER
    if finished:
        context |= _results(request, offer)
    context |= {"copy": copy, "is_host": is_host, "finished": finished}
    return render(request, "games/deals/same.html", context)


@login_required
def _sit_down(request: HttpRequest, offer: Offered) -> HttpResponse:
    try:
        game = sit_down(offer, user_of(request))
    except RuleError as error:
        messages.error(request, refusal(error).said)
        return redirect("same_deal", offer.deal.address)
    return redirect("games:table", game.public_id)


def _results(request: HttpRequest, offer: Offered) -> dict[str, Any]:
    results = results_of(offer)
    mine = own_result(results, request.user)
    if mine is None:
        # Their copy was ended unfinished.
        return {"rows": []}
    asked = number_in(request.GET["with"]) if "with" in request.GET else None
    try:
        other = other_of(results, mine, asked)
    except LookupError as error:
        raise Http404 from error
    rows = rows_of(results, mine, other)
    return {
        "rows": rows,
        "mine": mine,
        "other": next((row for row in rows if row.compared), None),
        "rounds": lines_of(compared(mine, other)) if other else [],
    }
