"""Look-ahead: moves tried in deals of the unseen cards.

The net moves for everybody and values the end.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...rules.cards import TOPS
from ...rules.moves import ENDS, Move, Orient, Scout, ScoutAndShow, Show
from ...rules.views import View
from ..expert import move_of
from ..search import Search
from ..unseen import scouted_cards, shown_cards
from ..value.candidates import MOST, MOVE, SCOUT, SCOUT_AND_SHOW, SHOW
from ..value.network import Network
from .compiling import compiled
from .dealing import deal_unseen, unseen_at
from .table import (
    CARDS,
    ENDED_BY,
    ENDER,
    OWNER,
    PLAYERS,
    PLAYING,
    SCOUTS,
    SIZE,
    STARTER,
    TURN,
    TURNS,
    Ints,
    RoundArrays,
    banked,
    copy_round,
    deck_array,
    final_margin,
    new_table,
    play,
)
from .thinking import Mind, knowledge_at, new_mind, value_moves

Worths = NDArray[np.float64]


class Room(NamedTuple):
    """Room for looking ahead."""

    root: Mind
    mind: Mind
    dealt: RoundArrays
    tried: RoundArrays
    unseen: Ints
    numbers: Ints
    """Of the moves tried, best first."""
    moves: Ints
    """These moves."""
    worths: Worths
    """Of these moves, from now on."""


def new_room() -> Room:
    """Return room to look ahead from one position after another."""
    return Room(
        root=new_mind(),
        mind=new_mind(),
        dealt=new_table(),
        tried=new_table(),
        unseen=np.zeros(CARDS, np.int64),
        numbers=np.zeros(MOST, np.int64),
        moves=np.zeros((MOST, MOVE), np.int64),
        worths=np.zeros(MOST),
    )


def best_ahead(view: View, network: Network, search: Search, chance: np.random.Generator) -> Move:
    """Return the best move on a turn."""
    room = new_room()
    chosen = look_ahead(table_of(view), deck_array(view.players), network, search, room, chance)
    return move_of(room.root.found.moves[chosen])


def worths_ahead(
    view: View,
    valued: Sequence[tuple[float, Move]],
    network: Network,
    search: Search,
    chance: np.random.Generator,
) -> list[float]:
    """Return what legal turns bring from now on, given with the net's own opinion of each.

    The search must try all of them to the end.
    """
    assert search.sifted == 0
    room, table, deck = new_room(), table_of(view), deck_array(view.players)
    for place, (by_net, move) in enumerate(valued):
        _fill(room.moves[place], row_of(move))
        room.root.values[place] = by_net
        room.numbers[place] = place
    _weigh(table, len(valued), deck, network, search, room, chance)
    return [float(worth) for worth in room.worths[: len(valued)]]


def row_of(move: Move) -> list[int]:
    """Return a turn as a row of :mod:`games.bots.value.candidates`."""
    match move:
        case Show(start, stop):
            return [SHOW, 0, 0, 0, start, stop]
        case Scout(end, flip, to):
            return [SCOUT, ENDS.index(end), int(flip), to, 0, 0]
        case ScoutAndShow(end, flip, to, start, stop):
            return [SCOUT_AND_SHOW, ENDS.index(end), int(flip), to, start, stop]
        case Orient():
            raise ValueError("An orientation is no turn.")


def table_of(view: View) -> RoundArrays:
    """Return the round of ``view``; other hands have only sizes."""
    assert view.seat is not None
    assert view.hand is not None
    table = new_table()
    facts = table.facts
    facts[PLAYERS], facts[STARTER] = view.players, view.starter
    facts[TURN] = view.starter if view.phase == "orient" else view.seat
    facts[TURNS], facts[ENDER] = len(view.history), -1
    facts[OWNER], facts[SCOUTS] = _last_show(view)
    _fill(table.hands[view.seat], view.hand)
    _fill(table.counts, view.hand_counts)
    _fill(table.collected, view.collected)
    _fill(table.chips, view.chips)
    _fill(table.both, [int(has_chip) for has_chip in view.scout_and_show])
    if view.active_set is not None:
        cards = view.active_set.cards
        facts[SIZE], facts[OWNER] = len(cards), view.active_set.owner
        _fill(table.active, cards)
        _fill(table.active_tops, cards.translate(TOPS))
    for card in shown_cards(view):
        table.seen[card >> 1] = 1
    for card, holder in scouted_cards(view.history).items():
        table.holder[card >> 1] = holder
    return table


def _fill(into: Ints, values: Sequence[int]) -> None:
    into[: len(values)] = list(values)


def _last_show(view: View) -> tuple[int, int]:
    """Return who showed last (-1: nobody), even if all was scouted since, and the Scouts since."""
    scouts = 0
    for move in reversed(view.history):
        if move.cards is not None:
            return move.seat, scouts
        scouts += 1
    return -1, scouts


@compiled
def look_ahead(
    table: RoundArrays,
    deck: Ints,
    network: Network,
    search: Search,
    room: Room,
    chance: np.random.Generator,
) -> int:
    """Return the number in ``room.root.found`` of the best move of the seat to act.

    Of the other hands in ``table`` only the sizes count. If several moves come close,
    ``room.numbers`` (up to the first below 0) and ``room.worths`` tell what was found.
    """
    seat = table.facts[TURN]
    count = value_moves(knowledge_at(table, seat, deck, room.root), network, room.root)
    tried = _closest(room.root.values, count, search, room.numbers)
    if tried == 1:
        return int(room.numbers[0])
    for place in range(tried):
        move = room.root.found.moves[room.numbers[place]]
        for field in range(MOVE):
            room.moves[place, field] = move[field]
    kept = _weigh(table, tried, deck, network, search, room, chance)
    room.numbers[kept] = -1
    return int(room.numbers[room.worths[:kept].argmax()])


@compiled
def _weigh(
    table: RoundArrays,
    tried: int,
    deck: Ints,
    network: Network,
    search: Search,
    room: Room,
    chance: np.random.Generator,
) -> int:
    """Write the worths of the first ``room.moves``, which ``room.numbers`` finds among values.

    Return how many were tried to the end, and come first now.
    """
    seat = table.facts[TURN]
    unseen = room.unseen[: unseen_at(table, seat, deck, room.unseen)]
    so_far, by_net = banked(table, seat), room.root.values
    room.worths[:tried] = 0.0
    copy_round(table, room.dealt)
    for deal in range(search.deals):
        if deal > 0 and deal == search.sifted:
            tried = _sift(tried, search.kept, room)
        deal_unseen(room.dealt, seat, unseen, deck, room.mind, chance)
        for place in range(tried):
            copy_round(room.dealt, room.tried)
            play(room.tried, room.moves[place])
            later = worth_later(room.tried, seat, search.turns, deck, network, room.mind)
            room.worths[place] += later - so_far + search.opinion * by_net[room.numbers[place]]
    room.worths[:tried] /= search.deals * (1.0 + search.opinion)
    return tried


@compiled
def _sift(tried: int, kept: int, room: Room) -> int:
    """Let the best ``kept`` of the moves come first; return how many there are."""
    for place in range(min(kept, tried)):
        best = place + int(room.worths[place:tried].argmax())
        _swap(room.worths, place, best)
        _swap(room.numbers, place, best)
        for field in range(MOVE):
            _swap(room.moves[:, field], place, best)
    return min(kept, tried)


@compiled
def _swap(values: Ints | Worths, one: int, other: int) -> None:
    kept = values[one]
    values[one] = values[other]
    values[other] = kept


@compiled
def _closest(values: Worths, count: int, search: Search, numbers: Ints) -> int:
    """Write the moves that come close to the best, best first; return how many."""
    best = values[:count].max()
    found = 0
    for number in range(count):
        if values[number] < best - search.clear:
            continue
        place = min(found, search.candidates)
        while place > 0 and values[numbers[place - 1]] < values[number]:
            if place < search.candidates:
                numbers[place] = numbers[place - 1]
            place -= 1
        if place < search.candidates:
            numbers[place] = number
            found = min(found + 1, search.candidates)
    numbers[found] = -1
    return found


@compiled
def worth_later(
    table: RoundArrays,
    seat: int,
    turns: int,
    deck: Ints,
    network: Network,
    mind: Mind,
) -> float:
    """Play on to the last of so many ``turns`` of ``seat``; return its points, as the net expects.

    If the round ends before, these are the points that it has brought.
    """
    facts = table.facts
    while facts[ENDED_BY] == PLAYING:
        know = knowledge_at(table, facts[TURN], deck, mind)
        count = value_moves(know, network, mind)
        chosen = int(mind.values[:count].argmax())
        if facts[TURN] == seat:
            turns -= 1
            if turns == 0:
                return float(banked(table, seat) + mind.values[chosen])
        play(table, mind.found.moves[chosen])
    return float(final_margin(table, seat))
