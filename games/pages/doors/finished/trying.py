"""Trying a move of a finished game again."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games.pages.doors.at_table.visits import Visit
from games.pages.doors.finished.reviews import imported_or_404, look_of
from games.pages.doors.links.door import closed_door
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.doors.table import wanted_move
from games.pages.review.look import Look
from games.pages.review.trying import asked, tried
from games.pages.table.banners import Banner, after_refusal, after_step
from games.pages.table.board.making import board_for
from games.pages.table.choices import PLAYS, Choice
from games.pages.table.phrases import page_words
from games.review.seeing import record_subject, subject_for
from games.review.trying import Trial, moves_in, trial_of, written
from games.rules.errors import RuleError
from games.rules.moves import Move


@require_http_methods(["GET", "HEAD", "POST"])
def try_it(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Play on from a decision of a finished game: the address holds what was tried so far."""
    invitation = request.GET.get("invitation", "")
    subject = subject_for(public_id=public_id, user=request.user, invitation=invitation)
    if subject is None:
        return closed_door(request)
    if subject.review is None:
        return redirect("games:review", public_id)
    path = reverse("games:review", args=[public_id])
    kept = {"invitation": invitation} if invitation else {}
    look = look_of(request, subject, path, kept)
    return _played_on(request, look, reverse("games:try", args=[public_id]))


@require_http_methods(["GET", "HEAD", "POST"])
def try_imported(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Play on from a decision of an imported record."""
    subject = record_subject(imported_or_404(public_id))
    if subject.review is None:
        return redirect("games:imported_review", public_id)
    look = look_of(request, subject, reverse("games:imported_review", args=[public_id]), {})
    return _played_on(request, look, reverse("games:try_imported", args=[public_id]))


def _played_on(request: HtmxHttpRequest, look: Look, path: str) -> HttpResponse:
    try:
        made = moves_in(request.GET.get("made", ""))
        trial = trial_of(look.subject, look.place, made)
    except (LookupError, RuleError) as error:
        raise Http404 from error
    if trial.outcome is not None:
        context = tried(look, trial) | {"again": _address(look, path, ())}
        return _page(request, "games/review/tried.html", context)
    if request.method == "POST":
        return _pressed(request, look, trial, path)
    return _table(request, look, trial, path, Choice())


def _pressed(request: HtmxHttpRequest, look: Look, trial: Trial, path: str) -> HttpResponse:
    action = request.POST.get("action", "look")
    found = trial.table()
    if action not in PLAYS:
        choice, banner = after_step(found, request.POST, action, hints=False)
        return _table(request, look, trial, path, choice, banner)
    try:
        move, _seq = wanted_move(request.POST, action)
        after = trial_of(look.subject, look.place, [*trial.made, move])
    except RuleError as error:
        choice, banner = after_refusal(found, request.POST, look.seat, error)
        return _table(request, look, trial, path, choice, banner)
    address = _address(look, path, after.made)
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _address(look: Look, path: str, made: tuple[Move, ...]) -> str:
    query: dict[str, object] = {
        "player": look.seat + 1,
        "round": look.place.round + 1,
        "move": look.place.number,
    }
    if made:
        query["made"] = written(made)
    return f"{path}?{urlencode(query | look.kept)}"


def _table(
    request: HtmxHttpRequest,
    look: Look,
    trial: Trial,
    path: str,
    choice: Choice,
    banner: Banner | None = None,
) -> HttpResponse:
    here = _address(look, path, trial.made)
    board = board_for(trial.table(), choice, banner, one_turn=True)
    context = {
        # Nothing changes here but by a press.
        "board": replace(board, live=False),
        "at": Visit(request.user, table=here, move=here, board=here, trial=True),
        "section": "mine",
        **asked(look, trial),
    }
    if request.htmx:
        return _page(request, "games/table/table.html#board", context | {"fragment": True})
    return _page(request, "games/table/table.html", context | {"words": page_words()})


@cache_control(private=True, no_cache=True)
def _page(request: HtmxHttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, context)
