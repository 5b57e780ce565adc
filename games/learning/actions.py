"""Numbered actions: each move has an id, the same in every position and with any number of players.

Ids count through four kinds, one after the other, and within a kind through its parts, the last one
fastest (``docs/library.md`` has the table):

- *orient*: ``flip``
- *show*: ``start``, the number of cards less 1
- *scout*: ``end`` (left, right), ``flip``, ``to``
- *scout and show*: ``end``, ``flip``, ``to``, ``start``, the number of cards less 1

No hand has more than ``PLACES`` cards: there are at most 45, and each of the four others holds one.
No set has more than ``LONGEST``, which are the numbers 1 to 10 in a row.
"""

from collections.abc import Iterable

from ..rules.cards import PLAYER_COUNTS
from ..rules.moves import ENDS, Move, Orient, Scout, ScoutAndShow, Show
from ..rules.views import View

PLACES = 41
LONGEST = 10

SHOWS = 2
"""The first id of a kind: here of *show*."""
SCOUTS = SHOWS + PLACES * LONGEST
SCOUTS_AND_SHOWS = SCOUTS + 2 * 2 * PLACES
ACTIONS = SCOUTS_AND_SHOWS + 2 * 2 * PLACES * PLACES * LONGEST
"""The number of ids."""

ORIENT, SHOW, SCOUT, SCOUT_AND_SHOW = range(4)
"""Kinds, in the order of their ids; all but the first as in the rows of the compiled rules."""


def action_count(players: int) -> int:
    """Return how many ids there are with so many players: with two, no Scout & Show.

    Raise ``ValueError`` for players other than 2 to 5.
    """
    if players not in PLAYER_COUNTS:
        raise ValueError(f"Scout is a game of 2 to 5 players, not {players}.")
    return SCOUTS_AND_SHOWS if players == 2 else ACTIONS


def number(kind: int, end: int, flip: int, to: int, start: int, stop: int) -> int:
    """Return the id of a move of ``kind``; ``end`` and ``flip`` are 0 or 1.

    Parts that its kind doesn't have may be anything.
    """
    if kind == ORIENT:
        return flip
    if kind == SHOW:
        return SHOWS + start * LONGEST + stop - start - 1
    taken = (2 * end + flip) * PLACES + to
    if kind == SCOUT:
        return SCOUTS + taken
    return SCOUTS_AND_SHOWS + (taken * PLACES + start) * LONGEST + stop - start - 1


def parts(action: int) -> tuple[int, int, int, int, int, int]:
    """Return kind, end, flip, to, start and stop of an id, as :func:`number` takes them."""
    if action < SHOWS:
        return ORIENT, 0, action, 0, 0, 0
    if action < SCOUTS:
        start, more = divmod(action - SHOWS, LONGEST)
        return SHOW, 0, 0, 0, start, start + more + 1
    kind, taken, start, stop = SCOUT, action - SCOUTS, 0, 0
    if action >= SCOUTS_AND_SHOWS:
        kind = SCOUT_AND_SHOW
        taken, shown = divmod(action - SCOUTS_AND_SHOWS, PLACES * LONGEST)
        start, more = divmod(shown, LONGEST)
        stop = start + more + 1
    how, to = divmod(taken, PLACES)
    return kind, how // 2, how % 2, to, start, stop


def action_of(move: Move) -> int:
    """Return the id of ``move``. Raise ``ValueError`` for one that no hand allows."""
    match move:
        case Orient(flip):
            return number(ORIENT, 0, int(flip), 0, 0, 0)
        case Show(start, stop):
            _need(0 <= start < PLACES and 1 <= stop - start <= LONGEST)
            return number(SHOW, 0, 0, 0, start, stop)
        case Scout(end, flip, to):
            _need(0 <= to < PLACES)
            return number(SCOUT, ENDS.index(end), int(flip), to, 0, 0)
        case ScoutAndShow(end, flip, to, start, stop):
            _need(0 <= to < PLACES and 0 <= start < PLACES and 1 <= stop - start <= LONGEST)
            return number(SCOUT_AND_SHOW, ENDS.index(end), int(flip), to, start, stop)


def _need(possible: bool) -> None:
    if not possible:
        raise ValueError("No hand is long enough for this move.")


def move_of(action: int) -> Move:
    """Return the move with the id ``action``. Raise ``ValueError`` if there is none."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"There is no action {action}; they go from 0 to {ACTIONS - 1}.")
    kind, end, flip, to, start, stop = parts(action)
    if kind == ORIENT:
        return Orient(bool(flip))
    if kind == SHOW:
        return Show(start, stop)
    if kind == SCOUT:
        return Scout(ENDS[end], bool(flip), to)
    return ScoutAndShow(ENDS[end], bool(flip), to, start, stop)


def legal_actions(view: View) -> list[int]:
    """Return the ids of the legal moves of the view's seat, ascending; none if it may not act."""
    return sorted(map(action_of, view.legal_moves()))


def mask_of(players: int, actions: Iterable[int]) -> bytearray:
    """Return one byte for each id with so many players: 1 for those in ``actions``, else 0."""
    mask = bytearray(action_count(players))
    for action in actions:
        mask[action] = 1
    return mask
