"""The moves considered: all Shows, the best Scouts and Scout & Shows."""

from typing import NamedTuple

from .features import AFTER, BOTH, HELD, OWNER, SCOUTED, STRENGTH, WON
from .hands import Parts, part, room, set_strength
from .knowledge import MOST_CARDS, Knowledge
from .rows import Floats, IntRows, Ints

PLACES = 3
"""The most ways of taking a card from each end."""
PAIRS = 8
"""The most Scout & Shows to consider further."""
MOST_SHOWS = 110
MOST = MOST_SHOWS + 2 * PLACES + PAIRS

# A move as a row of numbers, for any number of players.
KIND, END, FLIP, TO, START, STOP = range(6)
MOVE = 6
SHOW, SCOUT, SCOUT_AND_SHOW = 1, 2, 3


class Candidates(NamedTuple):
    """Room for the candidates of one decision."""

    moves: IntRows
    hands: IntRows
    after: IntRows
    taken: IntRows
    scouts: IntRows
    worths: Floats
    pair_worths: Floats
    parts: Parts


def candidate_room() -> Candidates:
    """Return lists for a decision."""
    return Candidates(
        moves=[[0] * MOVE for _ in range(MOST)],
        hands=[[0] * MOST_CARDS for _ in range(MOST)],
        after=[[0] * AFTER for _ in range(MOST)],
        taken=[[0] * MOST_CARDS for _ in range(2 * PLACES + 1)],
        scouts=[[0] * MOVE for _ in range(2 * PLACES)],
        worths=[0.0] * (2 * PLACES),
        pair_worths=[0.0] * PAIRS,
        parts=room(MOST_CARDS),
    )


def find_candidates(know: Knowledge, found: Candidates) -> int:
    """Write the candidates into ``found``; return their number."""
    active = set_strength(know.active, 0, know.size) if know.size > 0 else 0
    count = _add_shows(know, know.hand, know.held, active, found.scouts[0], 0, found, 0)
    if know.size == 0 or (know.players == 2 and know.chips[0] == 0):
        return count
    scouts = _best_scouts(know, found)
    for number in range(scouts):
        scout, taken = found.scouts[number], found.taken[number]
        _put_in(know, scout[END], scout[FLIP], scout[TO], taken)
        after = found.after[count]
        after[HELD] = know.held + 1
        after[STRENGTH] = _left(know, scout[END])
        after[OWNER] = know.owner
        after[BOTH] = know.both[0]
        after[WON] = 0
        after[SCOUTED] = 1
        move, hand = found.moves[count], found.hands[count]
        for field in range(MOVE):
            move[field] = scout[field]
        for index in range(know.held + 1):
            hand[index] = taken[index]
        count += 1
    if know.players > 2 and know.both[0] == 1:
        first = count
        for number in range(scouts):
            scout = found.scouts[number]
            left = _left(know, scout[END])
            count = _add_shows(
                know, found.taken[number], know.held + 1, left, scout, 1, found, count, first
            )
    return count


def _add_shows(
    know: Knowledge,
    tops: Ints,
    held: int,
    beaten: int,
    scout: Ints,
    scouted: int,
    found: Candidates,
    count: int,
    first: int = 0,
) -> int:
    """Add the Shows that beat ``beaten`` or, if ``scouted`` is 1, the best such Scout & Shows."""
    for start in range(held):
        lowest = tops[start]
        step = 2
        stop = start + 1
        if stop < held:
            step = tops[stop] - lowest
        strength = 1 << 5 | lowest
        while True:
            if strength > beaten:
                if scouted == 0:
                    if count < MOST_SHOWS:
                        _write_show(know, tops, held, start, stop, strength, found, count)
                        count += 1
                else:
                    count = _keep_pair(
                        know, tops, held, start, stop, strength, scout, found, count, first
                    )
            if stop == held or step < -1 or step > 1 or tops[stop] - tops[stop - 1] != step:
                break
            stop += 1
            lowest = min(lowest, tops[stop - 1])
            strength = (stop - start) << 5 | (16 if step == 0 else 0) | lowest
    return count


def _keep_pair(
    know: Knowledge,
    tops: Ints,
    held: int,
    start: int,
    stop: int,
    strength: int,
    scout: Ints,
    found: Candidates,
    count: int,
    first: int,
) -> int:
    """Keep a Scout & Show if its rest is among the best; return their number."""
    scratch = found.taken[2 * PLACES]
    _leave(tops, held, start, stop, scratch)
    worth = part(scratch, held - (stop - start), found.parts)
    if stop - start == held:
        # It empties the hand, which beats any hand left.
        worth = 1e9
    row = count
    if count == first + PAIRS:
        row = first
        for other in range(first + 1, count):
            if found.pair_worths[other - first] < found.pair_worths[row - first]:
                row = other
        if found.pair_worths[row - first] >= worth:
            return count
    else:
        count += 1
    found.pair_worths[row - first] = worth
    _write_show(know, tops, held, start, stop, strength, found, row)
    move, after = found.moves[row], found.after[row]
    move[KIND] = SCOUT_AND_SHOW
    move[END] = scout[END]
    move[FLIP] = scout[FLIP]
    move[TO] = scout[TO]
    after[BOTH] = 0
    after[WON] = know.size - 1
    after[SCOUTED] = 1
    return count


def _leave(tops: Ints, held: int, start: int, stop: int, rest: Ints) -> None:
    for index in range(start):
        rest[index] = tops[index]
    for index in range(stop, held):
        rest[index - (stop - start)] = tops[index]


def _write_show(
    know: Knowledge,
    tops: Ints,
    held: int,
    start: int,
    stop: int,
    strength: int,
    found: Candidates,
    row: int,
) -> None:
    move, after = found.moves[row], found.after[row]
    move[KIND] = SHOW
    move[END] = 0
    move[FLIP] = 0
    move[TO] = 0
    move[START] = start
    move[STOP] = stop
    after[HELD] = held - (stop - start)
    after[STRENGTH] = strength
    after[OWNER] = 0
    after[BOTH] = know.both[0]
    after[WON] = know.size
    after[SCOUTED] = 0
    _leave(tops, held, start, stop, found.hands[row])


def _left(know: Knowledge, end: int) -> int:
    if know.size == 1:
        return 0
    if end == 0:
        return set_strength(know.active, 1, know.size)
    return set_strength(know.active, 0, know.size - 1)


def _put_in(know: Knowledge, end: int, flip: int, to: int, taken: Ints) -> None:
    card = 0 if end == 0 else know.size - 1
    number = know.active_backs[card] if flip == 1 else know.active[card]
    for index in range(to):
        taken[index] = know.hand[index]
    taken[to] = number
    for index in range(to, know.held):
        taken[index + 1] = know.hand[index]


def _best_scouts(know: Knowledge, found: Candidates) -> int:
    scratch = found.taken[2 * PLACES]
    total = 0
    for end in range(1 if know.size == 1 else 2):
        card = 0 if end == 0 else know.size - 1
        first = total
        for flip in range(2):
            number = know.active_backs[card] if flip == 1 else know.active[card]
            for to in range(know.held + 1):
                if to > 0 and know.hand[to - 1] == number:
                    # This gives the same hand as one place to the left.
                    continue
                _put_in(know, end, flip, to, scratch)
                worth = part(scratch, know.held + 1, found.parts)
                index = total
                if total == first + PLACES:
                    if worth <= found.worths[total - 1]:
                        continue
                    index = total - 1
                else:
                    total += 1
                while index > first and found.worths[index - 1] < worth:
                    found.worths[index] = found.worths[index - 1]
                    above, here = found.scouts[index - 1], found.scouts[index]
                    for field in range(MOVE):
                        here[field] = above[field]
                    index -= 1
                found.worths[index] = worth
                row = found.scouts[index]
                row[KIND] = SCOUT
                row[END] = end
                row[FLIP] = flip
                row[TO] = to
                row[START] = 0
                row[STOP] = 0
    return total
