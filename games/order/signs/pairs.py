"""Pairs whose rated games are one-sided or short: plain Python over their games."""

from collections.abc import Sequence
from typing import NamedTuple

from games.models import Strength
from games.order.signs.judging import Judged, ahead_chance, chance_of_so_many, one_in
from games.results.rating_model import POINTS, Skill

FEWEST = 5
"""Games together from which a pair is looked at."""
RARE, RAREST = 1 / 500, 1 / 20_000
"""The chance of being ahead so often below which a pair is a sign, or a strong one."""
FEW_SHORT, MANY_SHORT = 3, 5
"""Short games of a pair that are a sign, or a strong one, if they are many of all."""
OF_ALL = 0.35
SHORT = 0.35
"""The share of the usual turns below which a game is short."""
USUAL_TURNS = {2: 14, 3: 14, 4: 26, 5: 28}
"""Of each player in a whole game."""


class Meeting(NamedTuple):
    """A rated game of a pair, as one of them sees it."""

    players: int
    ahead: bool
    behind: bool
    mine: Skill
    """Before the game."""
    other: Skill
    gained: float
    """By the one, in the model's units."""
    other_turns: int
    """That the other took by hand."""
    left: bool
    """The other left for good before the end. (Nobody gains from one who leaves in round 1.)"""


def judge_pair(meetings: Sequence[Meeting]) -> Judged | None:
    """Return what speaks for the one having been let win; None if nothing does."""
    ahead = sum(each.ahead for each in meetings)
    decided = sum(each.ahead or each.behind for each in meetings)
    if len(meetings) < FEWEST or 2 * ahead <= decided:
        return None
    first = meetings[0]
    chance = chance_of_so_many(ahead, decided, first.mine, first.other)
    left = sum(each.left for each in meetings if each.ahead)
    short = sum(_is_short(each) for each in meetings)
    many_short = short >= FEW_SHORT and short >= OF_ALL * len(meetings)
    if chance > RARE and not many_short:
        return None
    strong = (
        chance <= RAREST or (chance <= RARE and many_short) or (many_short and short >= MANY_SHORT)
    )
    return Judged(
        Strength.STRONG if strong else Strength.SOME,
        {
            "games": len(meetings),
            "ahead": ahead,
            "expected": round(sum(ahead_chance(each.mine, each.other) for each in meetings), 1),
            "one_in": one_in(chance),
            "left": left,
            "short": short,
            "moved": round(POINTS * sum(each.gained for each in meetings)),
        },
        ahead,
    )


def _is_short(meeting: Meeting) -> bool:
    """Of a game that the other let win, the loser's part."""
    if not meeting.ahead:
        return False
    return meeting.left or meeting.other_turns < SHORT * USUAL_TURNS[meeting.players]
