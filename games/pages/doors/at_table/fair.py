"""Was the deal fair? Promise, parts, secret, and the check."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.pages.doors.at_table.shut import ended_shut, result_page
from games.pages.doors.links.door import closed_door
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.fairness.proof import proof_page
from games.pages.table.choices import number_in
from games.play.stamps import Stamp, stamp_for
from games.play.tables import table_at


@require_safe
def fair(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Show what proves the deal, to those who may see the game."""
    invitation = request.GET.get("invitation", "")
    stamp = stamp_for(public_id=public_id, user=request.user, invitation=invitation)
    if stamp is None:
        if ended_shut(request, public_id):
            return result_page(request)
        return closed_door(request)
    return _page(request, public_id, stamp, invitation)


@cache_control(private=True, no_cache=True)
def _page(request: HtmxHttpRequest, public_id: str, stamp: Stamp, invitation: str) -> HttpResponse:
    table = table_at(stamp)
    page = table and proof_page(table, number_in(request.GET.get("round", "1")) or 0)
    if page is None:
        raise Http404
    context = {
        "page": page,
        "public_id": public_id,
        "invitation": invitation,
        "section": "mine",
    }
    return render(request, "games/fairness/fair.html", context)
