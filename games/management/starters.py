"""Positions to practise from games of bots, for a site without reviewed games."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from random import Random

from games.bots.registry import choose_move
from games.bots.reviewing.whole import decisions
from games.models import PracticeKind
from games.practice.positions import Position, position_of
from games.rules.cards import PLAYER_COUNTS
from games.rules.deal import deal_round
from games.rules.game import GameState, deal, new_game, play
from games.rules.moves import Show
from games.rules.views import View, view_for

BOTS = ("expert", "steady", "juno", "corvo", "mabel")
"""The strong bots, whose games reach positions that people get into."""
MOST_GAMES = 400


def bots_positions(
    *, seed: int, of_each: int, sizes: Iterable[int] = PLAYER_COUNTS
) -> list[Position]:
    """Return ``of_each`` positions of every kind for each number of players, where there are any.

    The same seed gives the same positions, at most one of a kind from each game.
    """
    found: list[Position] = []
    for players in sizes:
        found += _for_players(players, seed, of_each)
    return found


def _for_players(players: int, seed: int, of_each: int) -> list[Position]:
    kept: dict[PracticeKind, list[Position]] = defaultdict(list)
    due = set(PracticeKind)
    if players == 2:
        # There is no Scout & Show with two players.
        due.discard(PracticeKind.BOTH)
    for number in count():
        missing = {kind for kind in due if len(kept[kind]) < of_each}
        if not missing or number == MOST_GAMES:
            break
        chance = Random(f"{seed} {players} {number}")  # noqa: S311 (bots may be guessed)
        fresh: dict[PracticeKind, list[Position]] = defaultdict(list)
        for view in _views(players, chance):
            position = position_of(view)
            if position and position.kind in missing and not _is_plain(position):
                fresh[position.kind].append(position)
        for kind in PracticeKind:
            if fresh[kind]:
                kept[kind].append(chance.choice(fresh[kind]))
    return [position for kind in PracticeKind for position in kept[kind]]


def _views(players: int, chance: Random) -> Iterator[View]:
    game = _game(players, chance)
    for decision in decisions(game):
        yield decision.view


def _game(players: int, chance: Random) -> GameState:
    bots = chance.sample(BOTS, players)
    secret = chance.randbytes(32)
    game = new_game(players)
    while not game.over:
        if game.needs_deal:
            game = deal(game, deal_round(secret, "", players, game.round_number))
        seat = game.to_act[0]
        move = choose_move(bots[seat], view_for(game, seat), seed=chance.randrange(1_000_000))
        game = play(game, seat, move)
    return game


def _is_plain(position: Position) -> bool:
    """Return whether anybody sees it: the whole hand is a set that may be shown."""
    best, hand = position.options[0].move, position.view.hand or b""
    return isinstance(best, Show) and best.stop - best.start == len(hand)
