"""Games made beforehand, so that neither side's bots cost anything."""

from random import Random
from typing import Any

from games.bots.registry import bot_named
from games.rules import game as rules
from games.rules.deal import deal_round
from games.rules.moves import move_to_json
from games.rules.views import view_for
from tests.dealing import dealer

BOT = "easy"
"""It shows, scouts and uses Scout & Show, and costs little."""


def recorded(name: str, players: int) -> dict[str, Any]:
    """Return a whole game: with the secret that `dealer` draws by its name."""
    secret = dealer(name).token_bytes(32)
    choose, chance = bot_named(BOT), Random(name)
    game = rules.new_game(players)
    moves: list[dict[str, Any]] = []
    while not game.over:
        if game.needs_deal:
            game = rules.deal(game, deal_round(secret, "", players, game.round_number))
        seat = game.to_act[0]
        move = choose(view_for(game, seat), chance)
        moves.append({"seat": seat, "seq": game.seq, "move": move_to_json(move)})
        game = rules.play(game, seat, move)
    return {
        "name": name,
        "players": players,
        "secret": secret.hex(),
        "totals": list(game.totals),
        "moves": moves,
    }
