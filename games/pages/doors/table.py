"""The table page."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from games.live import watching
from games.live.tags import tag_of
from games.lobby.waiting import Waiting, waiting_games
from games.models import ModerationAction
from games.order.tables import openings_of
from games.pages.doors.at_table.shut import (
    ended_shut,
    is_shut,
    result_page,
    result_page_or_404,
)
from games.pages.doors.at_table.visits import User, Visit, visit_of
from games.pages.doors.before import before_page
from games.pages.doors.links.door import closed_door
from games.pages.doors.links.player import BARE
from games.pages.doors.requests import HtmxHttpRequest, is_a_look
from games.pages.profile.rating_box import rating_box
from games.pages.table.aside.befriend import acquaintances
from games.pages.table.aside.whole import aside
from games.pages.table.banners import (
    Banner,
    after_refusal,
    after_step,
    not_seated,
    too_late,
    twice,
)
from games.pages.table.board import board_for
from games.pages.table.choices import (
    PLAYS,
    Choice,
    move_of,
    number_in,
    read_choice,
    read_scene,
)
from games.pages.table.ends.same_deal import same_deal_box
from games.pages.table.ends.share import result_link
from games.pages.table.phrases import page_words
from games.pages.table.rematch import rematch_box
from games.people.users import has_account, player_of
from games.play.looking import note_look
from games.play.move import enter_for
from games.play.stamps import Stamp, stamp_for
from games.play.tables import Table, table_after, table_at, table_for
from games.play.watchers import note_watcher
from games.rules.errors import RuleError
from games.rules.moves import Move, Orient
from games.words.people import people_at


@require_safe
def table(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Show the game; once over, its invitation link opens it too."""
    found = _table(request, public_id, request.GET.get("invitation", ""))
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
        found = _watched(request, found)
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
    found = _table(request, public_id)
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
        now = _table(request, public_id)
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


def go_to(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Go to a table."""
    if request.htmx:
        return HttpResponseClientRedirect(reverse("games:table", args=[public_id]))
    return redirect("games:table", public_id)


def answer(
    request: HtmxHttpRequest,
    found: Table,
    choice: Choice,
    banner: Banner | None = None,
    *,
    visit: Visit | None = None,
) -> HttpResponse:
    """Answer a press; htmx gets only the board."""
    if request.htmx:
        return fragment(request, found, choice, banner, visit=visit)
    return page(request, found, choice, banner, visit=visit)


@cache_control(private=True, no_cache=True)
def page(
    request: HtmxHttpRequest,
    found: Table,
    choice: Choice | None = None,
    banner: Banner | None = None,
    *,
    visit: Visit | None = None,
    **more: Any,
) -> HttpResponse:
    """Return the whole page."""
    if found.view is None:
        return before_page(request, found, refusal=banner.sentence if banner else None)
    visit = visit or visit_of(request, found.game.public_id)
    choice = choice or Choice(scene=read_scene(request.GET, found.view))
    context = _context(request, found, choice, banner, visit)
    context |= aside(found, request.user, one_turn=visit.one_turn)
    context["chat_open"] = "chat" in request.GET
    context["words"] = page_words()
    return render(request, "games/table/table.html", context | more)


def fragment(
    request: HtmxHttpRequest,
    found: Table,
    choice: Choice | None = None,
    banner: Banner | None = None,
    *,
    moved: bool = False,
    visit: Visit | None = None,
) -> HttpResponse:
    """Return the board alone; ``moved`` after a move.

    Anyone who looks on while the game ends is shown first how it ended.
    """
    if found.view is None:
        # A table that waits has no board; its page is another.
        return HttpResponseClientRefresh()
    visit = visit or visit_of(request, found.game.public_id)
    choice = choice or read_choice(request.GET, found.view)
    if found.view.phase == "over" and not choice.scene:
        choice = replace(choice, scene="scores")
    context = _context(request, found, choice, banner, visit)
    context["moved"] = moved
    context["fragment"] = True
    return render(request, "games/table/table.html#board", context)


def _context(
    request: HtmxHttpRequest,
    found: Table,
    choice: Choice,
    banner: Banner | None,
    visit: Visit,
) -> dict[str, Any]:
    user, one_turn = visit.user, visit.one_turn
    shown = board_for(found, choice, banner, named=has_account(user), one_turn=one_turn)
    public_id, over = found.game.public_id, shown.over
    waiting = Waiting(()) if one_turn else waiting_games(user)
    if is_a_look(request):
        before, waiting = waiting, waiting.after_a_look_at(public_id)
        note_look(found, user, at_stake=shown.may_act or over, has_news=waiting != before)
    context = {
        "board": shown,
        "public_id": public_id,
        "at": visit,
        "etag": etag_of(user, found.stamp, one_turn=one_turn),
    }
    if one_turn:
        people = people_at(found.seats, found.seat)
        return context | {**BARE, "player": people[found.seat or 0]}
    return context | {
        "waiting_count": waiting.count,
        "next_game": waiting.next_but(public_id) if shown.may_go_on else None,
        "rematch": rematch_box(found, user) if over else None,
        "share": result_link(found) if over else "",
        "same_deal": same_deal_box(found) if over else None,
        "openings": _openings(found, user) if over else [],
        "ratings": rating_box(found, user) if over else None,
        "acquaintances": acquaintances(found, user) if over else [],
    }


def _openings(found: Table, user: User) -> list[ModerationAction]:
    """Only current and former players may know."""
    sat = user.pk is not None and any(seat.user_id == user.pk for seat in found.seats)
    return openings_of(found.stamp.game_id) if sat else []


def etag_of(user: User, stamp: Stamp, *, one_turn: bool = False) -> str:
    """Return the tag of a board as a user sees it, now and here."""
    zone = timezone.get_current_timezone_name()
    return tag_of(user.pk, *stamp.tag, stamp.still_for, one_turn, get_language(), zone)


def table_or_404(request: HtmxHttpRequest, public_id: str) -> Table:
    """Return the viewer's table."""
    found = _table(request, public_id)
    if found is None:
        raise Http404
    return found


def _table(request: HtmxHttpRequest, public_id: str, invitation: str = "") -> Table | None:
    found = table_for(public_id=public_id, user=request.user, invitation=invitation)
    return found and _watched(request, found)


def _watched(request: HtmxHttpRequest, found: Table) -> Table:
    note_watcher(stamp=found.stamp, user=request.user)
    return found
