"""Find a game: the open ones, narrowed down by the page's address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.lobby.finding import Wanted, games_to_watch, open_games
from games.models import Game
from games.pages.lobby.chairs_before import faces
from games.pages.lobby.create_form import PLAYERS, Option
from games.pages.lobby.terms import kind, players_in_short, sets, time_in_short
from games.words.times import ago

HALF_A_DAY, DAY = 12 * 3600, 24 * 3600
WATCHED = 4
"""So many games to watch are offered."""

_TIMES: dict[str, tuple[int | None, int | None]] = {
    "quick": (None, HALF_A_DAY),
    "day": (HALF_A_DAY + 1, DAY),
    "slow": (DAY + 1, None),
}
"""Seconds for a turn, at least and at most."""


class Filter(NamedTuple):
    """A thing to narrow the list by."""

    name: str
    title: str
    options: list[Option]


class Chosen(NamedTuple):
    """A filter that is set, and the address without it."""

    label: str
    without: str


@dataclass(frozen=True, slots=True)
class OpenRow:
    """An open game in the list."""

    public_id: str
    name: str
    terms: str
    kind: str
    faces: list[SafeString]
    seats_left: str
    last: bool
    opened: str
    mine: bool
    """Whether the reader sits there."""
    needs_account: bool
    """Whether the reader would need an account to sit down."""


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """The open games that fit the address, and some to watch."""
    asked = {
        name: request.GET.get(name, "") for name in ("players", "time", "kind", "seats", "order")
    }
    page = request.GET.get("page", "")
    found = open_games(
        wanted=_wanted(asked),
        page=int(page) if page.isascii() and page.isdecimal() else 1,
        user=request.user,
    )
    filters = _filters(asked)
    set_filters = _chosen(filters)
    context = {
        "filters": [each for each in filters if each.name != "order"],
        "order": next(each for each in filters if each.name == "order"),
        "chosen": set_filters,
        "rows": [open_row(game, request.user) for game in found.page],
        "page": found.page,
        "query": _query(filters),
        "said": _said(found.fitting, found.of_all, narrowed=bool(set_filters)),
        "hidden": found.of_all - found.fitting,
        "watch": [
            (
                game,
                _("{players}, round {number} of {all}").format(
                    players=players_in_short(game),
                    number=game.summary.round_number + 1,
                    all=game.players,
                ),
            )
            for game in games_to_watch(user=request.user, count=WATCHED)
        ],
        "section": "find",
    }
    return render(request, "games/lobby/find.html", context)


def open_row(game: Game, user: object) -> OpenRow:
    """``game`` as ``user`` finds it in a list of open ones."""
    account = isinstance(user, AbstractUser) and not getattr(user, "is_guest", False)
    free = game.summary.free_seats or 0
    mine = isinstance(user, AbstractUser) and any(
        seat.user_id == user.pk for seat in game.seats.all()
    )
    return OpenRow(
        public_id=game.public_id,
        name=game.name,
        terms=_("{players} · {time}").format(
            players=players_in_short(game), time=time_in_short(game)
        ),
        kind=_("{kind} · {legal_sets}").format(kind=kind(game), legal_sets=sets(game)),
        faces=faces(game),
        seats_left=seats_left(free),
        last=free == 1,
        opened=_("opened {time}").format(time=ago(game.created_at, timezone.now())),
        mine=mine,
        needs_account=game.rated and not account,
    )


def seats_left(count: int) -> str:
    """How many seats are free: ``"1 seat left"``."""
    return ngettext("{count} seat left", "{count} seats left", count).format(count=count)


def _wanted(asked: Mapping[str, str]) -> Wanted:
    at_least, at_most = _TIMES.get(asked["time"], (None, None))
    players = asked["players"]
    return Wanted(
        players=int(players) if players in map(str, PLAYERS) else None,
        at_least=at_least,
        at_most=at_most,
        rated={"rated": True, "friendly": False}.get(asked["kind"]),
        last_seat=asked["seats"] == "last",
        newest_first=asked["order"] == "newest",
    )


def _filters(asked: Mapping[str, str]) -> list[Filter]:
    choices: dict[str, tuple[str, dict[str, str]]] = {
        "players": (_("Players"), {"": _("Any"), **{str(each): str(each) for each in PLAYERS}}),
        "time": (
            _("Time for each turn"),
            {
                "": _("Any"),
                "quick": _("to 12 h"),
                "day": _("1 day"),
                "slow": _("longer"),
            },
        ),
        "kind": (_("Kind"), {"": _("Any"), "rated": _("Rated"), "friendly": _("Friendly")}),
        "seats": (_("Seats free"), {"": _("Any"), "last": _("The last one")}),
        "order": (_("Order"), {"": _("Fewest seats left"), "newest": _("Newest")}),
    }
    filters = []
    for name, (title, labels) in choices.items():
        value = asked[name] if asked[name] in labels else ""
        filters.append(
            Filter(name, title, [Option(key, label, key == value) for key, label in labels.items()])
        )
    return filters


def _values(filters: list[Filter]) -> dict[str, str]:
    return {
        each.name: option.value
        for each in filters
        for option in each.options
        if option.chosen and option.value
    }


def _query(filters: list[Filter], *, without: str = "") -> str:
    """The part of the address that sets the filters; all but ``without``."""
    return urlencode({k: v for k, v in _values(filters).items() if k != without})


def _chosen(filters: list[Filter]) -> list[Chosen]:
    return [
        Chosen(
            _("{filter}: {choice}").format(filter=each.title, choice=option.label),
            f"?{_query(filters, without=each.name)}",
        )
        for each in filters
        for option in each.options
        if each.name != "order" and option.chosen and option.value
    ]


def _said(fitting: int, of_all: int, *, narrowed: bool) -> str:
    if not narrowed:
        return ngettext("{count} open game.", "{count} open games.", of_all).format(count=of_all)
    return ngettext(
        "{fitting} of {count} open game fits your filters.",
        "{fitting} of {count} open games fit your filters.",
        of_all,
    ).format(fitting=fitting, count=of_all)
