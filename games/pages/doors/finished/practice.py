"""Practice: positions without a game, one after the other."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.models import PracticeKind, PracticePosition
from games.pages.doors.at_table.visits import Visit
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.doors.table import wanted_move
from games.pages.practice.answer import answer_context
from games.pages.practice.overview import due_text, kind_lines
from games.pages.table.banners import Banner, after_refusal, after_step
from games.pages.table.board.making import board_for
from games.pages.table.choices import PLAYS, Choice
from games.pages.table.phrases import page_words
from games.play.tables import Table
from games.practice.answering import keep_answer
from games.practice.asking import next_after, next_for, progress_of
from games.practice.legal import need_legal
from games.practice.positions import answered, options_in, view_in
from games.practice.tables import table_of
from games.review.trying import moves_in, written
from games.rules.errors import RuleError
from games.rules.moves import Move
from games.rules.views import View


@require_safe
def practice(request: HtmxHttpRequest) -> HttpResponse:
    """Say what practice is, and how far the visitor is with it."""
    now = timezone.now()
    context: dict[str, Any] = {"kinds": [(each.value, each.label) for each in PracticeKind]}
    if isinstance(request.user, AbstractUser):
        progress = progress_of(request.user.pk, now=now)
        context = {
            "lines": kind_lines(progress, now),
            "due": due_text(progress),
            "begun": any(each.positions for each in progress),
            "done": next_for(request.user.pk, now=now) is None,
            # Somebody who kept to a kind is led back when there is no more of it today.
            "kind_done": _kind(request),
        }
    return _page(request, "games/practice/practice.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def following(request: HtmxHttpRequest) -> HttpResponse:
    """Lead to the position that is asked next; back to the beginning if there is none today."""
    kind = _kind(request)
    if isinstance(request.user, AbstractUser):
        found = next_for(request.user.pk, now=timezone.now(), kind=kind)
    else:
        after = request.GET.get("after", "")
        found = next_after(after if after.isalnum() else "", kind=kind)
    if found is None:
        return redirect(_with(reverse("games:practice"), {"kind": kind} if kind else {}))
    return redirect(_address(found, kind))


@require_http_methods(["GET", "HEAD", "POST"])
def position(request: HtmxHttpRequest, position: str) -> HttpResponse:
    """Ask a position; POST chooses and answers; with ``made`` in the address, show what came."""
    row = get_object_or_404(PracticePosition, public_id=position)
    view = view_in(row)
    if "made" in request.GET and request.method != "POST":
        return _answered(request, row, view)
    found = table_of(view, _("Practice"))
    if request.method == "POST":
        return _pressed(request, row, found)
    return _table(request, row, found, Choice())


def _pressed(request: HtmxHttpRequest, row: PracticePosition, found: Table) -> HttpResponse:
    action = request.POST.get("action", "look")
    view = view_in(row)
    if action not in PLAYS:
        choice, banner = after_step(found, request.POST, action, hints=False)
        return _table(request, row, found, choice, banner)
    try:
        wanted, _seq = wanted_move(request.POST, action)
        move = need_legal(view, wanted)
    except RuleError as error:
        choice, banner = after_refusal(found, request.POST, view.seat or 0, error)
        return _table(request, row, found, choice, banner)
    if isinstance(request.user, AbstractUser):
        grade = answered(view, options_in(row), move).grade
        keep_answer(user_id=request.user.pk, position_id=row.pk, grade=grade, now=timezone.now())
    address = _address(row.public_id, _kind(request), move)
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _answered(request: HtmxHttpRequest, row: PracticePosition, view: View) -> HttpResponse:
    try:
        (wanted,) = moves_in(request.GET["made"])
        move = need_legal(view, wanted)
    except (LookupError, ValueError) as error:
        raise Http404 from error
    kind = _kind(request)
    query = {"kind": kind} if kind else {}
    if not request.user.is_authenticated:
        query["after"] = row.public_id
    context = answer_context(view, answered(view, options_in(row), move))
    context |= {
        "kind": PracticeKind(row.kind).label,
        "next_address": _with(reverse("games:next_position"), query),
        "again_address": _address(row.public_id, kind),
    }
    return _page(request, "games/practice/answer.html", context)


def _table(
    request: HtmxHttpRequest,
    row: PracticePosition,
    found: Table,
    choice: Choice,
    banner: Banner | None = None,
) -> HttpResponse:
    here = _address(row.public_id, _kind(request))
    board = board_for(found, choice, banner, one_turn=True)
    asked = "games/practice/_asked.html"
    context = {
        # Nothing changes here but by a press.
        "board": replace(board, live=False),
        "at": Visit(request.user, table=here, move=here, board=here, trial=True, asked=asked),
        "kind": PracticeKind(row.kind).label,
    }
    if request.htmx:
        return _page(request, "games/table/table.html#board", context | {"fragment": True})
    return _page(request, "games/table/table.html", context | {"words": page_words()})


def _kind(request: HtmxHttpRequest) -> str:
    """Return the kind that the visitor keeps to; empty for all."""
    asked = request.GET.get("kind", "")
    return asked if asked in PracticeKind.values else ""


def _address(position: str, kind: str, made: Move | None = None) -> str:
    query = {"kind": kind} if kind else {}
    if made is not None:
        query["made"] = written([made])
    return _with(reverse("games:position", args=[position]), query)


def _with(path: str, query: dict[str, str]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


@cache_control(private=True, no_cache=True)
def _page(request: HtmxHttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, {"section": "rules"} | context)
