"""The table as an answer: the whole page, or the board alone."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from games.live.tags import tag_of
from games.lobby.waiting import Waiting, waiting_games
from games.models import ModerationAction
from games.order.tables import openings_of
from games.pages.doors.at_table.visits import User, Visit, visit_of
from games.pages.doors.before import before_page
from games.pages.doors.links.player import BARE
from games.pages.doors.requests import HtmxHttpRequest, is_a_look
from games.pages.profile.rating_box import rating_box
from games.pages.table.aside.befriend import acquaintances
from games.pages.table.aside.whole import aside
from games.pages.table.banners import (
    Banner,
)
from games.pages.table.board.making import board_for
from games.pages.table.choices import (
    Choice,
    read_choice,
    read_scene,
)
from games.pages.table.ends.same_deal import same_deal_box
from games.pages.table.ends.share import result_link
from games.pages.table.phrases import page_words
from games.pages.table.rematch import rematch_box
from games.people.users import has_account
from games.play.looking import note_look
from games.play.stamps import Stamp
from games.play.tables import Table, table_for
from games.play.watchers import note_watcher
from games.words.people import people_at


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
    looked = is_a_look(request, by_link=one_turn)
    if looked:
        before, waiting = waiting, waiting.after_a_look_at(public_id)
        note_look(found, user, at_stake=shown.may_act or over, has_news=waiting != before)
    context = {
        "board": shown,
        "public_id": public_id,
        "at": visit,
        # Without it a page that an email's link opened asks at once, to say that it is shown.
        "etag": etag_of(user, found.stamp, one_turn=one_turn) if looked or not one_turn else "",
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
    found = seen_table(request, public_id)
    if found is None:
        raise Http404
    return found


def seen_table(request: HtmxHttpRequest, public_id: str, invitation: str = "") -> Table | None:
    """Return the viewer's table, if they may see it, and note that they watch it."""
    found = table_for(public_id=public_id, user=request.user, invitation=invitation)
    return found and watched(request, found)


def watched(request: HtmxHttpRequest, found: Table) -> Table:
    """Note that the viewer watches; return the table."""
    note_watcher(stamp=found.stamp, user=request.user)
    return found
