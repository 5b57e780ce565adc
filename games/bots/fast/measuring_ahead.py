"""How an expert that looks ahead fares alone among others, by compiled play."""

from collections.abc import Sequence

import numpy as np

from ..expert_ahead import ORIENTING
from ..search import Search
from ..value.network import Network
from .ahead import Room, look_ahead, new_room
from .compiling import compiled
from .measuring import Margin, Worths, in_pieces
from .opponents import (
    LEARNER,
    LONG_ROUND,
    OTHER_NETS,
    Networks,
    chosen_by,
    network_of_kind,
    stacked,
    turns,
)
from .orienting import weigh_orientations
from .sparring import Weights, partner_weights
from .table import (
    ENDED_BY,
    PLAYERS,
    PLAYING,
    TURN,
    TURNS,
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
from .thinking import Mind, new_mind


@compiled
def _play_out(
    table: RoundArrays,
    alone: int,
    deck: Ints,
    mind: Mind,
    room: Room,
    networks: Networks,
    weights: Weights,
    search: Search,
    orienting: Search,
    chance: np.random.Generator,
) -> None:
    facts = table.facts
    network = network_of_kind(networks, LEARNER)
    for seat in range(facts[PLAYERS]):
        if seat == alone:
            weigh_orientations(table, seat, deck, network, orienting, room, chance)
            turned = room.worths[1] > room.worths[0]
        else:
            turned = turns(table, seat, OTHER_NETS, deck, mind, networks)
        if turned:
            turn_hand(table, seat)
    while facts[ENDED_BY] == PLAYING:
        if facts[TURN] == alone and facts[TURNS] < LONG_ROUND:
            chosen = look_ahead(table, deck, network, search, room, chance)
            play(table, room.root.found.moves[chosen])
        else:
            kind = LEARNER if facts[TURN] == alone else OTHER_NETS
            chosen = chosen_by(kind, table, deck, mind, networks, weights, chance)
            play(table, mind.found.moves[chosen])


@compiled
def _margins(
    players: int,
    deck: Ints,
    table: RoundArrays,
    mind: Mind,
    room: Room,
    networks: Networks,
    weights: Weights,
    search: Search,
    orienting: Search,
    margins: Worths,
    chance: np.random.Generator,
) -> None:
    halves = 2 if players == 2 else 1
    for number in range(len(margins)):
        shuffle(deck, chance)
        for seat in range(players):
            # Two players play the second round with the cards set aside.
            for half in range(halves):
                starter = (number + half) % players
                start_round(table, players, deck[22 * half :], starter, half == 0)
                _play_out(
                    table, seat, deck, mind, room, networks, weights, search, orienting, chance
                )
                margins[number] += final_margin(table, seat) / (players * halves)


def margin_ahead(
    players: int,
    networks: Sequence[Network],
    search: Search,
    *,
    deals: int,
    seed: int | Sequence[int],
    threads: int = 1,
) -> Margin:
    """Return the margin of the first net, looking ahead by ``search``, alone among the second.

    Each deal is played in all rotations of the seats and counts as one case.
    """
    nets, weights = stacked(networks), partner_weights(players)

    def play_piece(margins: Worths, chance: np.random.Generator) -> None:
        _margins(
            players,
            deck_array(players),
            new_table(),
            new_mind(),
            new_room(),
            nets,
            weights,
            search,
            ORIENTING,
            margins,
            chance,
        )

    return in_pieces(play_piece, deals=deals, seed=seed, threads=threads)
