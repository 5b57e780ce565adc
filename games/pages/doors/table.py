"""The table page."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import Http404, HttpResponse
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
from games.lobby.waiting import waiting_games
from games.models import Actor, ModerationAction
from games.notices.schedule import mark_seen
from games.order.tables import openings_of
from games.pages.doors.before import before_page
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.profile.rating_box import rating_box
from games.pages.table.banners import refused_by, stale, too_late, twice, why_not
from games.pages.table.board import Banner, board_for
from games.pages.table.chat_box import chat_box
from games.pages.table.choices import PLAYS, Choice, move_of, number_in, read_choice, step
from games.pages.table.hints import hinted
from games.pages.table.phrases import page_words
from games.pages.table.rematch import rematch_box
from games.people.users import has_account, player_of
from games.play.move import enter_move
from games.play.stamps import Stamp, stamp_for
from games.play.tables import Table, table_after, table_at, table_for
from games.play.watchers import note_watcher
from games.rules.errors import RuleError
from games.rules.moves import Orient

User = AbstractUser | AnonymousUser

_MOVED_ON = frozenset({"stale", "game_over", "wrong_phase", "round_over", "not_started"})
"""Refusals that mean the page was out of date."""


@require_safe
def table(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Show the game; once over, its invitation link opens it too."""
    found = table_or_404(request, public_id, request.GET.get("invitation", ""))
    return page(request, found)


@require_safe
@cache_control(private=True, no_cache=True)
def board(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Return the board alone, or 304."""
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    response = get_conditional_response(request, etag=_etag_of(request, stamp))
    if response is None:
        found = table_at(stamp)
        if found is None:
            raise Http404
        found = _watched(request, found)
        response = _board(request, found)
        response["ETag"] = _etag_of(request, found.stamp)
    if "Page-Visible" in request.headers:
        watching.asked_for_news(public_id)
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
    found = table_or_404(request, public_id)
    if found.view is None or found.seat is None:
        return answer(request, found, Choice(), refused_by(RuleError("not_seated", "Not seated.")))
    choice = read_choice(request.POST, found.view)
    if request.POST.get("seq") != str(found.stamp.seq):
        return answer(request, found, _kept(request, found, choice), stale())
    try:
        after = hinted(found, choice, action)
        choice = after or replace(step(choice, action, found.view), hint=choice.hint)
    except RuleError as error:
        return answer(request, found, choice, refused_by(error))
    return answer(request, found, choice)


def _play(request: HtmxHttpRequest, public_id: str, action: str) -> HttpResponse:
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    if stamp.seat is None:
        found = table_or_404(request, public_id)
        return answer(request, found, Choice(), refused_by(RuleError("not_seated", "Not seated.")))
    seq = number_in(request.POST.get("seq", ""))
    try:
        wanted = move_of(read_choice(request.POST), action, request.POST)
        if seq is None:
            raise RuleError("stale", "The form is too old.")
        entered = enter_move(
            game_id=stamp.game_id, seat=stamp.seat, move=wanted, seq=seq, actor=Actor.PLAYER
        )
    except RuleError as error:
        # Not by the stamp: while the press waited for its turn the game may have gone on.
        return _refused(request, table_or_404(request, public_id), stamp.seat, error)
    after = table_after(stamp, entered)
    if not entered.new and seq != after.stamp.seq:
        return answer(request, after, Choice(), too_late(after, stamp.seat, seq) or twice())
    return _moved(request, after, turn=not isinstance(wanted, Orient))


def _refused(request: HtmxHttpRequest, now: Table, seat: int, error: RuleError) -> HttpResponse:
    seq = number_in(request.POST.get("seq", ""))
    choice = read_choice(request.POST, now.view) if now.view else Choice()
    if error.code in _MOVED_ON or seq != now.stamp.seq:
        banner = (too_late(now, seat, seq) if seq is not None else None) or stale(error)
        return answer(request, now, _kept(request, now, choice), banner)
    choice = replace(choice, judged=bool(choice.cards))
    return answer(request, now, choice, why_not(error, now, choice))


def _moved(request: HtmxHttpRequest, after: Table, *, turn: bool) -> HttpResponse:
    """Show the table, or the next game if wanted.

    Nobody skips the end of a round or game.
    """
    user = request.user
    if _wants_next(user) and _goes_on_without_me(after, turn=turn):
        following = waiting_games(user).next_but(after.game.public_id)
        if following is not None:
            return go_to(request, following.public_id)
    if request.htmx:
        return _board(request, after, moved=True)
    return redirect("games:table", after.game.public_id)


def _wants_next(user: User) -> bool:
    return isinstance(user, AbstractUser) and player_of(user).auto_next_game


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


def _kept(request: HtmxHttpRequest, found: Table, choice: Choice) -> Choice:
    """Keep a selection only for an unchanged hand."""
    view = found.view
    if view is None or choice.mode or request.POST.get("held") != str(len(view.hand or b"")):
        return Choice()
    return Choice(cards=choice.cards)


def answer(
    request: HtmxHttpRequest, found: Table, choice: Choice, banner: Banner | None = None
) -> HttpResponse:
    """Answer a press; htmx gets only the board."""
    if request.htmx:
        return _board(request, found, choice, banner)
    return page(request, found, choice, banner)


@cache_control(private=True, no_cache=True)
def page(
    request: HtmxHttpRequest,
    found: Table,
    choice: Choice | None = None,
    banner: Banner | None = None,
    **more: Any,
) -> HttpResponse:
    """Return the whole page."""
    if found.view is None:
        return before_page(request, found, refusal=banner.sentence if banner else None)
    context = _context(request, found, choice, banner)
    context["chat"] = chat_box(found)
    context["may_report"] = _may_report(request, found)
    context["chat_open"] = "chat" in request.GET
    context["words"] = page_words()
    return render(request, "games/table/table.html", context | more)


def _board(
    request: HtmxHttpRequest,
    found: Table,
    choice: Choice | None = None,
    banner: Banner | None = None,
    *,
    moved: bool = False,
) -> HttpResponse:
    if found.view is None:
        # A table that waits has no board; its page is another.
        return HttpResponseClientRefresh()
    context = _context(request, found, choice, banner)
    context["moved"] = moved
    context["fragment"] = True
    return render(request, "games/table/table.html#board", context)


def _context(
    request: HtmxHttpRequest, found: Table, choice: Choice | None, banner: Banner | None
) -> dict[str, Any]:
    user = request.user
    shown = board_for(found, choice or Choice(), banner, named=has_account(user))
    if shown.may_act:
        _note_seen(request, found)
    public_id, waiting = found.game.public_id, waiting_games(user)
    return {
        "board": shown,
        "public_id": public_id,
        "etag": _etag_of(request, found.stamp),
        "waiting_count": waiting.count,
        "next_game": None if shown.may_act else waiting.next_but(public_id),
        "rematch": rematch_box(found, user) if shown.phase == "over" else None,
        "openings": _openings(found, user) if shown.phase == "over" else [],
        "ratings": rating_box(found, user) if shown.phase == "over" else None,
    }


def _openings(found: Table, user: User) -> list[ModerationAction]:
    """Only current and former players may know."""
    sat = user.pk is not None and any(seat.user_id == user.pk for seat in found.seats)
    return openings_of(found.stamp.game_id) if sat else []


def _note_seen(request: HtmxHttpRequest, found: Table) -> None:
    """Note that the player saw this turn.

    Polls count if the page is visible; prefetches and HEAD don't.
    """
    ahead = "prefetch" in request.headers.get("Sec-Purpose", "")
    unseen = request.htmx and request.method == "GET" and "Page-Visible" not in request.headers
    if request.method == "HEAD" or ahead or unseen:
        return
    mine = next(seat for seat in found.seats if seat.number == found.seat)
    if mine.seen_seq is None or mine.seen_seq < found.stamp.seq:
        mark_seen(seat_id=mine.pk, seq=found.stamp.seq)


def _etag_of(request: HtmxHttpRequest, stamp: Stamp) -> str:
    zone = timezone.get_current_timezone_name()
    return tag_of(request.user.pk, *stamp.tag, get_language(), zone)


def _may_report(request: HtmxHttpRequest, found: Table) -> bool:
    me = request.user.pk
    people = [seat for seat in found.seats if not seat.bot and seat.user_id != me]
    return request.user.is_authenticated and bool(people)


def table_or_404(request: HtmxHttpRequest, public_id: str, invitation: str = "") -> Table:
    """Return the viewer's table, also by ``invitation``."""
    found = table_for(public_id=public_id, user=request.user, invitation=invitation)
    if found is None:
        raise Http404
    return _watched(request, found)


def _watched(request: HtmxHttpRequest, found: Table) -> Table:
    note_watcher(stamp=found.stamp, user=request.user)
    return found
