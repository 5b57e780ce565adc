"""Time the pages of a moderator's desk."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Count, Model
from django.test import Client
from django.urls import reverse

from games.admin.bounded import FURTHEST
from games.admin.desk import Lists
from games.models import (
    ActionKind,
    Appeal,
    AppealOutcome,
    Case,
    CaseAbout,
    CaseState,
    Game,
    GameStatus,
    ModerationAction,
    RatedPair,
    Round,
    Sign,
    SignKind,
)
from games.order.after.appeals import appeals_for
from games.order.cases.line import waiting_cases
from games.order.moderators import moderators
from games.order.signs.reading import signs_for


class Page(NamedTuple):
    """A page to ask for."""

    name: str
    address: str


class Cost(NamedTuple):
    """What a page costs: medians, but for the number of queries."""

    queries: int
    milliseconds: float
    processor: float
    """Milliseconds that this process computed: about the same on a busy machine."""
    slowest: float
    """Milliseconds of its slowest query."""


class Desk:
    """A moderator's browser within this process."""

    def __init__(self) -> None:
        """Raise ``LookupError`` without a moderator."""
        moderator = moderators().filter(is_superuser=False).order_by("pk").first()
        if moderator is None:
            raise LookupError("Nobody is a moderator here.")
        self._moderator = moderator
        self._client = Client(SERVER_NAME=settings.SITE_HOST)
        self._client.force_login(moderator, "django.contrib.auth.backends.ModelBackend")

    def measured(self, page: Page, rounds: int) -> Cost:
        # The first request may fill a cache, so it doesn't count.
        self._asked(page)
        queries, spent, computed, slowest = [], [], [], []
        for _ in range(rounds):
            begun, begun_to_compute = time.perf_counter(), time.process_time()
            made = self._asked(page)
            spent.append(time.perf_counter() - begun)
            computed.append(time.process_time() - begun_to_compute)
            queries.append(len(made))
            slowest.append(max(made, default=0))
        times = (1000 * median(each) for each in (spent, computed, slowest))
        return Cost(max(queries), *times)

    def pages(self) -> list[Page]:
        return [
            *self._cases(),
            *self._appeals(),
            *self._signs(),
            *self._audit_log(),
            *self._players(),
            *self._games(),
            Page("the first page of the admin", reverse("admin:index")),
            Page("Operations", reverse("operations")),
        ]

    def _asked(self, page: Page) -> list[float]:
        """Return the seconds of each query."""
        seconds: list[float] = []

        def timed(execute: Callable[..., Any], *args: Any) -> Any:
            begun = time.perf_counter()
            try:
                return execute(*args)
            finally:
                seconds.append(time.perf_counter() - begun)

        with connection.execute_wrapper(timed):
            response = self._client.get(page.address, secure=True)
        if response.status_code != 200:
            raise RuntimeError(f"{page.address} answered {response.status_code}.")
        return seconds

    def _cases(self) -> list[Page]:
        busy = (
            waiting_cases(self._moderator)
            .filter(about=CaseAbout.PLAYER, reports__isnull=False)
            .annotate(count=Count("reports"))
            .order_by("-count", "pk")
            .first()
        )
        assert busy is not None
        assert busy.player is not None
        return [
            _list("cases", Case),
            _list("cases, far down", Case, state="all", p=_last(Case)),
            _list("closed cases", Case, state=CaseState.CLOSED),
            _list("cases that nobody is on", Case, holder="nobody"),
            _list("my cases", Case, state="all", holder="me"),
            _list("cases for a reason", Case, state="all", reason="cheating"),
            _list("urgent cases", Case, state="all", urgent__exact=1),
            _list("cases about games", Case, about__exact=CaseAbout.GAME),
            _list("cases, a player’s name", Case, state="all", q=busy.player.get_username()),
            _list("cases, words", Case, state="all", q="same account"),
            _page("the largest open case", busy),
        ]

    def _appeals(self) -> list[Page]:
        rows = appeals_for(self._moderator)
        waiting = rows.filter(outcome=AppealOutcome.WAITING).order_by("pk").first()
        appeal = waiting or rows.order_by("-pk").first()
        assert appeal is not None
        return [
            _list("appeals", Appeal),
            _list("appeals, far down", Appeal, outcome="all", p=_last(Appeal)),
            _list("granted appeals", Appeal, outcome=AppealOutcome.GRANTED),
            _list("appeals, a player’s name", Appeal, outcome="all", q=appeal.user.get_username()),
            _list("appeals, words", Appeal, outcome="all", q="nothing against"),
            _page("an appeal", appeal),
        ]

    def _signs(self) -> list[Page]:
        sign = signs_for(self._moderator).filter(kind=SignKind.PAIR).order_by("pk").first()
        assert sign is not None
        name = sign.player.get_username()
        return [
            _list("signs", Sign),
            _list("signs, far down", Sign, state="all", p=_last(Sign)),
            _list("signs of one kind", Sign, kind__exact=SignKind.SECOND),
            _list("strong signs", Sign, strength__exact="strong"),
            _list("signs, a player’s name", Sign, state="all", q=name),
            _page("a sign", sign),
            _list("rated pairs", RatedPair),
            _list("rated pairs, a player’s name", RatedPair, state="all", q=name),
        ]

    def _audit_log(self) -> list[Page]:
        rows = ModerationAction.objects.order_by("-pk")
        act = rows.filter(kind=ActionKind.BAN).first() or rows[0]
        return [
            _list("audit log", ModerationAction),
            _list("audit log, far down", ModerationAction, p=_last(ModerationAction)),
            _list("audit log, by a moderator", ModerationAction, by=self._moderator.pk),
            _list("audit log, bans", ModerationAction, kind__exact=ActionKind.BAN),
            _list("audit log, of a kind not there", ModerationAction, kind__exact="rewind"),
            _list("audit log, a player’s name", ModerationAction, q=act.player_name),
            _list("audit log, words", ModerationAction, q="lost game"),
            _list("audit log, words not there", ModerationAction, q="quartz sphinx"),
        ]

    def _players(self) -> list[Page]:
        User = get_user_model()  # noqa: N806 (a class)
        users = User._default_manager.filter(is_staff=False)
        most = users.annotate(count=Count("cases")).order_by("-count", "pk").first()
        assert most is not None
        return [
            _list("players", User),
            _list("players, far down", User, p=_last(User)),
            _list("banned players", User, standing="ban"),
            _list("suspended players", User, standing="suspension"),
            _list("guests", User, is_guest__exact=1),
            _list("bot accounts", User, is_bot__exact=1),
            _list("players, a name", User, q=most.get_username()),
            _list("players, a name not there", User, q="Quartz sphinx"),
            _page("the player with most cases", most),
        ]

    def _games(self) -> list[Page]:
        # One with a log.
        rounds = Round.objects.order_by("-game").values("game")
        game = Game.objects.get(pk=rounds[:1])
        seat = game.seats.filter(user__isnull=False).order_by("number").first()
        assert seat is not None
        return [
            _list("games", Game),
            _list("games, far down", Game, p=_last(Game)),
            _list("running games", Game, state=GameStatus.RUNNING),
            _list("paused games", Game, state="paused"),
            _list("games whose time is up", Game, overdue="clock"),
            _list("games without a move for 7 days", Game, overdue="still"),
            _list("games older than 30 days", Game, age="older"),
            _list("games by invitation", Game, audience__exact="invitation"),
            _list("games of five", Game, players=5),
            _list("games, an address", Game, q=game.public_id),
            _list("games, a player’s name", Game, q=seat.name),
            _list("games, a name not there", Game, q="Quartz sphinx"),
            _page("a game", game),
        ]


def _list(name: str, model: type[Model], **query: Any) -> Page:
    meta = model._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    asked = urlencode(query)
    return Page(name, f"{address}?{asked}" if asked else address)


def _page(name: str, row: Model) -> Page:
    meta = row._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
    return Page(name, address)


def _last(model: type[Model]) -> int:
    """Return the last page that a list has."""
    rows = min(model._default_manager.count(), FURTHEST)
    return max(1, rows // Lists.list_per_page)
