"""Sets of a hand that may be shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.pages.table.choices import Choice
from games.rules.cards import TOPS, Cards
from games.words.sets import numbers, set_name

SHOWN_SETS = 4
"""The rest is folded away."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A mark under such a set."""

    size: int
    text: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A set that one press selects."""

    value: str
    text: str
    spoken: str
    pressed: bool


@dataclass(frozen=True, slots=True)
class Picks:
    """The list of these sets."""

    label: str
    first: tuple[Pick, ...]
    more: tuple[Pick, ...]


def brackets_below(hand: Cards, sets: Sequence[tuple[int, int]]) -> dict[int, Bracket]:
    """Return marks for longer sets: longest first, without overlaps."""
    marks: dict[int, Bracket] = {}
    free = [True] * len(hand)
    for start, stop in sorted(sets, key=lambda cut: (cut[0] - cut[1], cut[0])):
        if stop - start > 1 and all(free[start:stop]):
            free[start:stop] = [False] * (stop - start)
            marks[start] = Bracket(stop - start, numbers(hand[start:stop]))
    return marks


def picks_among(
    hand: Cards, sets: Sequence[tuple[int, int]], beaten: Cards, choice: Choice
) -> Picks | None:
    """Return the sets: lowest first, or longest first on an empty ring."""

    def order(cut: tuple[int, int]) -> tuple[int, int]:
        size, low = cut[1] - cut[0], min(hand[cut[0] : cut[1]].translate(TOPS))
        return (size, low) if beaten else (-size, low)

    chosen = choice.slice
    # Any single card may be shown in an empty ring, so listing them says nothing.
    listed = sorted((cut for cut in sets if beaten or cut[1] - cut[0] > 1), key=order)
    if not listed:
        return None
    if chosen in listed[SHOWN_SETS:]:
        listed.remove(chosen)
        listed.insert(SHOWN_SETS - 1, chosen)
    picks = tuple(
        Pick(
            value=f"pick-{start}-{stop}",
            text=numbers(hand[start:stop]),
            spoken=_("Select {set}, cards {first} to {last}").format(
                set=set_name(hand[start:stop]), first=start + 1, last=stop
            )
            if stop - start > 1
            else _("Select {set}, card {first}").format(
                set=set_name(hand[start:stop]), first=start + 1
            ),
            pressed=(start, stop) == chosen,
        )
        for start, stop in listed
    )
    template = _("Would beat {set}") if choice.plans else _("Beats {set}")
    label = template.format(set=numbers(beaten)) if beaten else _("Your sets")
    return Picks(label, picks[:SHOWN_SETS], picks[SHOWN_SETS:])
