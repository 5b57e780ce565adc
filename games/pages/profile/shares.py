"""Stacked bars, told apart by colour and pattern."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.pages.profile.charts import share

_PATTERNS = {
    # Solid: show, own-empty-hand.
    "scout": SafeString('<path d="M-2 2l4-4M0 8l8-8M6 10l4-4"/>'),
    "both": SafeString('<circle cx="4" cy="4" r="1.5"/>'),
    "own-unbeaten": SafeString('<circle cx="4" cy="4" r="1.5"/>'),
    "other-empty-hand": SafeString('<path d="M-2 2l4-4M0 8l8-8M6 10l4-4"/>'),
    "other-unbeaten": SafeString('<path d="M0 4h8"/>'),
    "turn-limit": SafeString('<path d="M0 4h8M4 0v8"/>'),
}
"""Tiles of eight by eight."""


class Part(NamedTuple):
    """A part of a whole."""

    label: str
    number: int
    kind: str


def stacked(parts: Sequence[Part], *, label: str) -> SafeString:
    """Draw parts side by side, with the patterns ``swatch`` uses."""
    total = sum(part.number for part in parts) or 1
    drawn, start = [], 0.0
    for part in parts:
        width = 100 * part.number / total
        text = f"{round(width)}%" if width >= 12 else ""
        place = format_html('x="{}" width="{}" height="46"', share(start), share(width))
        drawn.append(
            format_html(
                '{}<text class="kind {}" x="{}" y="29">{}</text>',
                *(_filled(part.kind, place), part.kind, share(start + width / 2), text),
            )
        )
        start += width
    return format_html(
        '<svg class="chart stacked" width="100%" height="46" role="img" aria-label="{}">'
        "<defs>{}</defs>{}</svg>",
        label,
        format_html_join("", "{}", ((_pattern(part.kind),) for part in parts)),
        format_html_join("", "{}", ((each,) for each in drawn)),
    )


def swatch(kind: str) -> SafeString:
    """Return a kind's sign for a legend."""
    return format_html(
        '<svg class="swatch" width="22" height="16" aria-hidden="true">{}</svg>',
        _filled(kind, SafeString('width="22" height="16"')),
    )


def _filled(kind: str, place: SafeString) -> SafeString:
    ground = format_html('<rect class="kind {}" {}/>', kind, place)
    if kind not in _PATTERNS:
        return ground
    return format_html('{}<rect class="drawn" fill="url(#pattern-{})" {}/>', ground, kind, place)


def _pattern(kind: str) -> SafeString:
    if kind not in _PATTERNS:
        return SafeString("")
    return format_html(
        '<pattern id="pattern-{}" class="{}" width="8" height="8" patternUnits="userSpaceOnUse">'
        "{}</pattern>",
        *(kind, kind, _PATTERNS[kind]),
    )


def share_bar(part: float, even: float) -> SafeString:
    """Draw a bar, marked at ``even``."""
    return format_html(
        '<svg class="chart share" width="100%" height="26" aria-hidden="true">'
        '<rect class="ground" width="100%" height="22" y="2" rx="5"/>'
        '<rect class="part" width="{}" height="22" y="2" rx="5"/>'
        '<line class="mark" x1="{}" x2="{}" y1="0" y2="26"/></svg>',
        *(share(100 * part), share(100 * even), share(100 * even)),
    )
