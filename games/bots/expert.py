"""The bot *expert*: it moves to the most valuable position.

A net (``manage.py train_expert``) predicts the points above the others' mean that the rest of the
round brings; points banked count too.
"""

from pathlib import Path
from random import Random

import numpy as np

from ..rules.moves import ENDS, Move, Orient, Scout, ScoutAndShow, Show
from ..rules.views import View
from .value.candidates import (
    END,
    FLIP,
    KIND,
    SCOUT,
    SHOW,
    START,
    STOP,
    TO,
    Candidates,
    candidate_room,
    find_candidates,
)
from .value.features import (
    AFTER,
    BOTH,
    HELD,
    OWNER,
    SIZE,
    fill_features,
    gain,
    settled,
)
from .value.knowledge import Knowledge, knowledge_of
from .value.network import FOLDER, load, values
from .value.rows import Ints

LONG_ROUND = 60
"""Turns after which the bot varies its moves, so that no round goes in circles."""
NEARLY = 1.0


def choose(view: View, chance: Random, folder: Path = FOLDER) -> Move:
    """Return the best move; in a long round, one of the best."""
    valued = worths(view, folder)
    best = valued[0][0]
    if len(view.history) < LONG_ROUND:
        return valued[0][1]
    return chance.choice([move for value, move in valued if value >= best - NEARLY])


def worths(view: View, folder: Path = FOLDER) -> list[tuple[float, Move]]:
    """Return the candidates, best first, with their worths."""
    know, found = knowledge_of(view), candidate_room()
    moves: list[Move]
    if view.phase == "orient":
        moves, values = _orientations(know, found, folder)
    else:
        moves, values = _turns(know, found, folder)
    return sorted(zip(values, moves, strict=True), key=lambda pair: pair[0], reverse=True)


def valued_moves(view: View, chance: Random, folder: Path = FOLDER) -> list[tuple[float, Move]]:
    """Return the candidates, best first, with the round's expected margin."""
    banked = _banked(view)
    return [(banked + worth, move) for worth, move in worths(view, folder)]


def _banked(view: View) -> float:
    assert view.seat is not None
    points = [won + chips for won, chips in zip(view.collected, view.chips, strict=True)]
    own = points[view.seat]
    return own - (sum(points) - own) / (view.players - 1)


def _orientations(
    know: Knowledge, found: Candidates, folder: Path
) -> tuple[list[Move], list[float]]:
    after = [0] * AFTER
    after[HELD], after[OWNER], after[BOTH] = know.held, -1, know.both[0]
    rows = []
    for tops in (know.hand, know.backs):
        row = [0.0] * SIZE
        fill_features(row, know, tops, after, found.parts)
        rows.append(row)
    return [Orient(flip=False), Orient(flip=True)], _net_values(know, rows, folder)


def _turns(know: Knowledge, found: Candidates, folder: Path) -> tuple[list[Move], list[float]]:
    count = find_candidates(know, found)
    worths, rows, open_ones = [], [], []
    for number in range(count):
        after, tops = found.after[number], found.hands[number]
        over, worth = settled(know, tops, after)
        if not over:
            worth = 0.0
            row = [0.0] * SIZE
            fill_features(row, know, tops, after, found.parts)
            rows.append(row)
            open_ones.append(number)
        worths.append(gain(know, after) + worth)
    for number, worth in zip(open_ones, _net_values(know, rows, folder), strict=True):
        worths[number] += worth
    return [move_of(found.moves[number]) for number in range(count)], worths


def _net_values(know: Knowledge, rows: list[list[float]], folder: Path) -> list[float]:
    if not rows:
        return []
    answers: list[float] = values(load(know.players, folder), np.array(rows, np.float32)).tolist()
    return answers


def move_of(row: Ints) -> Move:
    """Return the move in a row of :mod:`.candidates`."""
    # Compiled code gives integers of its own.
    start, stop = int(row[START]), int(row[STOP])
    if row[KIND] == SHOW:
        return Show(start, stop)
    end, flip, to = ENDS[row[END]], bool(row[FLIP] == 1), int(row[TO])
    if row[KIND] == SCOUT:
        return Scout(end, flip, to)
    return ScoutAndShow(end, flip, to, start, stop)
