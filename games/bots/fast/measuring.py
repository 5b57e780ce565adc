"""A training net's strength against a fast simple player."""

import numpy as np

from games.bots.fast.compiling import compiled
from games.bots.fast.table import (
    ENDED_BY,
    PLAYING,
    TURN,
    Ints,
    RoundArrays,
    deck_array,
    final_margin,
    new_table,
    play,
    shuffle,
    start_round,
    turn_hand,
)
from games.bots.fast.thinking import (
    Mind,
    knowledge_at,
    new_mind,
    value_moves,
    value_orientations,
)
from games.bots.value.candidates import find_candidates
from games.bots.value.features import HELD, gain
from games.bots.value.hands import part
from games.bots.value.knowledge import Knowledge
from games.bots.value.network import Network


@compiled
def _simple_move(know: Knowledge, mind: Mind, chance: np.random.Generator) -> int:
    found = mind.found
    count = find_candidates(know, found)
    chosen = 0
    most = -1e9
    for number in range(count):
        after = found.after[number]
        value = gain(know, after) + 0.2 * chance.random()
        value += part(found.hands[number], after[HELD], found.parts)
        if after[HELD] == 0:
            value += 100.0
        if value > most:
            most = value
            chosen = number
    return chosen


@compiled
def _measure(
    players: int,
    rounds: int,
    deck: Ints,
    table: RoundArrays,
    mind: Mind,
    network: Network,
    chance: np.random.Generator,
) -> float:
    total = 0.0
    for number in range(rounds):
        shuffle(deck, chance)
        start_round(table, players, deck, number % players, True)
        for seat in range(players):
            know = knowledge_at(table, seat, deck, mind)
            if seat == 0:
                value_orientations(know, network, mind)
                turn = mind.values[1] > mind.values[0]
            else:
                turn = part(know.backs, know.held, mind.found.parts) > part(
                    know.hand, know.held, mind.found.parts
                )
            if turn:
                turn_hand(table, seat)
        while table.facts[ENDED_BY] == PLAYING:
            seat = table.facts[TURN]
            know = knowledge_at(table, seat, deck, mind)
            if seat == 0:
                count = value_moves(know, network, mind)
                chosen = int(mind.values[:count].argmax())
            else:
                chosen = _simple_move(know, mind, chance)
            play(table, mind.found.moves[chosen])
        total += final_margin(table, 0)
    return total / rounds


def margin_over_simple(players: int, rounds: int, network: Network, seed: int) -> float:
    """Return the mean margin of ``network`` in one seat among simple players."""
    chance = np.random.default_rng(seed)
    return _measure(players, rounds, deck_array(players), new_table(), new_mind(), network, chance)
