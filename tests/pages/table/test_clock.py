"""Time left, and sentences about timeouts."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.models import Game
from games.rules.moves import Scout, Show
from tests.pages.conftest import SEVENS, DealHands, play
from tests.pages.page import Page
from tests.pages.seats import all_keep, at_seat, one_move, run_out, watching, without_chance
from tests.tables import bot_game, people_game

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def table(deal: DealHands, monkeypatch: pytest.MonkeyPatch) -> Game:
    """At noon, a day a turn; seat 2 has shown 7-7, seat 0 is to move."""
    without_chance(monkeypatch)
    with time_machine.travel(NOON, tick=False):
        deal({0: "6/8 8/10 8/9 6/5", 2: SEVENS}, players=3, starter=2)
        game = people_game(3, open_to_all=True)
        all_keep(game)
        play(game, 2, Show(0, 2))
    return game


def pill(page: Page) -> str:
    found: str = page.html.split('<p class="pill clock ', 1)[1].split('"', 1)[0]
    return found


@pytest.mark.parametrize(
    ("passed", "said", "kind"),
    [
        (0 * HOUR, "24 h left · until Sun 12:00 UTC", ""),
        (3 * HOUR, "21 h left · until Sun 12:00 UTC", "soon"),
        (23 * HOUR + timedelta(minutes=10), "50 min left · until 12:00 UTC", "now"),
        (24 * HOUR - timedelta(seconds=20), "under a minute left · until 12:00 UTC", "now"),
    ],
)
def test_the_one_who_is_on_reads_how_long_still_and_until_when(
    table: Game, passed: timedelta, said: str, kind: str
) -> None:
    with time_machine.travel(NOON + passed, tick=False):
        page = at_seat(table, 0).page
    assert said in page.text
    assert pill(page) == kind


def test_others_read_it_too_and_it_does_not_stand_out(table: Game) -> None:
    with time_machine.travel(NOON + 23.5 * HOUR, tick=False):
        for visitor in (at_seat(table, 1), watching(table)):
            assert "30 min left · until 12:00 UTC" in visitor.page.text
            assert "due 12:00 UTC" in visitor.page.text
            assert pill(visitor.page) == ""
        assert "Due 12:00 UTC." in at_seat(table, 1).page.text


def test_times_are_those_of_the_readers_zone(table: Game) -> None:
    with time_machine.travel(NOON, tick=False):
        player = at_seat(table, 0)
        player.client.cookies["timezone"] = "Asia/Tokyo"
        before = player.client.get(f"{player.path}board/")["ETag"]
        assert "until Sun 21:00 JST" in player.look().text
        player.client.cookies["timezone"] = "America/Bogota"
        assert "until Sun 07:00 UTC−05" in player.look().text
        assert player.client.get(f"{player.path}board/")["ETag"] != before


def test_while_all_choose_their_side_the_time_is_said_as_well() -> None:
    with time_machine.travel(NOON, tick=False):
        game = people_game(3)
        assert "24 h left · until Sun 12:00 UTC" in at_seat(game, 1).page.text


def test_without_a_clock_nothing_is_said() -> None:
    game = bot_game()
    assert 'class="pill clock' not in at_seat(game, 0).page.html


def test_a_turn_that_the_clock_played_says_so(table: Game) -> None:
    assert run_out(table) == 0
    for visitor in (at_seat(table, 0), at_seat(table, 1), watching(table)):
        # In the log and in the strip of what happened since.
        assert visitor.page.text.count("Time ran out, so a bot played this turn") == 2
    one_move(table)
    assert at_seat(table, 0).page.text.count("Time ran out") == 2


def test_what_the_bot_did_with_a_card_only_its_player_reads(deal: DealHands) -> None:
    nothing_beats = "1/2 3/4 1/5 3/6 1/7 3/8 1/9 4/2 6/1 4/5 6/2 4/8"
    deal({0: nothing_beats, 2: SEVENS}, players=3, starter=2)
    game = people_game(3, open_to_all=True)
    all_keep(game)
    play(game, 2, Show(0, 2))
    run_out(game)
    assert "Only you see this" in at_seat(game, 0).page.text
    for visitor in (at_seat(game, 1), at_seat(game, 2), watching(game)):
        assert "Only you see this" not in visitor.page.text


def test_a_move_that_came_too_late_reads_what_the_bot_played(table: Game) -> None:
    player = at_seat(table, 0)
    run_out(table)
    page = player.press("show", cards=[1, 2])
    assert page.alert.startswith("Time ran out, so a bot played this turn: S")
    assert page.alert.endswith("You’re still in the game.")


def test_a_choice_of_side_that_came_too_late_reads_that_the_hand_stays() -> None:
    game = people_game(3)
    player = at_seat(game, 1)
    run_out(game)
    page = player.press("turn", way="flip")
    assert "Time ran out, so your hand stays as it was dealt" in page.alert


def test_a_move_that_somebody_else_overtook_is_told_nothing_of_clocks(table: Game) -> None:
    player = at_seat(table, 0)
    play(table, 0, Scout("left", False, 0))
    page = player.press("show", cards=[1, 2])
    assert "out of date" in page.alert
    assert "Time ran out" not in page.alert


def test_a_stranger_may_ask_for_the_board_of_an_open_game(table: Game) -> None:
    page = Page(Client().get(f"/games/{table.public_id}/board/"))
    assert page.status == 200
    assert "You are watching" in page.text
