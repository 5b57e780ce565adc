"""A hand's quality in numbers for the net."""

from typing import NamedTuple

from .rows import Floats, Ints

HAND_FEATURES = (
    "cards",
    "fewest Shows",
    "what its sets are worth",
    "single cards",
    "sets of two",
    "sets of three",
    "sets of four or more",
    "strongest set: cards",
    "strongest set: matching",
    "strongest set: lowest number",
    "second set: cards",
    "second set: lowest number",
    "weak single cards",
    "highest single card",
    "sets that would meet",
    "cards that would meet",
    "sets above a single 6",
    "sets above 4-5",
    "sets of three or more",
)

SHAPE_FEATURES = (
    *(f"cards: {number}" for number in range(1, 11)),
    *(f"beside each other: {number}-{number}" for number in range(1, 11)),
    *(f"beside each other: {number}-{number + 1}" for number in range(1, 10)),
    *(f"beside each other: {number}-{number + 2}" for number in range(1, 9)),
    *(f"with a card between: {number}-{number}" for number in range(1, 11)),
    *(f"with a card between: {number}-{number + 1}" for number in range(1, 10)),
    *(f"in a row: {number}-{number + 1}-{number + 2}" for number in range(1, 9)),
    *(f"in a row: {number}-{number}-{number}" for number in range(1, 11)),
)
"""How often each shape occurs in the hand; the cards themselves count half."""


class Parts(NamedTuple):
    """Room for dividing a hand: per card, facts about the hand from there on."""

    best: Floats
    fewest: Ints
    stops: Ints


def room(cards: int) -> Parts:
    """Return room for ``cards`` cards."""
    return Parts([0.0] * (cards + 1), [0] * (cards + 1), [0] * (cards + 1))


def set_strength(tops: Ints, start: int, stop: int) -> int:
    """Return the strength of a slice that is a set."""
    first = tops[start]
    last = tops[stop - 1]
    matching = 1 if stop - start > 1 and first == last else 0
    return ((stop - start) << 5) | (matching << 4) | min(first, last)


def part(tops: Ints, held: int, parts: Parts) -> float:
    """Divide a hand into the most valuable sets; return their value.

    ``parts.stops`` leads from set to set; ``parts.fewest`` starts with the fewest possible.
    """
    parts.best[held] = 0.0
    parts.fewest[held] = 0
    for start in range(held - 1, -1, -1):
        first = tops[start]
        following = start + 1
        most = -1.5 + 0.1 * first + parts.best[following]
        least = parts.fewest[following]
        stop = following
        step = 2
        if following < held:
            step = tops[following] - first
        if -1 <= step <= 1:
            last = first
            while following < held and tops[following] - last == step:
                last = tops[following]
                following += 1
                worth = 1.4 * (following - start) - 3.7 + 0.1 * min(first, last)
                if step == 0:
                    worth += 0.5
                worth += parts.best[following]
                if worth > most:
                    most = worth
                    stop = following
                least = min(least, parts.fewest[following])
        parts.best[start] = most
        parts.fewest[start] = 1 + least
        parts.stops[start] = stop
    return parts.best[0]


def fill_hand(out: Floats, tops: Ints, held: int, parts: Parts, to_beat: int) -> tuple[int, int]:
    """Write the HAND_FEATURES to ``out``; return the best strength and how many sets beat
    ``to_beat``.
    """
    worth = part(tops, held, parts)
    singles = twos = threes = longer = weak = highest = meeting = 0
    strongest = second = 0
    before_last = 0
    start = 0
    while start < held:
        stop = parts.stops[start]
        size = stop - start
        if size == 1:
            singles += 1
            weak += tops[start] <= 5
            highest = max(highest, tops[start])
        elif size == 2:
            twos += 1
        elif size == 3:
            threes += 1
        else:
            longer += 1
        strength = set_strength(tops, start, stop)
        if strength > strongest:
            second = strongest
            strongest = strength
        elif strength > second:
            second = strength
        if before_last > 0 and stop < held and -1 <= tops[stop] - before_last <= 1:
            meeting += 1
        before_last = tops[stop - 1]
        start = stop
    near = above_six = above_two = of_three = answers = 0
    for start in range(held):
        first = tops[start]
        if start + 2 < held and -1 <= tops[start + 2] - first <= 1:
            near += 1
        step = 2
        following = start + 1
        if first > 6:
            above_six += 1
        if (1 << 5 | first) > to_beat:
            answers += 1
        if following < held:
            step = tops[following] - first
        if -1 <= step <= 1:
            while following < held and tops[following] - tops[following - 1] == step:
                following += 1
                lowest = min(first, tops[following - 1])
                size = following - start
                above_six += 1
                above_two += size > 2 or step == 0 or lowest > 4
                of_three += size > 2
                answers += (size << 5 | (16 if step == 0 else 0) | lowest) > to_beat
    out[0] = held / 10
    out[1] = parts.fewest[0] / 5
    out[2] = worth / 10
    out[3] = singles / 5
    out[4] = twos / 3
    out[5] = threes / 2
    out[6] = longer / 2
    out[7] = (strongest >> 5) / 5
    out[8] = float((strongest >> 4) & 1)
    out[9] = (strongest & 15) / 10
    out[10] = (second >> 5) / 5
    out[11] = (second & 15) / 10
    out[12] = weak / 5
    out[13] = highest / 10
    out[14] = meeting / 3
    out[15] = near / 5
    out[16] = above_six / 10
    out[17] = above_two / 5
    out[18] = of_three / 3
    return strongest, answers


def fill_shapes(out: Floats, first: int, tops: Ints, held: int) -> None:
    """Write the SHAPE_FEATURES into ``out`` from ``first`` on."""
    for index in range(first, first + len(SHAPE_FEATURES)):
        out[index] = 0.0
    # Where each kind begins in SHAPE_FEATURES, its lowest number being 1.
    for index in range(held):
        card = tops[index]
        out[first + card - 1] += 0.5
        if index + 1 == held:
            break
        step = tops[index + 1] - card
        low = min(card, tops[index + 1])
        if step == 0:
            out[first + 9 + low] += 1.0
        elif -1 <= step <= 1:
            out[first + 19 + low] += 1.0
        elif -2 <= step <= 2:
            out[first + 28 + low] += 1.0
        if index + 2 == held:
            continue
        two_steps = tops[index + 2] - card
        low = min(card, tops[index + 2])
        if two_steps == 0:
            out[first + 36 + low] += 1.0
            if step == 0:
                out[first + 63 + low] += 1.0
        elif -1 <= two_steps <= 1:
            out[first + 46 + low] += 1.0
        elif two_steps == 2 * step and -1 <= step <= 1:
            out[first + 55 + low] += 1.0
