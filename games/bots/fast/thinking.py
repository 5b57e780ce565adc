"""*Expert*, compiled: a seat's knowledge in :class:`RoundArrays` and its values."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..value import candidates, features, hands, odds
from ..value.candidates import MOST, MOVE, PAIRS, PLACES, Candidates, find_candidates
from ..value.features import (
    AFTER,
    BOTH,
    HELD,
    fill_features,
    gain,
    settled,
)
from ..value.features import OWNER as SHOWN_BY
from ..value.features import SIZE as FEATURES
from ..value.hands import Parts
from ..value.knowledge import MOST_CARDS, MOST_SET, Knowledge
from ..value.network import Floats, Network
from ..value.odds import CODES, NUMBERS, fill_odds, number_shares
from .compiling import also_compiled, compiled
from .table import (
    BOTTOM,
    CARDS,
    OWNER,
    PLAYERS,
    SEATS,
    SIZE,
    STARTER,
    TOP,
    TURNS,
    Ints,
    RoundArrays,
)

also_compiled(
    candidates._add_shows,
    candidates._best_scouts,
    candidates._keep_pair,
    candidates._leave,
    candidates._left,
    candidates._put_in,
    candidates._write_show,
    features._fill_table,
    fill_features,
    fill_odds,
    find_candidates,
    gain,
    hands.fill_hand,
    hands.fill_shapes,
    hands.part,
    number_shares,
    odds.place_of,
    settled,
)


class Mind(NamedTuple):
    """Room for one decision."""

    hand: Ints
    backs: Ints
    active_backs: Ints
    counts: Ints
    chips: Ints
    both: Ints
    known: Ints
    pool: Ints
    own: Ints
    shares: NDArray[np.float64]
    odds: NDArray[np.float64]
    found: Candidates
    rows: Floats
    values: NDArray[np.float64]


def new_mind() -> Mind:
    """Return a new ``Mind``."""
    return Mind(
        hand=np.zeros(MOST_CARDS, np.int64),
        backs=np.zeros(MOST_CARDS, np.int64),
        active_backs=np.zeros(MOST_SET, np.int64),
        counts=np.zeros(SEATS, np.int64),
        chips=np.zeros(SEATS, np.int64),
        both=np.zeros(SEATS, np.int64),
        known=np.zeros(SEATS, np.int64),
        pool=np.zeros(NUMBERS + 1, np.int64),
        own=np.zeros((SEATS, NUMBERS + 1), np.int64),
        shares=np.zeros(NUMBERS + 1),
        odds=np.zeros((SEATS, CODES)),
        found=Candidates(
            moves=np.zeros((MOST, MOVE), np.int64),
            hands=np.zeros((MOST, MOST_CARDS), np.int64),
            after=np.zeros((MOST, AFTER), np.int64),
            taken=np.zeros((2 * PLACES + 1, MOST_CARDS), np.int64),
            scouts=np.zeros((2 * PLACES, MOVE), np.int64),
            worths=np.zeros(2 * PLACES),
            pair_worths=np.zeros(PAIRS),
            parts=Parts(
                np.zeros(MOST_CARDS + 1),
                np.zeros(MOST_CARDS + 1, np.int64),
                np.zeros(MOST_CARDS + 1, np.int64),
            ),
        ),
        rows=np.zeros((MOST, FEATURES), np.float32),
        values=np.zeros(MOST),
    )


@compiled
def knowledge_at(table: RoundArrays, seat: int, deck: Ints, mind: Mind) -> Knowledge:
    """Return what ``seat`` knows, like :func:`.knowledge_of`."""
    facts = table.facts
    players = facts[PLAYERS]
    held = table.counts[seat]
    unknown = np.ones(CARDS, np.int64)
    for index in range(held):
        card = table.hands[seat, index]
        mind.hand[index] = TOP[card]
        mind.backs[index] = BOTTOM[card]
        unknown[card >> 1] = 0
    for index in range(facts[SIZE]):
        mind.active_backs[index] = BOTTOM[table.active[index]]
    for number in range(players):
        other = (seat + number) % players
        mind.counts[number] = table.counts[other]
        mind.chips[number] = table.chips[other] if players == 2 else 0
        mind.both[number] = table.both[other]
        mind.known[number] = 0
    mind.own[:] = 0
    mind.pool[:] = 0
    unseen = 0
    for card in deck:
        holder = table.holder[card >> 1]
        if holder >= 0:
            number = (holder - seat) % players
            mind.known[number] += 1
            mind.own[number, TOP[card]] += 1
            mind.own[number, BOTTOM[card]] += 1
        if unknown[card >> 1] == 1 and table.seen[card >> 1] == 0:
            unseen += 1
            mind.pool[TOP[card]] += 1
            mind.pool[BOTTOM[card]] += 1
    for number in range(1, players):
        other_held = mind.counts[number]
        number_shares(
            mind.shares, mind.pool, unseen, mind.own[number], mind.known[number], other_held
        )
        fill_odds(mind.odds[number], mind.shares, other_held)
    owner = -1
    if facts[OWNER] >= 0 and facts[SIZE] > 0:
        owner = (facts[OWNER] - seat) % players
    return Knowledge(
        players,
        mind.hand,
        mind.backs,
        held,
        table.active_tops,
        mind.active_backs,
        facts[SIZE],
        owner,
        (facts[STARTER] - seat) % players,
        facts[TURNS],
        mind.counts,
        mind.chips,
        mind.both,
        mind.known,
        unseen,
        mind.odds,
    )


@compiled
def net_value(network: Network, row: Floats, hidden1: Floats, hidden2: Floats) -> float:
    """Return the net's value of a feature row."""
    hidden1[:] = network.biases1
    for index in range(row.shape[0]):
        value = row[index]
        if value != 0:
            for unit in range(hidden1.shape[0]):
                hidden1[unit] += value * network.weights1[index, unit]
    hidden2[:] = network.biases2
    for index in range(hidden1.shape[0]):
        value = hidden1[index]
        if value > 0:
            for unit in range(hidden2.shape[0]):
                hidden2[unit] += value * network.weights2[index, unit]
    answer = network.bias3[0]
    for index in range(hidden2.shape[0]):
        answer += max(hidden2[index], np.float32(0)) * network.weights3[index, 0]
    return float(answer)


@compiled
def _layers(network: Network) -> tuple[Floats, Floats]:
    """Return room for the hidden units of ``network``."""
    units1, units2 = network.biases1.shape[0], network.biases2.shape[0]
    return np.zeros(units1, np.float32), np.zeros(units2, np.float32)


@compiled
def value_orientations(know: Knowledge, network: Network, mind: Mind) -> int:
    """Write both orientations' values, as held first, to ``mind.values``; return 2."""
    after = mind.found.after[0]
    for index in range(AFTER):
        after[index] = 0
    after[HELD] = know.held
    after[SHOWN_BY] = -1
    after[BOTH] = know.both[0]
    hidden1, hidden2 = _layers(network)
    for flip in range(2):
        tops = know.backs if flip == 1 else know.hand
        fill_features(mind.rows[flip], know, tops, after, mind.found.parts)
        mind.values[flip] = net_value(network, mind.rows[flip], hidden1, hidden2)
    return 2


@compiled
def value_moves(know: Knowledge, network: Network, mind: Mind) -> int:
    """Write the candidates' worths to ``mind.values``; return their number."""
    found = mind.found
    hidden1, hidden2 = _layers(network)
    count = find_candidates(know, found)
    for number in range(count):
        after, tops = found.after[number], found.hands[number]
        over, worth = settled(know, tops, after)
        if not over:
            fill_features(mind.rows[number], know, tops, after, found.parts)
            worth = net_value(network, mind.rows[number], hidden1, hidden2)
        mind.values[number] = gain(know, after) + worth
    return count
