"""Time pages about finished games."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Count
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from games.archive.finished import ON_A_PAGE
from games.lobby.lists import FINISHED_ON_A_PAGE
from games.models import Game, GameRecord, GameStatus, GameSummary, SeatResult
from games.review.asking import ask_for_game
from games.review.working import work_out


class Page(NamedTuple):
    """A page to ask for."""

    name: str
    address: str
    signed_in: bool


class Reader:
    """A client within this process."""

    def __init__(self) -> None:
        """Raise ``LookupError`` without finished games."""
        self._player = busiest_player()
        self._stranger = Client(SERVER_NAME=settings.SITE_HOST)
        self._owner = Client(SERVER_NAME=settings.SITE_HOST)
        self._owner.force_login(self._player, "django.contrib.auth.backends.ModelBackend")
        self.pages = pages_about(self._player)

    def queries(self, page: Page) -> int:
        made = 0

        def count(execute: Callable[..., Any], *args: Any) -> Any:
            nonlocal made
            made += 1
            return execute(*args)

        with connection.execute_wrapper(count):
            self._ask(page)
        return made

    def seconds(self, page: Page) -> float:
        start = time.perf_counter()
        self._ask(page)
        return time.perf_counter() - start

    def _ask(self, page: Page) -> HttpResponseBase:
        client = self._owner if page.signed_in else self._stranger
        response = client.get(page.address, secure=True)
        if response.status_code != 200:
            raise RuntimeError(f"{page.address} answered {response.status_code}.")
        return response


def games_there() -> int:
    """Count the finished games."""
    return GameSummary.objects.filter(status=GameStatus.FINISHED).count()


def busiest_player() -> Any:
    """Return the account with most finished games; raise ``LookupError``."""
    results = SeatResult.objects.filter(finished=True, user__isnull=False, user__is_guest=False)
    most = results.values("user").annotate(games=Count("pk")).order_by("-games", "user").first()
    if most is None:
        raise LookupError("There are no finished games: manage.py fill makes some.")
    return get_user_model()._default_manager.get(pk=most["user"])


def pages_about(player: Any) -> list[Page]:
    """Return pages about all players, and about ``player``."""
    results = SeatResult.objects.filter(user=player.pk, finished=True).order_by(
        "-ended_at", "-seat_id"
    )
    games = results.count()
    # As far down as pages are still full, with few games and with many.
    far = results[max(0, games - 2 * ON_A_PAGE - 1)]
    before = urlencode({"before": far.ended_at.isoformat(), "seat": far.seat_id})
    profile = reverse("games:profile", args=[player.username])
    archive = reverse("games:archive", args=[player.username])
    board = reverse("games:leaderboards")
    mine = reverse("games:mine")
    records = reverse("api:records")
    # The last full page, with few games and with many.
    ends = GameRecord.objects.filter(open=True).order_by("-ended_at").values_list("ended_at")
    since = urlencode({"since": [at for (at,) in ends[:20]][-1].isoformat()})
    last = -(-games // FINISHED_ON_A_PAGE)
    # The full name, so that exactly one is found in any database.
    name = quote(player.username)
    return [
        Page("a profile, seen by a visitor", profile, signed_in=False),
        Page("the player’s own profile", profile, signed_in=True),
        Page("a leaderboard", f"{board}?players=4", signed_in=False),
        Page("a leaderboard, its last page", f"{board}?players=4&page=99999999", signed_in=False),
        Page("a name on a leaderboard", f"{board}?players=4&name={name}", signed_in=False),
        Page("an archive", archive, signed_in=False),
        Page("an archive, far down", f"{archive}?{before}", signed_in=False),
        Page("the player’s own archive, far down", f"{archive}?{before}", signed_in=True),
        Page("my games", mine, signed_in=True),
        Page("my games, the last page", f"{mine}?page={last}", signed_in=True),
        Page("twenty records", f"{records}?max=20", signed_in=False),
        Page("twenty records, far down", f"{records}?max=20&{since}", signed_in=False),
        Page("twenty records, seen by the player", f"{records}?max=20", signed_in=True),
        Page("find a game", reverse("games:find"), signed_in=True),
        Page("today’s deal", reverse("today"), signed_in=True),
        Page("practice", reverse("games:practice"), signed_in=True),
        Page("a review", reverse("games:review", args=[reviewed_game(player)]), signed_in=True),
    ]


def reviewed_game(player: Any) -> str:
    """Return the address of one of the player's games, reviewed if it isn't yet."""
    results = SeatResult.objects.filter(user=player.pk, finished=True)
    game = Game.objects.get(pk=results.order_by("ended_at").values("game")[:1])
    work_out(ask_for_game(game.pk).pk)
    return str(game.public_id)
