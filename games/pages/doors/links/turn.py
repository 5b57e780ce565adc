"""The table behind an email's button: one turn, without signing in.

The address's token replaces session and CSRF token. Opening it changes nothing, because mail
scanners open links; the page that is shown then says so, and the player has seen the turn. It leads
to one table and one move there.
"""

from datetime import timedelta

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.live import watching
from games.models import Actor
from games.pages.doors.at_table.showing import answer, etag_of, fragment, page
from games.pages.doors.at_table.visits import Visit
from games.pages.doors.links.player import bare_for, shown_to, sign_in_as
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.doors.table import wanted_move
from games.pages.table.banners import after_refusal, after_step
from games.pages.table.choices import PLAYS
from games.pages.table.sent import sent_for
from games.play.move import enter_move
from games.play.tables import Table, table_at
from games.play.turn_links import Ended, TurnLink, turn_link
from games.rules.errors import RuleError

HEADINGS = {
    Ended.PLAYED: _("This turn is played"),
    Ended.PASSED: _("Somebody moved first"),
    Ended.UNDONE: _("Moves were taken back"),
    Ended.CLOSED: _("This link no longer works"),
}
JUST_NOW = timedelta(minutes=10)
"""How long after it a move is shown as sent; then its link says only that it was played."""


@require_safe
def turn(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Show the table, or why the link plays no turn any more."""
    link = _link_or_404(token)
    if request.user.pk == link.user.pk:
        return redirect("games:table", link.public_id)
    with shown_to(request, link.user):
        found = _table(link)
        if found is None:
            return _over(request, link)
        return page(request, found, visit=_visit(token, link))


@require_safe
def board(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Return the board alone, or 304; lead to the page once the turn is over."""
    link = _link_or_404(token)
    with shown_to(request, link.user):
        if link.stamp is None:
            return _to_page(request, token)
        etag = etag_of(link.user, link.stamp, one_turn=True)
        response = get_conditional_response(request, etag=etag)
        if response is None:
            found = _table(link)
            if found is None:
                return _to_page(request, token)
            response = fragment(request, found, visit=_visit(token, link))
            response["ETag"] = etag_of(link.user, found.stamp, one_turn=True)
    if "Page-Visible" in request.headers:
        watching.asked_for_news(link.public_id)
    return response


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Make the move, or a step of choosing, which changes nothing."""
    link = _link_or_404(token)
    with shown_to(request, link.user):
        found = _table(link)
        if request.method != "POST" or found is None:
            return _to_page(request, token)
        visit, action = _visit(token, link), request.POST.get("action", "look")
        if action not in PLAYS:
            after = after_step(found, request.POST, action, hints=False)
            return answer(request, found, *after, visit=visit)
        return _play(request, token, link, found, action)


def _play(
    request: HtmxHttpRequest, token: str, link: TurnLink, found: Table, action: str
) -> HttpResponse:
    try:
        wanted, seq = wanted_move(request.POST, action)
        enter_move(
            game_id=found.game.pk,
            seat=link.seat,
            move=wanted,
            seq=seq,
            actor=Actor.PLAYER,
            by=link.user.pk,
        )
    except RuleError as error:
        # While the press waited for its turn the game, and the link, may have gone on.
        link = _link_or_404(token)
        now = _table(link)
        if now is None:
            return _to_page(request, token)
        after = after_refusal(now, request.POST, link.seat, error)
        return answer(request, now, *after, visit=_visit(token, link))
    link = _link_or_404(token)
    now = _table(link)
    if now is None or not request.htmx:
        return _to_page(request, token)
    # With two players, a scout is followed by more of the same turn.
    return fragment(request, now, moved=True, visit=_visit(token, link))


def _link_or_404(token: str) -> TurnLink:
    link = turn_link(token)
    if link is None:
        raise Http404
    return link


def _table(link: TurnLink) -> Table | None:
    found = link.stamp and table_at(link.stamp)
    return found if found and found.view and found.seat == link.seat else None


def _visit(token: str, link: TurnLink) -> Visit:
    return Visit(
        link.user,
        table=reverse("games:turn", args=[token]),
        move=reverse("games:turn_move", args=[token]),
        board=reverse("games:turn_board", args=[token]),
        one_turn=True,
    )


def _to_page(request: HtmxHttpRequest, token: str) -> HttpResponse:
    address = reverse("games:turn", args=[token])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _over(request: HtmxHttpRequest, link: TurnLink) -> HttpResponse:
    played, sent = link.played, None
    if played and link.table and timezone.now() - played.at <= JUST_NOW:
        found = table_at(link.table)
        sent = found and sent_for(found, played.seq)
    context = {
        **bare_for(link.user),
        "sent": sent,
        "heading": sent.title if sent else HEADINGS[link.ended or Ended.CLOSED],
        "next": reverse("games:table", args=[link.public_id]),
        "name": sign_in_as(link.user),
    }
    return render(request, "games/links/turn_over.html", context)
