"""A finished game against bots, whose deal is passed on."""

import pytest

from games.deals.sharing import Offered, offered, share
from games.models import Game
from tests.tables import bot_game, play_on


@pytest.fixture
def source(db: None) -> Game:
    """A guest's, with three bots in it."""
    game = bot_game(3)
    play_on(game)
    return game


@pytest.fixture
def offer(source: Game) -> Offered:
    """Its deal, by the link."""
    user = source.seats.get(bot="").user
    assert user is not None
    found = offered(share(game_id=source.pk, user=user).address)
    assert found is not None
    return found
