"""Rounds to learn from, played by the net, its older selves and partners.

A decision is worth the points up to the seat's next one, plus a mix of that one's predicted and
actual worth (TD(lambda)).
"""

import numpy as np
from numpy.typing import NDArray

from ...rules.state import TURN_LIMIT
from ..value.features import SIZE as FEATURES
from ..value.features import gain, settled
from ..value.network import Floats
from .compiling import compiled
from .opponents import LEARNER, Networks, chosen_by, network_of_kind, turns
from .sparring import Weights, partner_weights
from .table import (
    ENDED_BY,
    PLAYERS,
    PLAYING,
    SEATS,
    TURN,
    Ints,
    RoundArrays,
    banked,
    deck_array,
    final_margin,
    new_table,
    play,
    shuffle,
    start_round,
    turn_hand,
)
from .thinking import (
    Mind,
    knowledge_at,
    new_mind,
    value_moves,
    value_orientations,
)

Shares = NDArray[np.float64]

MOST_DECISIONS = TURN_LIMIT + SEATS
"""Per round."""


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
    networks: Networks,
    mind: Mind,
    exploring: float,
    wavering: float,
    trace: float,
    rows: Floats,
    targets: Floats,
    noted: int,
    notes: NDArray[np.float64],
    seats: Ints,
    kinds: Ints,
    weights: Weights,
    chance: np.random.Generator,
) -> int:
    """Record the learners' decisions from ``noted`` on."""
    players = table.facts[PLAYERS]
    network = network_of_kind(networks, LEARNER)
    first = noted
    for turn in range(players + TURN_LIMIT):
        orienting = turn < players
        if not orienting and table.facts[ENDED_BY] != PLAYING:
            break
        seat = turn if orienting else table.facts[TURN]
        if kinds[seat] != LEARNER:
            if not orienting:
                chosen = chosen_by(kinds[seat], table, deck, mind, networks, weights, chance)
                play(table, mind.found.moves[chosen])
            elif turns(table, seat, kinds[seat], deck, mind, networks):
                turn_hand(table, seat)
            continue
        know = knowledge_at(table, seat, deck, mind)
        if orienting:
            count = value_orientations(know, network, mind)
        else:
            count = value_moves(know, network, mind)
        best = mind.values[:count].max()
        chosen = _draw(mind.values, count, exploring, wavering, chance)
        before = banked(table, seat)
        won = 0.0
        over = False
        if orienting:
            if chosen == 1:
                turn_hand(table, seat)
        else:
            after = mind.found.after[chosen]
            won = gain(know, after)
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
        end = final_margin(table, seat)
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
def _seat(
    players: int, kinds: Ints, shares: Shares, alone: bool, chance: np.random.Generator
) -> None:
    """Draw who plays each seat: learners, and by ``shares`` others of one kind."""
    kinds[:] = LEARNER
    drawn = chance.random() * shares.sum()
    kind = 0
    while kind < len(shares) - 1 and drawn >= shares[kind]:
        drawn -= shares[kind]
        kind += 1
    if kind == LEARNER:
        return
    others = players - 1 if alone else 1 + int(chance.random() * (players - 1))
    for seat in range(players):
        if chance.random() * (players - seat) < others:
            kinds[seat] = kind
            others -= 1


@compiled
def _play(
    players: int,
    wanted: int,
    deck: Ints,
    table: RoundArrays,
    mind: Mind,
    networks: Networks,
    exploring: float,
    wavering: float,
    trace: float,
    rows: Floats,
    targets: Floats,
    shares: Shares,
    alone: bool,
    weights: Weights,
    chance: np.random.Generator,
) -> int:
    kinds = np.zeros(SEATS, np.int64)
    notes = np.zeros((MOST_DECISIONS, 5))
    seats = np.zeros(MOST_DECISIONS, np.int64)
    noted = 0
    while noted < wanted:
        shuffle(deck, chance)
        starter = int(chance.random() * players)
        _seat(players, kinds, shares, alone, chance)
        # Two players play the second round with the cards set aside.
        for number in range(2 if players == 2 else 1):
            start_round(
                table, players, deck[22 * number :], (starter + number) % players, number == 0
            )
            noted = _play_round(
                table,
                deck,
                networks,
                mind,
                exploring,
                wavering,
                trace,
                rows,
                targets,
                noted,
                notes,
                seats,
                kinds,
                weights,
                chance,
            )
    return noted


def play_rounds(
    players: int,
    decisions: int,
    networks: Networks,
    *,
    exploring: float,
    wavering: float,
    trace: float,
    shares: Shares,
    alone: bool,
    chance: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Record about ``decisions``; return their features and outcomes.

    ``shares`` says how often each kind of seat (see :mod:`.opponents`) plays with the first of the
    ``networks``; ``alone`` seats one learner among them, otherwise as many as chance has it.
    """
    room = decisions + 2 * MOST_DECISIONS
    rows = np.zeros((room, FEATURES), np.float32)
    targets = np.zeros(room, np.float32)
    noted = _play(
        players,
        decisions,
        deck_array(players),
        new_table(),
        new_mind(),
        networks,
        exploring,
        wavering,
        trace,
        rows,
        targets,
        shares,
        alone,
        partner_weights(players),
        chance,
    )
    return rows[:noted], targets[:noted]
