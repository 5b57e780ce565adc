"""The page of a game before its start: who sits there, what it will be like, and what to press."""

import hashlib
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.lobby.finding import Lobby, last_name_at_a_table, lobby_of
from games.lobby.lists import count_waiting
from games.lobby.opening import SUBSTITUTE
from games.models import Game, GameStatus
from games.pages.lobby.chairs_before import chair_rows
from games.pages.lobby.create_form import level_options
from games.pages.lobby.terms import terms_of, time_out
from games.play.tables import Stamp, Table, stamp_for
from games.words.sets import Sentence


def before_page(
    request: HttpRequest,
    found: Table,
    *,
    refusal: Sentence | None = None,
    typed: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of ``found``, which has not begun; ``typed`` is what the reader had entered."""
    user: AbstractUser | AnonymousUser = request.user
    context = _context(request, lobby_of(game=found.game, user=user), found.stamp)
    nameless = user.pk is None or getattr(user, "is_guest", False)
    context |= {
        "refusal": refusal,
        "typed": typed if typed is not None else last_name_at_a_table(user) if nameless else "",
        "asking": typed or "",
        "nameless": nameless,
    }
    response = render(request, "games/lobby/before.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _etag(request: HttpRequest, public_id: str) -> str | None:
    stamp = stamp_for(public_id=public_id, user=request.user)
    return _etag_of(request, stamp) if stamp and stamp.status == GameStatus.OPEN else None


@require_safe
@condition(etag_func=_etag)
def before(request: HttpRequest, public_id: str) -> HttpResponse:
    """What can change on the page, for a page that looks for news; 304 when there are none.

    Once the game has begun the answer is to load the table.
    """
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    if stamp.status != GameStatus.OPEN or "HX-Request" not in request.headers:
        if "HX-Request" in request.headers:
            return HttpResponseClientRefresh()
        return redirect("games:table", public_id)
    game = Game.objects.get(pk=stamp.game_id)
    context = _context(request, lobby_of(game=game, user=request.user), stamp)
    context |= {"fragment": True, "waiting_count": count_waiting(request.user)}
    response = render(request, "games/lobby/before.html#room", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _context(request: HttpRequest, lobby: Lobby, stamp: Stamp) -> dict[str, Any]:
    game, free = lobby.game, lobby.free
    mine = lobby.seat is not None
    link = request.build_absolute_uri(reverse("invitation", args=[game.invitation]))
    return {
        "game": game,
        "public_id": game.public_id,
        "etag": _etag_of(request, stamp),
        "chairs": chair_rows(lobby),
        "asked": ", ".join(lobby.asked),
        "free": free,
        "levels": level_options(SUBSTITUTE),
        "heading": _heading(free),
        "terms": terms_of(game, free=free if not mine else 0),
        "time_out": time_out(game),
        "mine": mine,
        "is_creator": mine and game.creator_id == request.user.pk,
        "is_asked": lobby.is_asked,
        # Only who sits there gives the link away.
        "link": link if mine else "",
        "board": {"commitment": game.commitment},
        "needs_account": game.rated
        and (not request.user.is_authenticated or getattr(request.user, "is_guest", False)),
    }


def _heading(free: int) -> str:
    if not free:
        return _("The cards are being dealt")
    return ngettext("Waiting for {count} player", "Waiting for {count} players", free).format(
        count=free
    )


def _etag_of(request: HttpRequest, stamp: Stamp) -> str:
    parts = ("before", request.user.pk, *stamp, get_language())
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'
