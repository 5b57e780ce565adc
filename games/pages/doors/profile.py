"""A player's profile: ratings, statistics, frequent opponents, and their finished games."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.archive.finished import Place, archive_of
from games.pages.profile import parts
from games.pages.profile.archive_rows import row_of
from games.results.figures import Figures, figures_of
from games.results.profiles import frequent_opponents, may_see_statistics, player_named, sums_of
from games.results.rating_history import RatingOf, curve_of, ratings_of, top_share
from games.results.tallies import added

KINDS: dict[str, bool | None] = {"": None, "people": True, "bots": False}
LAST = {"30": 30, "60": 60, "all": None}
_GOOD = 0.5
"""Whose rating is among so many of the best is told so."""
ENOUGH = 3
"""So many games are needed to see a style."""


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """One's own profile, by an address that is the same for everybody."""
    user = request.user
    if not isinstance(user, AbstractUser) or getattr(user, "is_guest", False):
        return redirect("account_login")
    return redirect("games:profile", user.username)


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """The profile of the account ``name``, if the reader may see it; 404 as for nobody if not."""
    player = _player(request, name)
    if player is None:
        return _nobody(request)
    kind = request.GET.get("games", "")
    kind = kind if kind in KINDS else ""
    sums = sums_of(player=player, among_people=KINDS[kind])
    by_size = {players: figures_of(tally) for players, tally in sums.items()}
    figures = figures_of(added(sums.values()))
    context = {
        "player": player,
        "own": player.pk == request.user.pk,
        "section": "profile",
        "kind": kind,
        "kinds": _kinds(request, kind),
        "enough": figures.games >= ENOUGH,
        "figures": figures,
        "since": _since(player, figures),
        "facts": _facts(figures, by_size),
        "wins": parts.wins_by_size(by_size),
        # Against bots alone nobody has an opponent to tell of.
        "opponents": frequent_opponents(player=player, viewer=request.user)
        if kind != "bots"
        else [],
        **_rating(request, player),
    }
    if figures.rounds:
        context["points"] = parts.points_chart(figures)
        context["endings"] = parts.endings_chart(figures)
    if figures.turns:
        context["style"] = parts.style_chart(figures)
        context["pace"] = parts.pace_chart(figures)
        context["pace_facts"] = _pace(figures)
    return _answer(request, "games/profile/profile.html", context)


@require_safe
def archive(request: HttpRequest, name: str) -> HttpResponse:
    """The finished games of the account ``name`` that the reader may see, a page of them."""
    player = _player(request, name)
    if player is None:
        return _nobody(request)
    found = archive_of(player=player, viewer=request.user, before=_place(request))
    now = timezone.now()
    older = found.older
    context = {
        "player": player,
        "own": player.pk == request.user.pk,
        "section": "profile",
        "rows": [row_of(result, now) for result in found.results],
        "older": urlencode({"before": older[0].isoformat(), "seat": older[1]}) if older else "",
        "first": "before" not in request.GET,
    }
    return _answer(request, "games/profile/archive.html", context)


def _answer(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _player(request: HttpRequest, name: str) -> AbstractUser | None:
    player = player_named(name)
    if player is None or not may_see_statistics(player=player, viewer=request.user):
        return None
    return player


def _nobody(request: HttpRequest) -> HttpResponse:
    """The same whether there is no such player or they keep to themselves."""
    return render(request, "games/profile/no_profile.html", status=404)


def _place(request: HttpRequest) -> Place | None:
    """Where the page before ended, as the address says; None for the first page."""
    try:
        at = parse_datetime(request.GET.get("before", "").replace(" ", "+"))
        seat = int(request.GET.get("seat", ""))
        if at is None or not 0 < seat < 2**63:
            return None
        # In another zone the first and the last day of all may be out of reach.
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC), seat
    except (ValueError, OverflowError):
        return None


def _address(request: HttpRequest, **changed: str) -> str:
    """The page's address with some of its choices changed; empty ones are left out."""
    known = {key: request.GET.get(key, "") for key in ("games", "players", "last")}
    return "?" + urlencode({key: value for key, value in (known | changed).items() if value})


def _kinds(request: HttpRequest, chosen: str) -> list[tuple[str, str, bool]]:
    names = {"": _("All games"), "people": _("With people"), "bots": _("Bots only")}
    return [(_address(request, games=key), name, key == chosen) for key, name in names.items()]


def _since(player: AbstractUser, figures: Figures) -> str:
    said = [
        _("On stage since {month}").format(month=date_format(_local(player.date_joined), "F Y")),
        ngettext("{count} game", "{count} games", figures.games).format(count=figures.games),
    ]
    if figures.quartiles:
        said.append(_("usually moves {time}").format(time=parts.within(figures.quartiles[1])))
    return " · ".join(said)


def _local(at: datetime) -> datetime:
    return timezone.localtime(at)


def _facts(figures: Figures, by_size: dict[int, Figures]) -> dict[str, str]:
    with_chip = sum(each.rounds for players, each in by_size.items() if players > 2)
    return {
        "won": parts.percent(figures.won),
        "points": parts.one_decimal(figures.points_a_round),
        "longest": "-".join(map(str, figures.longest)) or "–",
        "cards": parts.one_decimal(figures.cards_a_show),
        "flipped": parts.percent(figures.flipped),
        "used": parts.percent(figures.used / with_chip if with_chip else None),
    }


def _pace(figures: Figures) -> list[tuple[str, str]]:
    assert figures.quartiles is not None
    quarter, half, most = figures.quartiles
    spread = _("{first} to {second}").format(
        first=parts.time_of(quarter), second=parts.time_of(most)
    )
    return [
        (parts.within(half), _("half of the turns")),
        (parts.time_of(half) if quarter == most else spread, _("the middle half")),
        (str(figures.timed_out), _("turns out of time")),
    ]


def _rating(request: HttpRequest, player: AbstractUser) -> dict[str, Any]:
    """The rating with so many players as the address says, else that with the most games."""
    ratings = ratings_of(player=player)
    if not ratings:
        return {"rating": None}
    asked = request.GET.get("players", "")
    usual = max(ratings.values(), key=lambda each: each.games)
    chosen = ratings.get(int(asked), usual) if asked in map(str, range(2, 6)) else usual
    last = request.GET.get("last", "")
    last = last if last in LAST else "60"
    curve = curve_of(player=player, of=chosen, last=LAST[last])
    return {
        "rating": chosen,
        "rating_chart": parts.rating_chart(curve),
        "rating_note": _rating_note(chosen),
        "sizes": [
            (_address(request, players=str(each)), each, each == chosen.players) for each in ratings
        ],
        "lasts": [
            (_address(request, last=key), _("All") if key == "all" else key, key == last)
            for key in LAST
        ],
    }


def _rating_note(of: RatingOf) -> str:
    top = top_share(of)
    if top is None or top > _GOOD:
        return _("rating, {count} players").format(count=of.players)
    return _("rating, {count} players, top {share}").format(
        count=of.players, share=parts.percent(max(top, 0.01))
    )
