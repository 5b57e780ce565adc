"""Holding up games about to be lost: plain Python over when decisions were taken."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from games.models import Strength
from games.order.signs.judging import Judged

LATE = 0.1
"""The share of a turn's time that is left at the last moment."""
LAST_PART = 0.4
"""The share of a game's turns, from its end, in which a loser may see it lost."""
FEWEST, FEWEST_LATE, FEWEST_GAMES = 8, 5, 3
MOSTLY, NEARLY_ALL = 0.5, 0.7
USUALLY, TIMES = 0.2, 3
"""Whoever is late elsewhere in one turn of five is slow, and so is anybody who is hardly later at
the end: all are a little slower in a game that is lost.
"""
FAR, FURTHEST = 3.0, 4.5
"""Standard deviations."""


class Timed(NamedTuple):
    """A player's turns in a finished game with a clock, in order."""

    lost: bool
    late: tuple[bool, ...]
    """Whether each was left to the clock, or taken at the last moment."""


def judge_timing(games: Sequence[Timed]) -> Judged | None:
    """Return whether turns are late at the end of lost games and not elsewhere; None if not."""
    ends: list[tuple[bool, ...]] = []
    elsewhere: list[bool] = []
    for game in games:
        cut = len(game.late) - round(LAST_PART * len(game.late))
        elsewhere += game.late[:cut] if game.lost else game.late
        if game.lost:
            ends.append(game.late[cut:])
    turns = sum(map(len, ends))
    late = sum(map(sum, ends))
    held_up = sum(2 * sum(end) >= len(end) > 0 for end in ends)
    if turns < FEWEST or late < FEWEST_LATE or held_up < FEWEST_GAMES or late < MOSTLY * turns:
        return None
    # One late turn more elsewhere, so that nobody is compared with never.
    usual = (sum(elsewhere) + 1) / (len(elsewhere) + 2)
    spread = sqrt(usual * (1 - usual) * (1 / turns + 1 / (len(elsewhere) + 2)))
    far = (late / turns - usual) / spread
    if far < FAR or usual > USUALLY or late < TIMES * usual * turns:
        return None
    strong = far >= FURTHEST and late >= NEARLY_ALL * turns
    return Judged(
        Strength.STRONG if strong else Strength.SOME,
        {
            "games": held_up,
            "turns": turns,
            "late": late,
            "elsewhere": round(100 * sum(elsewhere) / max(1, len(elsewhere))),
        },
        late,
    )
