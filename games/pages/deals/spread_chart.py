"""Everybody's points of a day, as bars one point wide."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.deals.daily.spread import Spread
from games.words.amounts import plus

WIDTH, HEIGHT, TOP = 700, 150, 56
"""In the drawing’s own units, without the numbers below."""
_STEP = 4
"""Points from one number below to the next."""


class Bar(NamedTuple):
    """How many made so many points."""

    x: float
    y: float
    width: float
    height: float
    mine: bool


class Mark(NamedTuple):
    """A labelled line, or a number below."""

    x: float
    text: str


class SpreadChart(NamedTuple):
    """The bars, and what is said of them."""

    bars: list[Bar]
    ticks: list[Mark]
    you: Mark
    expert: Mark | None
    rows: list[tuple[str, int]]
    """The same as a table: points, and how many made them."""
    spoken: str


def spread_chart(spread: Spread, points: int, expert: int | None) -> SpreadChart:
    """Return the chart, wide enough for everybody, the viewer and the expert."""
    known = [*spread.counts, points, *([] if expert is None else [expert])]
    low, high = min([*known, -8]), max([*known, 8])
    width = WIDTH / (high - low + 1)
    most = max(spread.counts.values(), default=1)

    def middle(value: int) -> float:
        return round((value - low + 0.5) * width, 1)

    bars = []
    for value, count in sorted(spread.counts.items()):
        height = max(round(HEIGHT * count / most, 1), 3)
        x = round(middle(value) - width * 0.42, 1)
        bars.append(Bar(x, TOP + HEIGHT - height, round(width * 0.84, 1), height, value == points))
    return SpreadChart(
        bars=bars,
        ticks=[
            Mark(middle(value), plus(value)) for value in range(low, high + 1) if value % _STEP == 0
        ],
        you=Mark(middle(points), _("You {points}").format(points=plus(points))),
        expert=None
        if expert is None
        else Mark(middle(expert), _("Expert {points}").format(points=plus(expert))),
        rows=[(plus(value), count) for value, count in sorted(spread.counts.items(), reverse=True)],
        spoken=_("How many players made how many points; you made {points}.").format(
            points=plus(points)
        ),
    )
