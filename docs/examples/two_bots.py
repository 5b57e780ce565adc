"""Two bots play a game: the library alone, ``pip install ./library``."""

import nextact_scout as scout

secret, seated = bytes(32), ["steady", "easy"]
game = scout.new_game(players=2)
while not game.over:
    if game.needs_deal:
        game = scout.deal(game, scout.deal_round(secret, "", 2, game.round_number))
    seat = game.to_act[0]
    move = scout.choose_move(seated[seat], scout.view_for(game, seat), seed=1)
    game = scout.play(game, seat, move)
print(dict(zip(seated, game.totals, strict=True)))
