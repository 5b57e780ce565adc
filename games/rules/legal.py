"""Which moves are legal: the list that a seat chooses from.

All lists are made from what the seat itself may know, so that a bot or another program that
holds nothing but a view gets the same list as the server.

Listing is most of the cost of a playout: a position with a Scout & Show chip can have over a
thousand legal moves. So moves are values that are made once and looked up afterwards, the Active
Set is measured once, and a Scout & Show is listed without building the hand it is played from.
"""

from functools import cache

from games.rules.cards import TOPS, TURNED, Cards
from games.rules.moves import End, Move, Orient, Scout, ScoutAndShow, Show
from games.rules.sets import strength, stronger_sets
from games.rules.state import RoundState

_ORIENTS: list[Move] = [Orient(flip=False), Orient(flip=True)]


class _Shows(dict[tuple[int, int], Show]):
    """Every Show by its slice, made when it is first asked for."""

    def __missing__(self, cards: tuple[int, int]) -> Show:
        move = self[cards] = Show(*cards)
        return move


class _ScoutAndShows(dict[tuple[int, int], ScoutAndShow]):
    """Every Scout & Show with one Scout, by the slice it shows, made when first asked for."""

    def __init__(self, end: End, flip: bool, to: int) -> None:
        super().__init__()
        self._scout = (end, flip, to)

    def __missing__(self, cards: tuple[int, int]) -> ScoutAndShow:
        move = self[cards] = ScoutAndShow(*self._scout, *cards)
        return move


_shows = _Shows()


@cache
def _scouts(held: int, one_card: bool) -> tuple[Scout, ...]:
    """Every Scout into a hand of ``held`` cards; a one-card Active Set has one end."""
    ends: tuple[End, ...] = ("left",) if one_card else ("left", "right")
    return tuple(
        Scout(end, flip, to) for end in ends for flip in (False, True) for to in range(held + 1)
    )


@cache
def _scout_and_shows(end: End, flip: bool, to: int) -> _ScoutAndShows:
    return _ScoutAndShows(end, flip, to)


def can_show(hand: Cards, active: Cards) -> bool:
    """Whether some set in ``hand`` may be shown on the Active Set ``active`` (empty: on none)."""
    return bool(stronger_sets(hand.translate(TOPS), strength(active.translate(TOPS))))


def legal_moves(state: RoundState, seat: int) -> list[Move]:
    """Every legal move of ``seat``, in no promised order; empty when it may not act.

    A Scout from a one-card Active Set is listed once, from its ``"left"`` end.
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
    """The two moves of a seat that has still to choose its orientation."""
    return list(_ORIENTS)


def turn_moves(
    hand: Cards, active: Cards, *, may_scout: bool, may_scout_and_show: bool
) -> list[Move]:
    """Every legal move of a seat whose turn it is, in no promised order.

    ``hand`` is the seat's own, ``active`` the Active Set (empty when there is none).
    ``may_scout`` is false for one of two players without a Scout chip, ``may_scout_and_show``
    for a seat without a Scout & Show chip (with two players all).
    """
    tops = hand.translate(TOPS)
    beaten = strength(active.translate(TOPS))
    moves: list[Move] = [_shows[cards] for cards in stronger_sets(tops, beaten)]
    if active:
        one_card = len(active) == 1
        if may_scout:
            moves += _scouts(len(hand), one_card)
        if may_scout_and_show:
            _add_scout_and_shows(moves, tops, active[0], active[1:], "left")
            if not one_card:
                _add_scout_and_shows(moves, tops, active[-1], active[:-1], "right")
    return moves


def _add_scout_and_shows(moves: list[Move], tops: bytes, card: int, rest: Cards, end: End) -> None:
    """Add to ``moves`` every Scout & Show that scouts ``card`` and leaves ``rest``.

    For each place the shown slice either leaves the scouted card in the hand (it is then a set
    of the hand as it was, not torn apart by the new card, moved by one if it lies right of it)
    or holds it.
    """
    beaten = strength(rest.translate(TOPS))
    needed = beaten >> 5
    without_card = stronger_sets(tops, beaten)
    held = len(tops)
    for flip in (False, True):
        number = TOPS[TURNED[card] if flip else card]
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
