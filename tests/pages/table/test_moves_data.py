"""The latest moves, as the page's scripts get them."""

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup

from games.models import Game
from tests.pages.seats import all_keep, at_seat, on_turn, one_move, without_chance
from tests.tables import is_on, people_game, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Game:
    without_chance(monkeypatch)
    game = people_game(3)
    all_keep(game)
    return game


def moves_of(game: Game, seat: int) -> list[dict[str, Any]]:
    found = BeautifulSoup(at_seat(game, seat).page.html, "html.parser").select_one("#moves")
    return json.loads(found.get_text()) if found else []


def test_a_round_that_has_just_begun_has_none(table: Game) -> None:
    assert moves_of(table, on_turn(table)) == []


def test_each_says_what_lay_in_the_ring_before_and_what_it_won(table: Game) -> None:
    first = on_turn(table)
    one_move(table)
    play_on(table, until=is_on(first))
    moves = moves_of(table, first)
    assert [move["number"] for move in moves] == list(range(1, len(moves) + 1))
    ring: list[str] = []
    owner = None
    for move in moves:
        assert move["round"] == 1
        assert move["before"] == ring
        assert move["owner"] == owner
        if "card" in move:
            assert move["card"] == ring.pop(0 if move["end"] == "left" else -1)
        assert move["won"] == (len(ring) if "cards" in move else 0)
        if "cards" in move:
            ring, owner = list(move["cards"]), move["seat"]
        owner = owner if ring else None


def test_all_since_the_viewers_last_move_are_there_and_a_few_before(table: Game) -> None:
    first = on_turn(table)
    for _ in range(3):
        one_move(table)
        play_on(table, until=is_on(first))
    moves = moves_of(table, first)
    assert len(moves) >= 6
    assert first in [move["seat"] for move in moves]
