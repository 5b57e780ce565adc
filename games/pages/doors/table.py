"""The table page."""

from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games.live import watching
from games.lobby.waiting import waiting_games
from games.pages.doors.at_table.showing import (
    answer,
    etag_of,
    fragment,
    go_to,
    page,
    seen_table,
    table_or_404,
    watched,
)
from games.pages.doors.at_table.shut import (
    ended_shut,
    is_shut,
    result_page,
    result_page_or_404,
)
from games.pages.doors.links.door import closed_door
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.table.banners import (
    after_refusal,
    after_step,
    not_seated,
    too_late,
    twice,
)
from games.pages.table.choices import (
    PLAYS,
    Choice,
    move_of,
    number_in,
    read_choice,
)
from games.people.users import player_of
from games.play.move import enter_for
from games.play.stamps import stamp_for
from games.play.tables import Table, table_after, table_at
from games.rules.errors import RuleError
from games.rules.moves import Move, Orient


@require_safe
def table(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Show the game; once over, its invitation link opens it too."""
    found = seen_table(request, public_id, request.GET.get("invitation", ""))
    if found is None and ended_shut(request, public_id):
        return result_page(request)
    return page(request, found) if found else closed_door(request)


@require_safe
@cache_control(private=True, no_cache=True)
def board(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Return the board alone, or 304."""
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        return result_page_or_404(request, public_id)
    response = get_conditional_response(request, etag=etag_of(request.user, stamp))
    if response is None:
        found = table_at(stamp)
        if found is None:
            raise Http404
        if is_shut(found):
            return result_page(request)
        found = watched(request, found)
        response = fragment(request, found)
        response["ETag"] = etag_of(request.user, found.stamp)
    if "Page-Visible" in request.headers:
        watching.asked_for_news(public_id)
        watching.asked_for_news(watching.person_at(request.user.pk, public_id))
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Make a move, or a step of choosing, which changes nothing.

    A faulty press gets the current table and a sentence. GET redirects to the table.
    """
    if request.method != "POST":
        return redirect("games:table", public_id)
    action = request.POST.get("action", "look")
    if action in PLAYS:
        return _play(request, public_id, action)
    return _choose(request, public_id, action)


def _choose(request: HtmxHttpRequest, public_id: str, action: str) -> HttpResponse:
    found = seen_table(request, public_id)
    if found is None:
        return result_page_or_404(request, public_id)
    return answer(request, found, *after_step(found, request.POST, action))


def _play(request: HtmxHttpRequest, public_id: str, action: str) -> HttpResponse:
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        return result_page_or_404(request, public_id)
    if stamp.seat is None:
        return answer(request, table_or_404(request, public_id), *not_seated())
    try:
        wanted, seq = wanted_move(request.POST, action)
        entered = enter_for(stamp, wanted, seq)
    except RuleError as error:
        # Not by the stamp: while the press waited for its turn the game may have gone on.
        now = seen_table(request, public_id)
        if now is None:
            return result_page_or_404(request, public_id)
        return answer(request, now, *after_refusal(now, request.POST, stamp.seat, error))
    after = table_after(stamp, entered)
    if is_shut(after):
        return result_page(request)
    if not entered.new and seq != after.stamp.seq:
        return answer(request, after, Choice(), too_late(after, stamp.seat, seq) or twice())
    return moved_on(request, after, turn=not isinstance(wanted, Orient))


def wanted_move(form: QueryDict, action: str) -> tuple[Move, int]:
    """Return the move that a press wants to make, and for which decision; raise ``RuleError``."""
    seq = number_in(form.get("seq", ""))
    move = move_of(read_choice(form), action, form)
    if seq is None:
        raise RuleError("stale", "The form is too old.")
    return move, seq


def moved_on(request: HtmxHttpRequest, after: Table, *, turn: bool) -> HttpResponse:
    """Show the table, or the next game if wanted.

    Nobody skips the end of a round or game.
    """
    if is_shut(after):
        return result_page(request)
    user = request.user
    wants_next = isinstance(user, AbstractUser) and player_of(user).auto_next_game
    if wants_next and _goes_on_without_me(after, turn=turn):
        following = waiting_games(user).next_but(after.game.public_id)
        if following is not None:
            return go_to(request, following.public_id)
    if request.htmx:
        return fragment(request, after, moved=True)
    return redirect("games:table", after.game.public_id)


def _goes_on_without_me(after: Table, *, turn: bool) -> bool:
    view = after.view
    if view is None or view.phase == "over" or view.may_act:
        return False
    # A turn that ends a round is followed by the next deal, whose history is empty.
    return bool(view.history) or not turn
