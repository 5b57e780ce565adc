"""Chat messages."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from games.pages.doors.at_table.showing import page, table_or_404
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.table.chat_box import messages_for
from games.pages.table.choices import number_in
from games.people.former import former_players
from games.play.chat import say
from games.play.messages import LATEST, OnPage, chat_for, may_read_chat
from games.play.seats import seats_of
from games.play.stamps import Stamp, stamp_for
from games.rules.errors import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Post a message, or fetch new ones.

    A script sends what its page shows (``first``, ``after``, ``hidden``) and gets the changes, or
    204. A form goes back to the table.
    """
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None or not may_read_chat(stamp):
        raise Http404
    sent = request.POST if request.method == "POST" else request.GET
    error = _say(stamp, sent.get("text", "")) if request.method == "POST" else ""
    if request.htmx:
        return _news(request, stamp, _on_page(sent), error)
    if error:
        found = table_or_404(request, public_id)
        return page(request, found, typed=sent.get("text", ""), chat_error=error, chat_open=True)
    return redirect(f"{reverse('games:table', args=[public_id])}?chat=open#say")


def _say(stamp: Stamp, text: str) -> str:
    if stamp.seat is None:
        raise Http404
    try:
        say(game_id=stamp.game_id, seat=stamp.seat, text=text, by=stamp.viewer)
    except RuleError as refused:
        return refused.sentence
    return ""


def _on_page(sent: QueryDict) -> OnPage:
    hidden = [number_in(one) for one in sent.get("hidden", "").split(",")[:LATEST]]
    return OnPage(
        first=number_in(sent.get("first", "")) or 0,
        last=number_in(sent.get("after", "")) or 0,
        hidden=frozenset(one for one in hidden if one is not None),
    )


@cache_control(private=True, no_cache=True)
def _news(request: HttpRequest, stamp: Stamp, on_page: OnPage, error: str) -> HttpResponse:
    found = chat_for(stamp, on_page=on_page)
    assert found is not None
    said = request.method == "POST"
    if not found.messages and not found.changed and not said:
        return HttpResponse(status=204)
    seats = seats_of(stamp.game_id)
    former = former_players(seats)
    context = {
        "messages": messages_for(found.messages, seats, former, stamp),
        "changed": messages_for(found.changed, seats, former, stamp),
        "chat_error": error,
        "answers": said,
    }
    response = render(request, "games/table/_messages.html", context)
    if said and not error:
        response["HX-Trigger-After-Settle"] = "said"
    return response
