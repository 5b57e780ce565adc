"""Labelled SVG charts; widths are percentages, so text keeps its size."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

_TOP, _HEIGHT = 22, 150
_STEPS = (25, 50, 100, 200, 250, 500)
_LINES = 5
_LEFT, _WIDTH = 11, 87.5
"""In per cent; the scale is on the left."""


class Column(NamedTuple):
    """A bar chart's column."""

    label: str
    number: int
    bad: bool = False
    text: str = ""
    """What stands above it, if not the number."""


class Value(NamedTuple):
    """A curve's point and its margin of error."""

    value: int
    give: int


def columns(values: Sequence[Column], *, label: str, axis: str) -> SafeString:
    """Draw a bar chart; ``axis`` labels the bottom."""
    most = max((each.number for each in values), default=0) or 1
    width = 100 / max(1, len(values))
    drawn = []
    for index, each in enumerate(values):
        height = round(_HEIGHT * each.number / most, 1)
        # A value above zero is never too small to see.
        height = max(height, 2) if each.number else 0
        middle = share((index + 0.5) * width)
        drawn.append(
            format_html(
                '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="3"/>'
                '<text x="{}" y="{}">{}</text><text x="{}" y="{}" class="soft">{}</text>',
                "bad" if each.bad else "good",
                share((index + 0.08) * width),
                _TOP + _HEIGHT - height,
                share(0.84 * width),
                height,
                middle,
                _TOP + _HEIGHT - height - 6,
                each.text or each.number or "",
                middle,
                _TOP + _HEIGHT + 18,
                each.label,
            )
        )
    return format_html(
        '<svg class="chart columns" width="100%" height="{}" role="img" aria-label="{}">{}'
        '<line class="zero" x1="0" x2="100%" y1="{}" y2="{}"/>'
        '<text x="50%" y="{}" class="soft">{}</text></svg>',
        _TOP + _HEIGHT + 46,
        label,
        format_html_join("", "{}", ((each,) for each in drawn)),
        _TOP + _HEIGHT,
        _TOP + _HEIGHT,
        _TOP + _HEIGHT + 40,
        axis,
    )


def curve(values: Sequence[Value], *, label: str, start: str, end: str, best: str) -> SafeString:
    """Draw a non-empty curve and error band; ``best`` labels the best point."""
    line = [each.value for each in values]
    low, high, step = _scale(line)
    last = max(1, len(values) - 1)

    def y(value: float) -> float:
        return round(_TOP + _HEIGHT * (high - value) / (high - low), 1)

    def x(index: int) -> float:
        return _LEFT + _WIDTH * index / last if len(values) > 1 else _LEFT + _WIDTH

    heights = range(low, high + 1, step)
    grid = format_html_join(
        "",
        '<line class="grid" x1="{}" x2="100%" y1="{}" y2="{}"/>',
        ((share(_LEFT), y(at), y(at)) for at in heights),
    )
    numbers = format_html_join(
        "", '<text class="soft height" x="0" y="{}">{}</text>', ((y(at), at) for at in heights)
    )
    top = max(range(len(line)), key=lambda index: (line[index], index))
    return format_html(
        '<svg class="chart curve" width="100%" height="{}" role="img" aria-label="{}">{}'
        '<svg x="{}" y="0" width="{}" height="{}" viewBox="0 0 1000 {}" '
        'preserveAspectRatio="none"><polygon class="band" points="{}"/>'
        '<polyline class="line" points="{}"/></svg>{}'
        '<circle class="best" cx="{}" cy="{}" r="6"/><text class="{}" x="{}" y="{}">{}</text>'
        '<circle class="now" cx="{}" cy="{}" r="6"/>'
        '<text class="soft" x="{}" y="{}">{}</text>'
        '<text class="soft end" x="100%" y="{}">{}</text></svg>',
        *(_TOP + _HEIGHT + 28, label, grid),
        *(share(_LEFT), share(_WIDTH), _TOP + _HEIGHT, _TOP + _HEIGHT),
        _band(values, low, high, last),
        " ".join(f"{round(1000 * i / last, 1)},{y(value)}" for i, value in enumerate(line)),
        numbers,
        *(share(x(top)), y(line[top])),
        "end" if x(top) > 80 else "start" if x(top) < 20 else "middle",
        *(share(x(top)), y(line[top]) - 11, best),
        *(share(x(len(line) - 1)), y(line[-1])),
        *(share(_LEFT), _TOP + _HEIGHT + 22, start, _TOP + _HEIGHT + 22, end),
    )


def _band(values: Sequence[Value], low: int, high: int, last: int) -> str:
    def at(index: int, value: float) -> str:
        within = min(high, max(low, value))
        y = round(_TOP + _HEIGHT * (high - within) / (high - low), 1)
        return f"{round(1000 * index / last, 1)},{y}"

    upper = [at(i, each.value + each.give) for i, each in enumerate(values)]
    lower = [at(i, each.value - each.give) for i, each in enumerate(values)]
    return " ".join([*upper, *reversed(lower)])


def _scale(line: Sequence[int]) -> tuple[int, int, int]:
    low, high = min(line), max(line)
    step = next((each for each in _STEPS if (high - low) / each <= _LINES - 2), _STEPS[-1])
    return low // step * step - step, -(-high // step) * step + step, step


def share(percent: float) -> str:
    """Return a percentage as an SVG length."""
    return f"{round(percent, 2):g}%"
