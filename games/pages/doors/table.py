"""The table page: look, look for news, choose, play."""

import hashlib
from dataclasses import replace
from typing import Any, cast

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from games.live import watching
from games.lobby.lists import count_waiting
from games.lobby.waiting import next_game
from games.models import Actor, ModerationAction
from games.notices.schedule import mark_seen
from games.order.tables import openings_of
from games.pages.doors.before import before_page
from games.pages.doors.rematches import rematch_box
from games.pages.profile.rating_box import rating_box
from games.pages.table.banners import refused_by, stale, too_late, twice, why_not
from games.pages.table.board import Notice, board_for
from games.pages.table.chat_box import chat_box
from games.pages.table.choices import PLAYS, Choice, move_of, number_in, read_choice, step
from games.pages.table.hints import hinted
from games.play.move import play_move
from games.play.tables import Stamp, Table, stamp_for, table_for
from games.play.watchers import note_watcher
from games.rules.errors import RuleError

User = AbstractUser | AnonymousUser

_MOVED_ON = frozenset({"stale", "game_over", "wrong_phase", "round_over", "not_started"})
"""Refusals that mean: the page showed a table that is no more."""


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a game; of one that is over, for who has its invitation's link, too."""
    found = table_or_404(request, public_id, request.GET.get("invitation", ""))
    return page(request, found)


def _etag(request: HttpRequest, public_id: str) -> str | None:
    """What the board depends on, found without a replay; None leaves the answer to the view."""
    stamp = stamp_for(public_id=public_id, user=_user(request))
    return stamp and _etag_of(request, stamp)


@require_safe
def board(request: HttpRequest, public_id: str) -> HttpResponse:
    """The board alone, for a page that looks for news: 304 and no work when there are none."""
    response = _news(request, public_id)
    if "Page-Visible" in request.headers:
        watching.asked_for_news(public_id)
    return response


@condition(etag_func=_etag)
def _news(request: HttpRequest, public_id: str) -> HttpResponse:
    response = _board(request, table_or_404(request, public_id))
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """A step of choosing, which changes nothing, or a move.

    Whatever is wrong with it, the answer is the table as it now is, with a sentence. A look at
    the address alone, as from the browser's address bar, leads back to the table.
    """
    if request.method != "POST":
        return redirect("games:table", public_id)
    stamp = stamp_for(public_id=public_id, user=_user(request))
    if stamp is None:
        raise Http404
    action = request.POST.get("action", "look")
    if action in PLAYS:
        return _play(request, public_id, stamp, action)
    return _choose(request, public_id, action)


def _choose(request: HttpRequest, public_id: str, action: str) -> HttpResponse:
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


def _play(request: HttpRequest, public_id: str, stamp: Stamp, action: str) -> HttpResponse:
    seq = request.POST.get("seq", "")
    found = table_or_404(request, public_id)
    if found.view is None or found.seat is None:
        return answer(request, found, Choice(), refused_by(RuleError("not_seated", "Not seated.")))
    choice = read_choice(request.POST, found.view)
    try:
        wanted = move_of(choice, action, request.POST)
        decision = number_in(seq)
        if decision is None:
            raise RuleError("stale", "The form is too old.")
        play_move(
            game_id=stamp.game_id, seat=found.seat, move=wanted, seq=decision, actor=Actor.PLAYER
        )
    except RuleError as error:
        # Somebody may have moved since; the table shown is the one that is there now.
        now = table_or_404(request, public_id)
        if error.code in _MOVED_ON or seq != str(now.stamp.seq):
            notice = too_late(now, found.seat, seq) or stale(error)
            return answer(request, now, _kept(request, now, choice), notice)
        choice = replace(choice, judged=bool(choice.cards))
        return answer(request, now, choice, why_not(error, found, choice))
    if seq != str(stamp.seq):
        now = table_or_404(request, public_id)
        return answer(request, now, Choice(), too_late(now, found.seat, seq) or twice())
    return _moved(request, public_id, found)


def _moved(request: HttpRequest, public_id: str, before: Table) -> HttpResponse:
    """The answer to a move: the table it led to, or the next game for those who like that.

    The end of a round or of the game is never jumped over.
    """
    user, after = _user(request), table_or_404(request, public_id)
    if getattr(user, "auto_next_game", False) and _goes_on_without_me(before, after):
        following = next_game(user, but=public_id)
        if following is not None:
            return go_to(request, following.public_id)
    if is_htmx(request):
        return _board(request, after, moved=True)
    return redirect("games:table", public_id)


def _goes_on_without_me(before: Table, after: Table) -> bool:
    """Whether the same round goes on and somebody else is on."""
    if before.view is None or after.view is None:
        return False
    same_round = after.view.round == before.view.round and after.view.phase != "over"
    return same_round and not after.view.may_act


def go_to(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leave this page for the table of a game."""
    if is_htmx(request):
        return HttpResponseClientRedirect(reverse("games:table", args=[public_id]))
    return redirect("games:table", public_id)


def _kept(request: HttpRequest, found: Table, choice: Choice) -> Choice:
    """The selection, if the hand is still the one it was made in."""
    view = found.view
    if view is None or choice.mode or request.POST.get("held") != str(len(view.hand or b"")):
        return Choice()
    return Choice(cards=choice.cards)


def answer(
    request: HttpRequest, found: Table, choice: Choice, notice: Notice | None = None
) -> HttpResponse:
    """The table after a press: its board for htmx, the whole page otherwise."""
    if is_htmx(request):
        return _board(request, found, choice, notice)
    return page(request, found, choice, notice)


def page(
    request: HttpRequest,
    found: Table,
    choice: Choice | None = None,
    notice: Notice | None = None,
    **more: Any,
) -> HttpResponse:
    """The whole page of a table; ``more`` is what else its template gets."""
    if found.view is None:
        return before_page(request, found, refusal=notice.sentence if notice else None)
    context = _context(request, found, choice, notice)
    context["chat"] = chat_box(found)
    context["may_report"] = _may_report(request, found)
    context["chat_open"] = "chat" in request.GET
    response = render(request, "games/table/table.html", context | more)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _board(
    request: HttpRequest,
    found: Table,
    choice: Choice | None = None,
    notice: Notice | None = None,
    *,
    moved: bool = False,
) -> HttpResponse:
    if found.view is None:
        # A table that waits has no board; its page is another.
        return HttpResponseClientRefresh()
    context = _context(request, found, choice, notice)
    context["moved"] = moved
    context["fragment"] = True
    context["waiting_count"] = count_waiting(_user(request))
    return render(request, "games/table/table.html#board", context)


def _context(
    request: HttpRequest, found: Table, choice: Choice | None, notice: Notice | None
) -> dict[str, Any]:
    user = _user(request)
    shown = board_for(found, choice or Choice(), notice, named=not getattr(user, "is_guest", False))
    if shown.may_act:
        _note_seen(request, found)
    public_id = found.game.public_id
    return {
        "board": shown,
        "public_id": public_id,
        "etag": _etag_of(request, found.stamp),
        "next_game": None if shown.may_act else next_game(user, but=public_id),
        "rematch": rematch_box(found, user) if shown.phase == "over" else None,
        "openings": _openings(found, user) if shown.phase == "over" else [],
        "ratings": rating_box(found, user) if shown.phase == "over" else [],
    }


def _openings(found: Table, user: User) -> list[ModerationAction]:
    """When moderators opened hands: for those who sit or sat there, and nobody else."""
    sat = user.pk is not None and any(seat.user_id == user.pk for seat in found.seats)
    return openings_of(found.stamp.game_id) if sat else []


def _note_seen(request: HttpRequest, found: Table) -> None:
    """Note that the player looks at what is up to them, and needs no mail that says so.

    Looks for news count where the page says that it is looked at; what a browser fetches ahead,
    or what only asks for the headers, does not.
    """
    ahead = "prefetch" in request.headers.get("Sec-Purpose", "")
    unseen = is_htmx(request) and request.method == "GET" and "Page-Visible" not in request.headers
    if request.method == "HEAD" or ahead or unseen:
        return
    mine = next(seat for seat in found.seats if seat.number == found.seat)
    if mine.seen_seq is None or mine.seen_seq < found.stamp.seq:
        mark_seen(seat_id=mine.pk, seq=found.stamp.seq)


def _etag_of(request: HttpRequest, stamp: Stamp) -> str:
    """A quoted tag over all that the board depends on: who looks, the game, language and zone."""
    parts = (_user(request).pk, *stamp, get_language(), timezone.get_current_timezone_name())
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()
    return f'"{digest[:32]}"'


def _may_report(request: HttpRequest, found: Table) -> bool:
    """Whether there is anybody at the table of whom the reader could complain."""
    me = request.user.pk
    people = [seat for seat in found.seats if not seat.bot and seat.user_id != me]
    return request.user.is_authenticated and bool(people)


def table_or_404(request: HttpRequest, public_id: str, invitation: str = "") -> Table:
    """The game of this address as the reader may see it, who may know its ``invitation``."""
    found = table_for(public_id=public_id, user=_user(request), invitation=invitation)
    if found is None:
        raise Http404
    note_watcher(stamp=found.stamp, user=_user(request))
    return found


def _user(request: HttpRequest) -> User:
    return request.user


def is_htmx(request: HttpRequest) -> bool:
    """Whether a fragment is wanted instead of a page."""
    return bool(cast(HtmxDetails, request.htmx))  # type: ignore[attr-defined]
