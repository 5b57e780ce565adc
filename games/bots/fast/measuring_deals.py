"""How much deals of the unseen cards tell of what a move brings.

Moves that come close are also tried in the round as it was dealt, in games of the net's own. How
the points that came there differ among the moves of a decision is explained, by least squares, by
what the net and the deals had expected.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...rules.state import TURN_LIMIT
from ..search import Search
from ..value.network import Network
from .ahead import Room, look_ahead, new_room, worth_later
from .compiling import compiled
from .measuring import NORMAL_95, PIECES
from .table import (
    ENDED_BY,
    PLAYING,
    TURN,
    Ints,
    RoundArrays,
    banked,
    copy_round,
    deck_array,
    new_table,
    play,
    shuffle,
    start_round,
    turn_hand,
)
from .thinking import knowledge_at, value_moves, value_orientations

Numbers = NDArray[np.float64]

BY_NET, BY_DEALS, CAME = 0, 1, 2


class Told(NamedTuple):
    """What explains the points that came."""

    decisions: int
    by_net: tuple[float, float]
    """The points that came more for each that the net expected more; the 95 % interval within."""
    by_deals: tuple[float, float]
    """The same of the deals."""
    too_much: float
    """The points that the deals expected beyond those that came."""


def told_by_deals(
    players: int, network: Network, search: Search, *, decisions: int, seed: int, threads: int = 1
) -> Told:
    """Return how much the deals of ``search`` tell beside the net, whatever the threads."""
    search = search._replace(sifted=0)
    wanted = [len(piece) for piece in np.array_split(np.zeros(decisions), PIECES)]

    def tell(piece: int) -> tuple[Numbers, Ints]:
        room = wanted[piece] * search.candidates
        found, groups = np.zeros((room, 3)), np.zeros(room, np.int64)
        count = _tell(
            players,
            wanted[piece],
            deck_array(players),
            new_table(),
            new_room(),
            network,
            search,
            found,
            groups,
            np.random.default_rng([seed, players, piece]),
        )
        return found[:count], groups[:count]

    with ThreadPoolExecutor(threads) as pool:
        return _explained(list(pool.map(tell, range(PIECES))))


@compiled
def _tell(
    players: int,
    wanted: int,
    deck: Ints,
    table: RoundArrays,
    room: Room,
    network: Network,
    search: Search,
    found: Numbers,
    groups: Ints,
    chance: np.random.Generator,
) -> int:
    """Write the moves of so many decisions, those of one with the same number; return how many."""
    mind = room.mind
    noted = decided = 0
    while decided < wanted:
        shuffle(deck, chance)
        start_round(table, players, deck, int(chance.random() * players), True)
        for seat in range(players):
            value_orientations(knowledge_at(table, seat, deck, mind), network, mind)
            if mind.values[1] > mind.values[0]:
                turn_hand(table, seat)
        while table.facts[ENDED_BY] == PLAYING and decided < wanted:
            # Half of the decisions, so that more rounds are told of.
            if chance.random() < 0.5:
                know = knowledge_at(table, table.facts[TURN], deck, mind)
                best = int(mind.values[: value_moves(know, network, mind)].argmax())
                play(table, mind.found.moves[best])
                continue
            look_ahead(table, deck, network, search, room, chance)
            tried = 0
            while room.numbers[tried] >= 0:
                tried += 1
            for place in range(tried if tried > 1 else 0):
                groups[noted] = decided
                number = int(room.numbers[place])
                found[noted, BY_NET] = room.root.values[number]
                found[noted, BY_DEALS] = room.worths[place]
                found[noted, CAME] = _came(table, number, deck, network, room)
                noted += 1
            decided += tried > 1
            play(table, room.root.found.moves[room.numbers[0]])
    return noted


@compiled
def _came(table: RoundArrays, number: int, deck: Ints, network: Network, room: Room) -> float:
    """Return the points from now on after a move in ``room.root.found``, if all play by the net."""
    seat = table.facts[TURN]
    copy_round(table, room.tried)
    play(room.tried, room.root.found.moves[number])
    came = worth_later(room.tried, seat, TURN_LIMIT, deck, network, room.mind)
    return float(came - banked(table, seat))


def _explained(pieces: Sequence[tuple[Numbers, Ints]]) -> Told:
    compared, decisions, too_much = [], 0, 0.0
    for found, groups in pieces:
        starts = np.flatnonzero(np.diff(groups, prepend=-1))
        sizes = np.diff(starts, append=len(groups))
        means = np.add.reduceat(found, starts) / sizes[:, None]
        compared += np.split(found - np.repeat(means, sizes, axis=0), starts[1:])
        decisions += len(starts)
        too_much += float((found[:, BY_DEALS] - found[:, CAME]).sum())
    rows = np.concatenate(compared)
    expected, came = rows[:, :CAME], rows[:, CAME]
    inverse = np.linalg.inv(expected.T @ expected)
    shares = inverse @ expected.T @ came
    # The moves of a decision share its luck: each decision is one case.
    slopes = np.array(
        [one[:, :CAME].T @ (one[:, CAME] - one[:, :CAME] @ shares) for one in compared]
    )
    within = NORMAL_95 * np.sqrt((inverse @ (slopes.T @ slopes) @ inverse).diagonal())
    by_net, by_deals = zip(shares.tolist(), within.tolist(), strict=True)
    return Told(decisions, by_net, by_deals, too_much / len(rows))
