"""The curve of a round: what each player could expect, move by move."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.table.hint.words import lead_text

_TOP, _HEIGHT, _BELOW = 26, 150, 26
_LEFT, _WIDTH = 6.0, 92.0
"""In per cent; the scale is on the left."""
_STEPS = (1, 2, 4, 5, 10, 20)
_LINES = 5
_DROP = 0.35
"""How far after its move, in moves, a costly choice has dropped."""


class Point(NamedTuple):
    """A point of a line: the move (0: before the first), and the points expected."""

    move: float
    points: float


class Line(NamedTuple):
    """A seat's line."""

    style: int
    """How it is drawn: 0 is the reviewed player's."""
    points: tuple[Point, ...]
    costly: tuple[Point, ...] = ()


class Stop(NamedTuple):
    """A decision of the reviewed player."""

    move: int
    address: str


def drawn(
    lines: Sequence[Line], stops: Sequence[Stop], *, moves: int, now: int, label: str
) -> SafeString:
    """Draw a round of ``moves`` moves; ``now`` is marked, and each stop can be pressed."""
    low, high, step = _scale(point.points for line in lines for point in line.points)
    last = moves + 1

    def y(points: float) -> float:
        return round(_TOP + _HEIGHT * (high - points) / (high - low), 1)

    def x(move: float) -> float:
        return round(_LEFT + _WIDTH * move / last, 2)

    heights = range(low, high + 1, step)
    grid = format_html_join(
        "",
        '<line class="{}" x1="{}%" x2="{}%" y1="{}" y2="{}"/><text class="height" x="0" y="{}">{}'
        "</text>",
        (
            ("zero" if at == 0 else "grid", _LEFT, _LEFT + _WIDTH, y(at), y(at), y(at), _whole(at))
            for at in heights
        ),
    )
    curves = format_html_join(
        "",
        '<polyline class="seat-line line-{}" points="{}"/>',
        (
            (
                line.style,
                " ".join(f"{round(1000 * p.move / last, 1)},{y(p.points)}" for p in line.points),
            )
            # The reviewed player's lies on top.
            for line in sorted(lines, key=lambda line: -line.style)
        ),
    )
    costly = format_html_join(
        "",
        '<text class="costly" x="{}%" y="{}">▼</text>',
        ((x(point.move), y(point.points) + 5) for line in lines for point in line.costly),
    )
    ticks = format_html_join(
        "",
        '<text class="tick" x="{}%" y="{}">{}</text>',
        ((x(at), _TOP + _HEIGHT + 18, said) for at, said in _ticks(moves)),
    )
    return format_html(
        '<div class="expected"><svg width="100%" height="{}" role="img" aria-label="{}">{}'
        '<line class="now" x1="{}%" x2="{}%" y1="{}" y2="{}"/>'
        '<text class="now" x="{}%" y="{}" text-anchor="{}">{}</text>'
        '<svg x="{}%" y="0" width="{}%" height="{}" viewBox="0 0 1000 {}"'
        ' preserveAspectRatio="none">{}</svg>{}{}</svg>{}</div>',
        *(_TOP + _HEIGHT + _BELOW, label, grid),
        *(x(now), x(now), _TOP - 6, _TOP + _HEIGHT),
        *(x(now), _TOP - 11, _anchor(x(now))),
        _("Move {number}").format(number=now) if now else _("The deal"),
        *(_LEFT, _WIDTH, _TOP + _HEIGHT, _TOP + _HEIGHT),
        *(curves, costly, ticks, _pressed(stops, last)),
    )


def dropped(number: int, before: float, after: float) -> tuple[Point, Point]:
    """Return the two points of a costly choice."""
    return Point(number, before), Point(number + _DROP, after)


def _pressed(stops: Sequence[Stop], last: int) -> SafeString:
    """Return a link a decision, from halfway to the one before to halfway to the next."""
    edges = [0.0, *((one.move + other.move) / 2 for one, other in pairwise(stops)), float(last)]
    links = format_html_join(
        "",
        '<a href="{}" tabindex="-1"><rect class="press" x="{}%" width="{}%" height="{}"/></a>',
        (
            (
                stop.address,
                round(_LEFT + _WIDTH * edges[at] / last, 2),
                round(_WIDTH * (edges[at + 1] - edges[at]) / last, 2),
                _TOP + _HEIGHT,
            )
            for at, stop in enumerate(stops)
        ),
    )
    # Apart from the picture, which is one thing to a screen reader; the list has the same links.
    return format_html(
        '<svg class="presses" width="100%" height="{}" aria-hidden="true">{}</svg>',
        _TOP + _HEIGHT,
        links,
    )


def _scale(points: Iterable[float]) -> tuple[int, int, int]:
    found = [0.0, *points]
    low, high = min(found), max(found)
    step = next((each for each in _STEPS if (high - low) / each <= _LINES - 1), _STEPS[-1])
    low, high = floor(low / step) * step, ceil(high / step) * step
    return int(low), int(max(high, low + step)), step


def _ticks(moves: int) -> list[tuple[int, str]]:
    step = 5 if moves <= 25 else 10
    numbers = [1, *range(step, moves - step // 2 + 1, step)]
    return [*((number, str(number)) for number in numbers), (moves + 1, _("end"))]


def _whole(points: int) -> str:
    return lead_text(points).removesuffix(".0")


def _anchor(percent: float) -> str:
    return "start" if percent < 12 else "end" if percent > 88 else "middle"
