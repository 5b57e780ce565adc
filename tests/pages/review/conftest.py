"""A finished game, and its first player's browser."""

import pytest
from django.test import Client

from games.models import Game
from tests.tables import people_game, play_on


@pytest.fixture
def game(db: None) -> Game:
    """Finished, open to all, with a bot in seat 2."""
    game = people_game(3, bots=1, open_to_all=True)
    play_on(game, level="lev")
    return game


@pytest.fixture
def mine(game: Game) -> Client:
    client = Client()
    user = game.seats.get(number=0).user
    assert user is not None
    client.force_login(user)
    return client
