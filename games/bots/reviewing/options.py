"""What the expert expects of the moves of a decision, the one played among them."""

from functools import partial
from typing import NamedTuple

import numpy as np

from ...rules.cards import TOPS, Cards
from ...rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from ...rules.scouting import left_in_ring, scouted_card, with_card
from ...rules.sets import strength
from ...rules.views import View
from .. import expert
from ..value.candidates import candidate_room
from ..value.features import (
    AFTER,
    BOTH,
    HELD,
    OWNER,
    SCOUTED,
    SIZE,
    STRENGTH,
    WON,
    fill_features,
    gain,
    settled,
)
from ..value.knowledge import Knowledge, knowledge_of
from ..value.network import load, values

Kind = tuple[object, ...]


class Option(NamedTuple):
    """A move and what it is worth."""

    move: Move
    points: float
    """The lead over the others' mean that the expert expects at the round's end."""


def options(view: View, played: Move) -> list[Option]:
    """Return the best move of each kind, and the one ``played``, best first."""
    so_far = lead(view)
    found = [Option(move, so_far + worth) for worth, move in expert.worths(view)]
    if all(option.move != played for option in found):
        found.append(expected(view, played))
    # Of equal moves, the one that was played comes first.
    found.sort(key=lambda option: (-option.points, option.move != played))
    kind = partial(kind_of, view)
    seen: set[Kind] = set()
    best = []
    for option in found:
        if option.move == played or kind(option.move) not in seen:
            best.append(option)
            seen.add(kind(option.move))
    return best


def expected(view: View, move: Move) -> Option:
    """Return ``move`` with what the expert expects after it."""
    if isinstance(move, Orient):
        return next(Option(other, worth) for worth, other in expert.worths(view) if other == move)
    return Option(move, lead(view) + worth_of(view, move))


def kind_of(view: View, move: Move) -> Kind:
    """Return what tells moves apart for players: the card taken and the numbers shown."""
    match move:
        case Orient():
            return (move.flip,)
        case Show():
            return (_numbers(view.hand or b"", move.start, move.stop),)
        case Scout():
            return (move.end, move.flip)
        case ScoutAndShow():
            hand = _hand_with(view, move)
            return (move.end, move.flip, _numbers(hand, move.start, move.stop))


def _numbers(hand: Cards, start: int, stop: int) -> bytes:
    tops = hand[start:stop].translate(TOPS)
    # A run is the same from both ends.
    return min(tops, tops[::-1])


def _hand_with(view: View, move: Scout | ScoutAndShow) -> Cards:
    return with_card(view.hand or b"", move.to, scouted_card(_ring(view), move.end, move.flip))


def _ring(view: View) -> Cards:
    return view.active_set.cards if view.active_set else b""


def lead(view: View) -> float:
    """Return the seat's points so far in the round above the others' mean."""
    assert view.seat is not None
    points = [won + chips for won, chips in zip(view.collected, view.chips, strict=True)]
    own = points[view.seat]
    return own - (sum(points) - own) / (view.players - 1)


def worth_of(view: View, move: Move) -> float:
    """Return the points above the others' mean that a legal turn brings from now on."""
    know = knowledge_of(view)
    hand, after = _position_after(view, know, move)
    tops = list(hand.translate(TOPS))
    over, worth = settled(know, tops, after)
    if not over:
        row = [0.0] * SIZE
        fill_features(row, know, tops, after, candidate_room().parts)
        worth = float(values(load(view.players), np.array([row], np.float32))[0])
    return gain(know, after) + worth


def _position_after(view: View, know: Knowledge, move: Move) -> tuple[Cards, list[int]]:
    """Return the hand and the rest of the position that the net values."""
    after = [0] * AFTER
    hand, ring, after[OWNER], after[BOTH] = view.hand or b"", _ring(view), know.owner, know.both[0]
    if isinstance(move, (Scout, ScoutAndShow)):
        hand, ring, after[SCOUTED] = _hand_with(view, move), left_in_ring(ring, move.end), 1
    if isinstance(move, (Show, ScoutAndShow)):
        after[WON], after[OWNER] = len(ring), 0
        hand, ring = hand[: move.start] + hand[move.stop :], hand[move.start : move.stop]
    if isinstance(move, ScoutAndShow):
        after[BOTH] = 0
    after[HELD], after[STRENGTH] = len(hand), strength(ring.translate(TOPS))
    return hand, after
