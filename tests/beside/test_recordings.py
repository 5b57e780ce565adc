"""What both sides are made to play."""

import pytest

from games.rules import game as rules
from games.rules.cards import PLAYER_COUNTS
from games.rules.deal import deal_round
from games.rules.moves import move_from_json
from tests.beside.recordings import recorded


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_recorded_game_can_be_played_again_from_its_secret_and_its_moves(players: int) -> None:
    recording = recorded("a game", players)
    secret = bytes.fromhex(recording["secret"])
    game = rules.new_game(players)
    for each in recording["moves"]:
        if game.needs_deal:
            game = rules.deal(game, deal_round(secret, "", players, game.round_number))
        assert each["seq"] == game.seq
        game = rules.play(game, each["seat"], move_from_json(each["move"]))
    assert game.over
    assert list(game.totals) == recording["totals"]


def test_the_same_name_records_the_same_game() -> None:
    assert recorded("a game", 3) == recorded("a game", 3) != recorded("another", 3)
