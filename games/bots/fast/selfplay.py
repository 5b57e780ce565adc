"""Rounds to learn from, played by the net.

A decision is worth the points up to the seat's next one, plus a mix of that one's predicted and
actual worth (TD(lambda)).
"""

import numpy as np
from numpy.typing import NDArray

from games.bots.fast.compiling import compiled
from games.bots.fast.sparring import Weights, partner_move, partner_weights, turns_hand
from games.bots.fast.table import (
    ENDED_BY,
    LAST,
    PLAYERS,
    PLAYING,
    SEATS,
    TURN,
    Ints,
    RoundArrays,
    banked,
    deck_array,
    final_margin,
    final_share,
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
from games.bots.value.features import SIZE as FEATURES
from games.bots.value.features import VICTORY, gain, settled, worth_of_points
from games.bots.value.network import Floats, Network
from games.rules.state import TURN_LIMIT

MOST_DECISIONS = TURN_LIMIT + SEATS
"""Per round."""
LAST_ROUNDS = 0.25
SPREAD = 6.0
"""The standard deviation of a seat's points in a round."""


@compiled
def _draw(
    values: NDArray[np.float64],
    count: int,
    exploring: float,
    wavering: float,
    chance: np.random.Generator,
) -> int:
    if chance.random() < exploring:
        return int(chance.random() * count)
    chosen = 0
    most = -1e9
    for number in range(count):
        value = values[number] + wavering * chance.random()
        if value > most:
            most = value
            chosen = number
    return chosen


@compiled
def _play_round(
    table: RoundArrays,
    deck: Ints,
    network: Network,
    mind: Mind,
    exploring: float,
    wavering: float,
    trace: float,
    rows: Floats,
    targets: Floats,
    noted: int,
    notes: NDArray[np.float64],
    seats: Ints,
    partners: Ints,
    weights: Weights,
    chance: np.random.Generator,
) -> int:
    """Record decisions from ``noted`` on, except of seats marked in ``partners``."""
    players = table.facts[PLAYERS]
    last = table.facts[LAST]
    point = worth_of_points(last)
    first = noted
    for turn in range(players + TURN_LIMIT):
        orienting = turn < players
        if not orienting and table.facts[ENDED_BY] != PLAYING:
            break
        seat = turn if orienting else table.facts[TURN]
        know = knowledge_at(table, seat, deck, mind)
        if partners[seat] == 1:
            if not orienting:
                play(table, mind.found.moves[partner_move(know, mind, weights)])
            elif turns_hand(know, mind):
                turn_hand(table, seat)
            continue
        if orienting:
            count = value_orientations(know, network, mind)
        else:
            count = value_moves(know, network, mind)
        best = mind.values[:count].max()
        chosen = _draw(mind.values, count, exploring, wavering, chance)
        before = point * banked(table, seat)
        won = 0.0
        over = False
        if orienting:
            if chosen == 1:
                turn_hand(table, seat)
        else:
            after = mind.found.after[chosen]
            won = point * gain(know, after)
            over, _ = settled(know, mind.found.hands[chosen], after)
            play(table, mind.found.moves[chosen])
        index = noted - first
        seats[index] = seat
        notes[index, 0] = before
        notes[index, 1] = won
        notes[index, 2] = best
        # A random move says nothing about the decisions before it.
        notes[index, 3] = trace if mind.values[chosen] > best - 1.0 else 0.0
        notes[index, 4] = 1.0 if over else 0.0
        rows[noted] = mind.rows[chosen]
        noted += 1
    for seat in range(players):
        end = point * final_margin(table, seat)
        if last == 1:
            end += VICTORY * final_share(table, seat)
        outcome = 0.0
        following = -1
        for index in range(noted - first - 1, -1, -1):
            if seats[index] != seat:
                continue
            now = notes[index, 0] + notes[index, 1]
            if following < 0:
                outcome = end - now
            else:
                weight = notes[following, 3]
                then = notes[following, 1] + outcome
                outcome = (
                    notes[following, 0] - now + weight * then + (1.0 - weight) * notes[following, 2]
                )
            targets[first + index] = outcome
            following = index
    # What is settled by itself need not be learnt.
    kept = first
    for index in range(noted - first):
        if notes[index, 4] == 0.0:
            rows[kept] = rows[first + index]
            targets[kept] = targets[first + index]
            kept += 1
    return kept


@compiled
def _play(
    players: int,
    wanted: int,
    deck: Ints,
    table: RoundArrays,
    mind: Mind,
    network: Network,
    exploring: float,
    wavering: float,
    trace: float,
    rows: Floats,
    targets: Floats,
    sparring: float,
    weights: Weights,
    chance: np.random.Generator,
) -> int:
    last_rounds = LAST_ROUNDS if players > 2 else 2 * LAST_ROUNDS
    partners = np.zeros(SEATS, np.int64)
    notes = np.zeros((MOST_DECISIONS, 5))
    seats = np.zeros(MOST_DECISIONS, np.int64)
    noted = 0
    while noted < wanted:
        shuffle(deck, chance)
        starter = int(chance.random() * players)
        if sparring > 0:
            partners[:] = 0
            if chance.random() < sparring:
                own = int(chance.random() * players)
                for seat in range(players):
                    partners[seat] = 0 if seat == own else 1
        # Two players play the second round with the cards set aside.
        for number in range(2 if players == 2 else 1):
            start_round(
                table, players, deck[22 * number :], (starter + number) % players, number == 0
            )
            # The last round of two players is always the second.
            if (players > 2 or number == 1) and chance.random() < last_rounds:
                table.facts[LAST] = 1
                for seat in range(players):
                    points = SPREAD * np.sqrt(players - 1) * chance.standard_normal()
                    table.scores[seat] = round(points)
            noted = _play_round(
                table,
                deck,
                network,
                mind,
                exploring,
                wavering,
                trace,
                rows,
                targets,
                noted,
                notes,
                seats,
                partners,
                weights,
                chance,
            )
    return noted


def play_rounds(
    players: int,
    decisions: int,
    network: Network,
    *,
    exploring: float,
    wavering: float,
    trace: float,
    sparring: float,
    chance: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Record about ``decisions``; return their features and outcomes."""
    room = decisions + 2 * MOST_DECISIONS
    rows = np.zeros((room, FEATURES), np.float32)
    targets = np.zeros(room, np.float32)
    noted = _play(
        players,
        decisions,
        deck_array(players),
        new_table(),
        new_mind(),
        network,
        exploring,
        wavering,
        trace,
        rows,
        targets,
        sparring,
        partner_weights(players),
        chance,
    )
    return rows[:noted], targets[:noted]
