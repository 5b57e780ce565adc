"""A player who waits, in the design's position."""

import pytest

from games.models import Game
from games.rules.moves import Show
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.pages.page import Page
from tests.pages.seats import Player as Planner
from tests.pages.seats import at_seat
from tests.tables import people_game

__all__ = ["Planner"]

SEVENS = "7/6 7/9"
NINES = "9/1 9/4"


def change(player: Planner, action: str, *, cards: tuple[int, ...] = ()) -> Page:
    """Press a button of the plan, with ``cards`` selected."""
    data: dict[str, list[str]] = {}
    for name, value in player.page.fields:
        data.setdefault(name, []).append(value)
    data["action"] = [action]
    if cards:
        data["card"] = [str(card) for card in cards]
    player.page = Page(player.client.post(f"{player.path}plan/", data, follow=True))
    return player.page


@pytest.fixture
def game(db: None, deal: DealHands) -> Game:
    """Seat 1 has shown 7-7; seats 2 and 3 move before seat 0."""
    deal({0: MINE, 1: SEVENS, 3: NINES}, starter=1)
    game = people_game(4)
    keep_all(game, range(4))
    play(game, 1, Show(0, 2))
    return game


@pytest.fixture
def planner(game: Game) -> Planner:
    return at_seat(game, 0)
