"""Tables in known positions and a mail server, for browsers too."""

import pytest

from games.models import Game
from games.rules.moves import Show
from tests.pages.conftest import MINE, DealHands, deal, keep_all, play
from tests.tables import bot_game
from tests.telling.conftest import mailbox

__all__ = ["deal", "mailbox"]


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    """Seat 1 has shown four 7s and seat 2 is to move; the player waits."""
    deal({0: MINE, 1: "7/6 7/9 7/10 7/8"}, starter=1)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 1, Show(0, 4))
    return game
