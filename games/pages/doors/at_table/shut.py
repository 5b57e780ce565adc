"""A finished game whose deal others still play: its player finds the result page instead."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from games.models import OVER
from games.pages.doors.requests import HtmxHttpRequest
from games.play.stamps import stamp_for
from games.play.tables import Table


def is_shut(found: Table) -> bool:
    """Return whether it is over, and others still play its deal."""
    return found.stamp.status in OVER and found.game.is_shut


def ended_shut(request: HtmxHttpRequest, public_id: str) -> bool:
    """Return whether it is the viewer's own finished game, whose deal others still play."""
    if not request.user.is_authenticated:
        return False
    stamp = stamp_for(public_id=public_id, user=request.user, own_shut=True)
    return stamp is not None and stamp.shut


def result_page_or_404(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Lead the game's player to the result page; raise ``Http404`` for everybody else."""
    if ended_shut(request, public_id):
        return result_page(request)
    raise Http404


def result_page(request: HtmxHttpRequest) -> HttpResponse:
    """Go to the one page that shows how a day's deal ended, until the day is over."""
    if request.htmx:
        return HttpResponseClientRedirect(reverse("today"))
    return redirect("today")
