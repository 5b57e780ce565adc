"""Everybody at a table sees who is on holiday, and until when."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Actor, Game
from games.play.chairs import keep, leave
from games.rest.week import week_text
from tests.accounts.people import account
from tests.pages.lobby.pressing import page
from tests.pages.page import Page
from tests.rest.weeks import NIGHTS
from tests.tables import is_on, play_on

pytestmark = pytest.mark.django_db

BEFORE = datetime(2026, 12, 19, 22, 59, tzinfo=UTC)
DURING = datetime(2026, 12, 20, 12, tzinfo=UTC)
AFTER = datetime(2026, 12, 27, 23, tzinfo=UTC)
HOLIDAY = "2026-12-20 2026-12-27 Europe/Berlin"
UNTIL = "on holiday until 28 Dec"
DAY = 24 * 3600
MINUTE = timedelta(minutes=1)
HOLIDAYS = "/account/telling/holiday/"


@pytest.fixture
def bruno() -> User:
    return account("Bruno")


@pytest.fixture
def anna() -> User:
    return account("Anna", "anna@example.org")


def game_of(anna: User, bruno: User, turn_seconds: int | None = DAY, *, begin: bool = True) -> Game:
    """Open to all; Bruno, in seat 1, is on and has a holiday planned, and is quiet at night."""
    with time_machine.travel(BEFORE, tick=False):
        game = create_game(user=anna, terms=Terms(players=3, open=True, turn_seconds=turn_seconds))
        join(game_id=game.pk, user=bruno)
        if begin:
            join(game_id=game.pk, user=new_guest())
            play_on(game, until=is_on(1))
    User.objects.filter(pk=bruno.pk).update(holidays=HOLIDAY, quiet_week=week_text(NIGHTS))
    return game


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def at(when: datetime, user: User | None, address: str) -> str:
    with time_machine.travel(when, tick=False):
        return page(browser(user), address).text


def told(when: datetime, user: User | None, game: Game) -> dict[int, Any]:
    """By seat, what programs are told of holidays."""
    with time_machine.travel(when, tick=False):
        answer = browser(user).get(f"/api/v1/games/{game.public_id}/").json()
        rows = browser(user).get("/api/v1/games/").json()["results"]
    seats = {seat["seat"]: seat["holiday_until"] for seat in answer["seats"]}
    (row,) = (row for row in rows if row["id"] == game.public_id)
    assert {seat["seat"]: seat["holiday_until"] for seat in row["seats"]} == seats
    return seats


def test_the_seat_says_until_when_from_the_first_midnight_to_the_last(
    anna: User, bruno: User
) -> None:
    game = game_of(anna, bruno)
    table = f"/games/{game.public_id}/"
    for viewer in (anna, account("Dora", "dora@example.org")):
        assert UNTIL not in at(BEFORE, viewer, table)
        assert UNTIL in at(DURING, viewer, table)
        assert UNTIL not in at(AFTER, viewer, table)
    assert told(DURING, anna, game) == {0: None, 1: "2026-12-28", 2: None}
    assert told(BEFORE, anna, game) == told(AFTER, anna, game) == dict.fromkeys(range(3))


@pytest.mark.parametrize(
    ("rest_counts", "is_on_before", "sentence"),
    [
        (True, False, "The clock of your turns stands still."),
        (False, False, "The clock of your turns runs on at this table."),
        (True, True, "The clock of this turn runs on"),
    ],
)
def test_ones_own_table_says_it_too_and_one_press_there_ends_it(
    anna: User, bruno: User, *, rest_counts: bool, is_on_before: bool, sentence: str
) -> None:
    game, client = game_of(anna, bruno), browser(bruno)
    table, own = f"/games/{game.public_id}/", f"You’re {UNTIL}."
    Game.objects.filter(pk=game.pk).update(rest_counts=rest_counts)
    assert own not in at(BEFORE, bruno, table)
    with time_machine.travel(DURING, tick=False):
        if not is_on_before:
            play_on(game, moves=1)
        client.force_login(bruno)
        shown = page(client, table)
        assert f"{own} {sentence}" in shown.text
        assert own not in page(browser(anna), table).text
        after = client.post(f"{HOLIDAYS}back/", {"next": table}, follow=True)
        assert after.redirect_chain[-1][0] == table
    assert own not in Page(after).text
    assert "Welcome back!" in Page(after).text


def test_coming_back_leads_to_no_other_site(bruno: User) -> None:
    answer = browser(bruno).post(f"{HOLIDAYS}back/", {"next": "//example.org/"})
    assert answer["Location"].startswith("/account/telling/")


def test_an_open_page_hears_of_it_though_nobody_moved(anna: User, bruno: User) -> None:
    game, client = game_of(anna, bruno), browser(anna)
    for path in (f"/games/{game.public_id}/board/", f"/api/v1/games/{game.public_id}/"):
        tags: dict[datetime, str] = {}
        # Two minutes: a tag also says how many days it has been still at the table.
        for at_home, away in ((BEFORE, BEFORE + MINUTE), (AFTER, AFTER - MINUTE)):
            for when in (at_home, away):
                with time_machine.travel(when, tick=False):
                    tags[when] = client.get(path)["ETag"]
                    assert client.get(path)["ETag"] == tags[when]
            assert tags[at_home] != tags[away]


def test_my_games_says_it_where_it_says_who_is_waited_for(anna: User, bruno: User) -> None:
    game_of(anna, bruno)
    assert f"Waiting for Bruno ({UNTIL})" in at(DURING, anna, "/games/")
    assert "Waiting for Bruno Round" in at(BEFORE, anna, "/games/")
    assert UNTIL not in at(DURING, bruno, "/games/")


def test_of_holidays_that_follow_each_other_the_last_day_is_told(anna: User, bruno: User) -> None:
    game = game_of(anna, bruno)
    days = ["2026-12-20 2026-12-21", "2026-12-22 2026-12-27", "2026-12-29 2026-12-29"]
    planned = "\n".join(f"{each} Europe/Berlin" for each in days)
    User.objects.filter(pk=bruno.pk).update(holidays=planned)
    assert UNTIL in at(DURING, anna, f"/games/{game.public_id}/")
    assert told(DURING, anna, game)[1] == "2026-12-28"


def test_coming_back_early_is_seen_at_once(anna: User, bruno: User) -> None:
    game = game_of(anna, bruno)
    User.objects.filter(pk=bruno.pk).update(holidays=f"{HOLIDAY} 2026-12-20T11:00:00+00:00")
    assert UNTIL not in at(DURING, anna, f"/games/{game.public_id}/")
    assert told(DURING, anna, game)[1] is None


@pytest.mark.parametrize(
    ("turn_seconds", "is_told"), [(None, True), (DAY // 2, True), (3600, False)]
)
def test_it_is_told_at_slow_tables_alone(
    anna: User, bruno: User, turn_seconds: int | None, *, is_told: bool
) -> None:
    game = game_of(anna, bruno, turn_seconds)
    assert (UNTIL in at(DURING, anna, f"/games/{game.public_id}/")) == is_told
    assert (UNTIL in at(DURING, anna, "/games/")) == is_told
    assert (told(DURING, anna, game)[1] is not None) == is_told


def test_it_is_told_while_the_table_waits_and_while_sides_are_chosen(
    anna: User, bruno: User
) -> None:
    game = game_of(anna, bruno, begin=False)
    assert f"has a seat, {UNTIL}" in at(DURING, anna, f"/games/{game.public_id}/")
    with time_machine.travel(DURING, tick=False):
        join(game_id=game.pk, user=new_guest())
    assert f"Bruno is {UNTIL}." in at(DURING, anna, f"/games/{game.public_id}/")
    assert f"Bruno is {UNTIL}." not in at(DURING, bruno, f"/games/{game.public_id}/")


def test_of_a_kept_chair_it_is_told_too_but_not_of_one_that_was_left_or_when_all_is_over(
    anna: User, bruno: User
) -> None:
    game = game_of(anna, bruno)
    with time_machine.travel(DURING, tick=False):
        keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    assert UNTIL in at(DURING, anna, f"/games/{game.public_id}/")
    with time_machine.travel(DURING, tick=False):
        leave(game_id=game.pk, seat=1)
    assert UNTIL not in at(DURING, anna, f"/games/{game.public_id}/")
    assert told(DURING, anna, game)[1] is None
    other = game_of(account("Emil", "emil@example.org"), bruno)
    with time_machine.travel(DURING, tick=False):
        play_on(other)
    assert told(DURING, bruno, other)[1] is None
    assert UNTIL not in at(DURING, None, f"/games/{other.public_id}/")
