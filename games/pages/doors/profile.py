"""Profiles and finished games."""

from datetime import UTC
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.archive.finished import ArchivePosition, archive_of
from games.lobby.friends import is_friend, to_befriend
from games.pages.lobby.chooser import strength_said
from games.pages.profile import facts, parts
from games.pages.profile.archive_rows import row_of
from games.pages.profile.faces import face_of
from games.pages.profile.given_away import given_away
from games.people.badges import name_of
from games.people.users import has_account
from games.results.against_bots import rating_against_bots
from games.results.figures import figures_of
from games.results.profiles import frequent_opponents, may_see_statistics, player_named, sums_of
from games.results.rating_history import curve_of, ratings_of
from games.results.rating_model import LISTED_FROM, LISTED_FROM_PEOPLE
from games.results.tallies import added
from games.review.figures import figures_of as reviewed_figures
from games.rules.cards import PLAYER_COUNTS

KINDS: dict[str, bool | None] = {"": None, "people": True, "bots": False}
LAST = {"30": 30, "60": 60, "all": None}
ENOUGH = 3
"""How many games show a style."""


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Go to the viewer's profile."""
    user = request.user
    if not isinstance(user, AbstractUser) or not has_account(user):
        return redirect("account_login")
    return redirect("games:profile", user.username)


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a profile; missing and private ones get the same 404."""
    player = _player(request, name)
    if player is None:
        return _nobody(request)
    own = player.pk == request.user.pk
    kind = request.GET.get("games", "")
    kind = kind if kind in KINDS else ""
    sums = sums_of(player=player, among_people=KINDS[kind])
    by_size = {players: figures_of(tally) for players, tally in sums.items()}
    figures = figures_of(added(sums.values()))
    context = {
        "player": player,
        "face": face_of(player.get_short_name(), own=own),
        "name": name_of(player),
        "own": own,
        "section": "profile",
        "kind": kind,
        "kinds": _kinds(request, kind),
        "enough": figures.games >= ENOUGH,
        "figures": figures,
        "since": facts.since(player, figures),
        "is_friend": is_friend(owner=request.user, user_id=player.pk),
        "may_befriend": bool(to_befriend(owner=request.user, user_ids=[player.pk])),
        "facts": facts.facts(figures, by_size),
        # Nobody else's page has it.
        "strength": strength_said(rating_against_bots(player)) if own else "",
        "wins": parts.wins_by_size(by_size),
        # Games against bots only have no opponents worth listing.
        "opponents": frequent_opponents(player=player, viewer=request.user)
        if kind != "bots"
        else [],
        **_rating(request, player),
    }
    if reviewed := reviewed_figures(player):
        context["given_away"] = given_away(reviewed)
    if figures.rounds:
        context["points"] = parts.points_chart(figures)
        context["endings"] = parts.endings_chart(figures)
    if figures.turns:
        context["style"] = parts.style_chart(figures)
        context["pace"] = parts.pace_chart(figures)
        context["pace_facts"] = facts.pace(figures)
    return _answer(request, "games/profile/profile.html", context)


@require_safe
def archive(request: HttpRequest, name: str) -> HttpResponse:
    """Show the finished games the viewer may see."""
    player = _player(request, name)
    if player is None:
        return _nobody(request)
    found = archive_of(player=player, viewer=request.user, before=_place(request))
    now = timezone.now()
    older = found.older
    context = {
        "player": player,
        "name": name_of(player),
        "own": player.pk == request.user.pk,
        "section": "profile",
        "rows": [row_of(result, now) for result in found.results],
        "older": urlencode({"before": older[0].isoformat(), "seat": older[1]}) if older else "",
        "first": "before" not in request.GET,
    }
    return _answer(request, "games/profile/archive.html", context)


@cache_control(private=True, no_cache=True)
def _answer(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, context)


def _player(request: HttpRequest, name: str) -> AbstractUser | None:
    player = player_named(name)
    if player is None or not may_see_statistics(player=player, viewer=request.user):
        return None
    return player


def _nobody(request: HttpRequest) -> HttpResponse:
    return render(request, "games/profile/no_profile.html", status=404)


def _place(request: HttpRequest) -> ArchivePosition | None:
    try:
        at = parse_datetime(request.GET.get("before", "").replace(" ", "+"))
        seat = int(request.GET.get("seat", ""))
        if at is None or not 0 < seat < 2**63:
            return None
        # The first and last possible days overflow in some time zones.
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC), seat
    except (ValueError, OverflowError):
        return None


def _address(request: HttpRequest, **changed: str) -> str:
    known = {key: request.GET.get(key, "") for key in ("games", "players", "last")}
    return "?" + urlencode({key: value for key, value in (known | changed).items() if value})


def _kinds(request: HttpRequest, chosen: str) -> list[tuple[str, str, bool]]:
    names = {"": _("All games"), "people": _("With people"), "bots": _("Bots only")}
    return [(_address(request, games=key), name, key == chosen) for key, name in names.items()]


def _rating(request: HttpRequest, player: AbstractUser) -> dict[str, Any]:
    ratings = ratings_of(player=player)
    if not ratings:
        return {"rating": None}
    asked = request.GET.get("players", "")
    usual = max(ratings.values(), key=lambda each: each.games)
    chosen = ratings.get(int(asked), usual) if asked in map(str, PLAYER_COUNTS) else usual
    last = request.GET.get("last", "")
    last = last if last in LAST else "60"
    curve = curve_of(player=player, of=chosen, last=LAST[last])
    return {
        "rating": chosen,
        "least": LISTED_FROM,
        "least_people": LISTED_FROM_PEOPLE,
        "rating_chart": parts.rating_chart(curve),
        "rating_note": facts.rating_note(chosen),
        "sure_note": facts.sure_note(chosen),
        "sizes": [
            (_address(request, players=str(each)), each, each == chosen.players) for each in ratings
        ],
        "lasts": [
            (_address(request, last=key), _("All") if key == "all" else key, key == last)
            for key in LAST
        ],
    }
