"""What a hand is worth in a character's eyes."""

from functools import lru_cache
from typing import NamedTuple

from ...rules.cards import HIGHEST
from .character import Character, Overlooked
from .weights import likes_of

APART = 0.35
"""What a gap takes off a set: the cards between have to be played first."""


class Sight(NamedTuple):
    """How a character looks at cards."""

    down: bool = True
    """Whether it sees runs downwards."""
    up: bool = True
    """Whether it sees runs upwards."""
    alike: bool = True
    """Whether it sees sets of one number."""
    gaps: bool = True
    """Whether it sees sets that would meet."""
    top: int = HIGHEST
    """The highest number in the game."""
    tens: float = 0.0
    long_runs: float = 0.0
    counting: bool = False
    """Whether a set is worth -1, whatever it is."""

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps from card to card of the sets that it sees."""
        return (-1,) * self.down + (0,) * self.alike + (1,) * self.up


def sight_of(who: Character, players: int) -> Sight:
    """Return how ``who`` looks at a hand."""
    likes = likes_of(who, players)
    return Sight(
        down=Overlooked.RUNS_DOWN not in who.overlooks,
        up=Overlooked.RUNS not in who.overlooks,
        alike=Overlooked.ALIKE not in who.overlooks,
        gaps=Overlooked.GAPS not in who.overlooks,
        # With three players the cards with a 10 are not in the game.
        top=HIGHEST - 1 if players == 3 else HIGHEST,
        tens=likes.tens,
        long_runs=likes.long_runs,
    )


def sees(tops: bytes, sight: Sight) -> bool:
    """Return whether the set ``tops`` is one in these eyes."""
    return len(tops) < 2 or tops[1] - tops[0] in sight.steps


def shows_needed(tops: bytes, sight: Sight) -> int:
    """Return the fewest sets into which ``tops`` divides in these eyes."""
    return -round(worth(tops, _counting(sight)))


@lru_cache(maxsize=64)
def _counting(sight: Sight) -> Sight:
    return sight._replace(top=HIGHEST, tens=0.0, long_runs=0.0, counting=True)


@lru_cache(maxsize=64)
def _worths(sight: Sight) -> list[float]:
    """Return what each set is worth, by strength."""
    worths = [-1.0] * (46 << 5)
    if sight.counting:
        return worths
    for size in range(1, 46):
        for matching in (0, 1):
            for lowest in range(1, HIGHEST + 1):
                value = -1.4 if size == 1 else -0.8 + 1.4 * (size - 2) + 0.5 * matching
                value += 0.1 * (lowest - 1)
                if not matching:
                    value += sight.long_runs * max(0, size - 2)
                if (lowest if matching else lowest + size - 1) == sight.top:
                    value += sight.tens * (size if matching else 1)
                worths[size << 5 | matching << 4 | lowest] = value
    return worths


@lru_cache(maxsize=1 << 15)
def worth(tops: bytes, sight: Sight) -> float:
    """Return what ``tops`` is worth, divided best into sets that these eyes see."""
    worths = _worths(sight)
    if sight.gaps:
        return _worth_with_gaps(tops, worths, sight)
    size = len(tops)
    steps = sight.steps
    best = [0.0] * (size + 1)
    for start in range(size - 1, -1, -1):
        first = tops[start]
        most = worths[1 << 5 | first] + best[start + 1]
        following = start + 1
        step = tops[following] - first if following < size else None
        if step in steps:
            while following < size and tops[following] - tops[following - 1] == step:
                following += 1
                lowest = min(first, tops[following - 1])
                value = worths[(following - start) << 5 | (step == 0) << 4 | lowest]
                most = max(most, value + best[following])
        best[start] = most
    return best[0]


def _worth_with_gaps(tops: bytes, worths: list[float], sight: Sight) -> float:
    """Return the worth if cards between those of a set can be played first.

    ``best[start][stop]`` is the worth of that part of the hand.
    """
    size = len(tops)
    apart = 0.0 if sight.counting else APART
    best = [[0.0] * (size + 1) for _ in range(size + 1)]
    for start in range(size - 1, -1, -1):
        first = tops[start]
        row = best[start]
        alone = worths[1 << 5 | first]
        for stop in range(start + 1, size + 1):
            row[stop] = alone + best[start + 1][stop]
        for step in sight.steps:
            kind = (step == 0) << 4
            chains = [(start, 1, 0.0)]
            while chains:
                last, length, inner = chains.pop()
                wanted = tops[last] + step
                between = best[last + 1]
                for card in range(last + 1, size):
                    if tops[card] != wanted:
                        continue
                    made = inner if card == last + 1 else inner + between[card] - apart
                    chains.append((card, length + 1, made))
                    value = worths[(length + 1) << 5 | kind | min(first, wanted)] + made
                    rest = best[card + 1]
                    for stop in range(card + 1, size + 1):
                        found = value + rest[stop]
                        if found > row[stop]:
                            row[stop] = found
    return best[0][size]
