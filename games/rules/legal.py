"""The legal moves, from what a seat may know.

Moves are made once and looked up, to speed up playouts.
"""

from functools import cache

from .cards import TOPS, Cards
from .moves import ENDS, End, Move, Orient, Scout, ScoutAndShow, Show
from .scouting import left_in_ring, scouted_card
from .sets import strength, stronger_sets
from .state import RoundState

_ORIENTS: list[Move] = [Orient(flip=False), Orient(flip=True)]


class _Shows(dict[tuple[int, int], Show]):
    def __missing__(self, cards: tuple[int, int]) -> Show:
        move = self[cards] = Show(*cards)
        return move


class _ScoutAndShows(dict[tuple[int, int], ScoutAndShow]):
    def __init__(self, end: End, flip: bool, to: int) -> None:
        super().__init__()
        self._scout = (end, flip, to)

    def __missing__(self, cards: tuple[int, int]) -> ScoutAndShow:
        move = self[cards] = ScoutAndShow(*self._scout, *cards)
        return move


_shows = _Shows()


@cache
def _scouts(held: int, ends: tuple[End, ...]) -> tuple[Scout, ...]:
    return tuple(
        Scout(end, flip, to) for end in ends for flip in (False, True) for to in range(held + 1)
    )


@cache
def _scout_and_shows(end: End, flip: bool, to: int) -> _ScoutAndShows:
    return _ScoutAndShows(end, flip, to)


def can_show(hand: Cards, active: Cards) -> bool:
    """Return whether ``hand`` beats ``active``, which may be empty."""
    return bool(stronger_sets(hand.translate(TOPS), strength(active.translate(TOPS))))


def legal_moves(state: RoundState, seat: int) -> list[Move]:
    """Return every legal move of ``seat``, unordered.

    A one-card Active Set has one end, ``"left"``.
    """
    if seat not in state.to_act:
        return []
    if state.flips[seat] is None:
        return list(_ORIENTS)
    two_players = len(state.hands) == 2
    return turn_moves(
        state.hands[seat],
        state.active,
        may_scout=not two_players or state.chips[seat] > 0,
        may_scout_and_show=state.scout_and_show[seat],
    )


def orientation_moves() -> list[Move]:
    """Return both choices of orientation."""
    return list(_ORIENTS)


def turn_moves(
    hand: Cards, active: Cards, *, may_scout: bool, may_scout_and_show: bool
) -> list[Move]:
    """Return every legal move on a turn, unordered.

    ``may_scout`` is false for one of two players without Scout chips, ``may_scout_and_show``
    without a Scout & Show chip.
    """
    tops = hand.translate(TOPS)
    beaten = strength(active.translate(TOPS))
    moves: list[Move] = [_shows[cards] for cards in stronger_sets(tops, beaten)]
    if active:
        ends = ENDS[:1] if len(active) == 1 else ENDS
        if may_scout:
            moves += _scouts(len(hand), ends)
        if may_scout_and_show:
            for end in ends:
                _add_scout_and_shows(moves, tops, active, end)
    return moves


def _add_scout_and_shows(moves: list[Move], tops: bytes, active: Cards, end: End) -> None:
    """Each slice holds the scouted card, or is a set of the old hand on one side of it."""
    beaten = strength(left_in_ring(active, end).translate(TOPS))
    needed = beaten >> 5
    without_card = stronger_sets(tops, beaten)
    held = len(tops)
    for flip in (False, True):
        number = TOPS[scouted_card(active, end, flip)]
        for to in range(held + 1):
            listed = _scout_and_shows(end, flip, to)
            for start, stop in without_card:
                if stop <= to:
                    moves.append(listed[start, stop])
                elif start >= to:
                    moves.append(listed[start + 1, stop + 1])
            if needed < 2 and (1 << 5 | number) > beaten:
                moves.append(listed[to, to + 1])
            for step in (-1, 0, 1):
                left = to
                expected = number - step
                while left and tops[left - 1] == expected:
                    left -= 1
                    expected -= step
                right = to
                expected = number + step
                while right < held and tops[right] == expected:
                    right += 1
                    expected += step
                if right - left + 1 < needed or left == right:
                    continue
                kind = (step == 0) << 4
                for start in range(left, to + 1):
                    first = number - step * (to - start)
                    for stop in range(to + 1, right + 2):
                        length = stop - start
                        if length < 2 or length < needed:
                            continue
                        lowest = first if step >= 0 else number + step * (stop - 1 - to)
                        if (length << 5 | kind | lowest) > beaten:
                            moves.append(listed[start, stop])
