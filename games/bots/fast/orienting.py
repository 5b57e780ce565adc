"""Look-ahead before the first turn: a hand tried both ways up in deals of the unseen cards."""

import numpy as np

from ...rules.views import View
from ..search import Search
from ..value.network import Network
from .ahead import Room, new_room, table_of, worth_later
from .compiling import compiled
from .dealing import deal_unseen, unseen_at
from .table import Ints, RoundArrays, banked, copy_round, deck_array, turn_hand
from .thinking import knowledge_at, value_orientations


def orientation_worths(
    view: View, network: Network, search: Search, chance: np.random.Generator
) -> tuple[float, float]:
    """Return what the round brings if the hand is held as it was dealt, and if it is turned."""
    assert view.seat is not None
    room = new_room()
    weigh_orientations(
        table_of(view), view.seat, deck_array(view.players), network, search, room, chance
    )
    return float(room.worths[0]), float(room.worths[1])


@compiled
def weigh_orientations(
    table: RoundArrays,
    seat: int,
    deck: Ints,
    network: Network,
    search: Search,
    room: Room,
    chance: np.random.Generator,
) -> None:
    """Write what the hand of ``seat`` brings, as it is and turned, to ``room.worths``.

    If the net finds one of them clearly better, that is its opinion. Of the other hands only the
    sizes count.
    """
    by_net, worths = room.root.values, room.worths
    value_orientations(knowledge_at(table, seat, deck, room.root), network, room.root)
    worths[0], worths[1] = by_net[0], by_net[1]
    if abs(by_net[1] - by_net[0]) > search.clear:
        return
    unseen = room.unseen[: unseen_at(table, seat, deck, room.unseen)]
    copy_round(table, room.dealt)
    so_far = banked(table, seat)
    worths[:2] = 0.0
    for _ in range(search.deals):
        deal_unseen(room.dealt, seat, unseen, deck, room.mind, chance)
        for flip in range(2):
            copy_round(room.dealt, room.tried)
            if flip == 1:
                turn_hand(room.tried, seat)
            later = worth_later(room.tried, seat, search.turns, deck, network, room.mind)
            worths[flip] += later - so_far + search.opinion * by_net[flip]
    worths[:2] /= search.deals * (1.0 + search.opinion)
