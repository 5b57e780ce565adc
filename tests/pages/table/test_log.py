"""The log of a round, as a player reads it."""

import pytest
from bs4 import BeautifulSoup

from games.models import Game
from tests.pages.seats import all_keep, at_seat, on_turn, one_move, without_chance
from tests.tables import is_on, people_game, play_on

pytestmark = pytest.mark.django_db

NEW, OLD = "Since your last turn", "Before"


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Game:
    without_chance(monkeypatch)
    game = people_game(3)
    all_keep(game)
    return game


def log_of(game: Game, seat: int) -> list[str]:
    """Headings as they are, and of each move its number."""
    lines = BeautifulSoup(at_seat(game, seat).page.html, "html.parser").select("#log li")
    return [line.get("data-number", "") or line.get_text(strip=True) for line in lines]  # type: ignore[misc]


def test_what_is_new_stands_under_its_heading_and_the_rest_under_before(table: Game) -> None:
    first = on_turn(table)
    assert log_of(table, first) == []
    one_move(table)
    assert log_of(table, first) == ["1"], "nothing is new"
    play_on(table, until=is_on(first))
    found = log_of(table, first)
    assert found[0] == NEW
    assert found[-2:] == [OLD, "1"]
    assert found[1:-2] == [str(number) for number in range(len(found) - 2, 1, -1)]


def test_a_player_who_has_not_moved_yet_reads_no_headings(table: Game) -> None:
    last = (on_turn(table) + 2) % 3
    one_move(table)
    assert log_of(table, last) == ["1"]
