"""Whole games of bots, for reviews."""

from games.bots.registry import choose_move
from games.rules.deal import deal_round
from games.rules.game import GameState, deal, new_game, play
from games.rules.views import view_for


def bots_game(*bots: str, seed: int = 1) -> GameState:
    """A game in which each seat's bot chooses by itself."""
    game = new_game(len(bots))
    secret = bytes([seed] * 32)
    while not game.over:
        if game.needs_deal:
            game = deal(game, deal_round(secret, "", len(bots), game.round_number))
        seat = game.to_act[0]
        game = play(game, seat, choose_move(bots[seat], view_for(game, seat), seed))
    return game
