"""Look-ahead: moves tried in deals of the unseen cards.

The training partner plays for the others; the net values the end.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.bots.fast.compiling import compiled
from games.bots.fast.sparring import Weights, partner_move, partner_weights
from games.bots.fast.table import (
    BOTTOM,
    ENDED_BY,
    ENDER,
    LAST,
    OWNER,
    PLAYERS,
    PLAYING,
    SCOUTS,
    SIZE,
    STARTER,
    TOP,
    TURN,
    TURNS,
    Ints,
    RoundArrays,
    banked,
    deck_array,
    final_margin,
    final_share,
    new_table,
    play,
)
from games.bots.fast.thinking import Mind, knowledge_at, new_mind, value_moves
from games.bots.unseen import scouted_cards, shown_cards, unseen_cards
from games.bots.value.candidates import SCOUT, SCOUT_AND_SHOW, SHOW
from games.bots.value.features import VICTORY, worth_of_points
from games.bots.value.hands import part
from games.bots.value.network import Network
from games.rules.cards import TOPS
from games.rules.moves import ENDS, Move, Scout, ScoutAndShow, Show
from games.rules.views import View

Worths = NDArray[np.float64]


def worths_ahead(
    view: View,
    moves: Sequence[Move],
    network: Network,
    *,
    deals: int,
    turns: int,
    chance: np.random.Generator,
) -> list[float]:
    """Return each legal move's mean value over ``deals``: points banked plus the net's value after
    ``turns`` more own turns.
    """
    worths = np.zeros(len(moves))
    _look_ahead(
        table_of(view),
        np.array(unseen_cards(view), np.int64),
        np.array([_row(move) for move in moves], np.int64),
        network,
        partner_weights(view.players),
        deals,
        turns,
        deck_array(view.players),
        new_table(),
        new_table(),
        new_mind(),
        worths,
        chance,
    )
    found: list[float] = worths.tolist()
    return found


def table_of(view: View) -> RoundArrays:
    """Return the round of ``view``; other hands have only sizes."""
    assert view.seat is not None
    assert view.hand is not None
    table = new_table()
    facts = table.facts
    facts[PLAYERS], facts[TURN], facts[STARTER] = view.players, view.seat, view.starter
    facts[TURNS], facts[ENDER] = len(view.history), -1
    facts[OWNER], facts[SCOUTS] = _last_show(view)
    facts[LAST] = int(view.round == view.rounds - 1)
    _fill(table.hands[view.seat], view.hand)
    _fill(table.counts, view.hand_counts)
    _fill(table.collected, view.collected)
    _fill(table.chips, view.chips)
    _fill(table.both, [int(has_chip) for has_chip in view.scout_and_show])
    _fill(table.scores, view.scores)
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


def _row(move: Move) -> tuple[int, ...]:
    match move:
        case Show(start, stop):
            return SHOW, 0, 0, 0, start, stop
        case Scout(end, flip, to):
            return SCOUT, ENDS.index(end), int(flip), to, 0, 0
        case ScoutAndShow(end, flip, to, start, stop):
            return SCOUT_AND_SHOW, ENDS.index(end), int(flip), to, start, stop
        case _:
            raise ValueError(f"{move} is no move of a turn.")


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
def _copy(table: RoundArrays, to: RoundArrays) -> None:
    to.hands[:] = table.hands
    to.counts[:] = table.counts
    to.active[:] = table.active
    to.active_tops[:] = table.active_tops
    to.collected[:] = table.collected
    to.chips[:] = table.chips
    to.both[:] = table.both
    to.seen[:] = table.seen
    to.holder[:] = table.holder
    to.scores[:] = table.scores
    to.facts[:] = table.facts


@compiled
def deal_unseen(
    table: RoundArrays, seat: int, unseen: Ints, deck: Ints, mind: Mind, chance: np.random.Generator
) -> None:
    """Shuffle ``unseen`` in place and deal it to the others.

    Hands are turned, and known cards placed, in the best way.
    """
    players = table.facts[PLAYERS]
    left = len(unseen)
    for last in range(left - 1, -1, -1):
        other = int(chance.random() * (last + 1))
        unseen[last], unseen[other] = unseen[other], unseen[last]
        if chance.random() < 0.5:
            unseen[last] ^= 1
    for step in range(1, players):
        other = (seat + step) % players
        known = 0
        for card in deck:
            known += table.holder[card >> 1] == other
        held = table.counts[other] - known
        hand = table.hands[other]
        for index in range(held):
            left -= 1
            hand[index] = unseen[left]
        _turn_to_the_better(hand, held, mind)
        for card in deck:
            if table.holder[card >> 1] == other:
                _put_best(hand, held, card, mind)
                held += 1


@compiled
def _turn_to_the_better(hand: Ints, held: int, mind: Mind) -> None:
    parts = mind.found.parts
    for index in range(held):
        mind.hand[index] = TOP[hand[index]]
        mind.backs[index] = BOTTOM[hand[index]]
    kept = part(mind.hand, held, parts)
    if part(mind.backs, held, parts) > kept:
        for index in range(held):
            hand[index] ^= 1


@compiled
def _put_best(hand: Ints, held: int, card: int, mind: Mind) -> None:
    best, to, flip = -1e9, 0, 0
    for side in range(2):
        number = BOTTOM[card] if side == 1 else TOP[card]
        for place in range(held + 1):
            for index in range(place):
                mind.hand[index] = TOP[hand[index]]
            mind.hand[place] = number
            for index in range(place, held):
                mind.hand[index + 1] = TOP[hand[index]]
            worth = part(mind.hand, held + 1, mind.found.parts)
            if worth > best:
                best, to, flip = worth, place, side
    for index in range(held, to, -1):
        hand[index] = hand[index - 1]
    hand[to] = card ^ flip


@compiled
def _look_ahead(
    table: RoundArrays,
    unseen: Ints,
    moves: Ints,
    network: Network,
    weights: Weights,
    deals: int,
    turns: int,
    deck: Ints,
    dealt: RoundArrays,
    tried: RoundArrays,
    mind: Mind,
    worths: Worths,
    chance: np.random.Generator,
) -> None:
    seat = table.facts[TURN]
    _copy(table, dealt)
    for _ in range(deals):
        deal_unseen(dealt, seat, unseen, deck, mind, chance)
        for number in range(len(moves)):
            _copy(dealt, tried)
            play(tried, moves[number])
            worths[number] += _worth(tried, seat, turns, deck, network, weights, mind)
    point = worth_of_points(table.facts[LAST])
    for number in range(len(moves)):
        worths[number] = worths[number] / deals - point * banked(table, seat)


@compiled
def _worth(
    table: RoundArrays,
    seat: int,
    turns: int,
    deck: Ints,
    network: Network,
    weights: Weights,
    mind: Mind,
) -> float:
    facts = table.facts
    point = worth_of_points(facts[LAST])
    while facts[ENDED_BY] == PLAYING:
        know = knowledge_at(table, facts[TURN], deck, mind)
        if facts[TURN] != seat:
            chosen = partner_move(know, mind, weights)
        else:
            count = value_moves(know, network, mind)
            chosen = int(mind.values[:count].argmax())
            turns -= 1
            if turns == 0:
                return float(point * banked(table, seat) + mind.values[chosen])
        play(table, mind.found.moves[chosen])
    worth = point * final_margin(table, seat)
    if facts[LAST] == 1:
        worth += VICTORY * final_share(table, seat)
    return float(worth)
