"""Likely ranges of ratings, drawn on one scale."""

from collections.abc import Collection
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.profile.charts import share
from games.results.rating_model import Shown

_MARGIN = 0.06
"""Part of the scale left free at each end."""


class Scale(NamedTuple):
    """The ratings at both ends."""

    low: float
    high: float

    def at(self, rating: float) -> float:
        """Return where ``rating`` lies, in per cent."""
        return 100 * (rating - self.low) / (self.high - self.low)


def scale_of(ratings: Collection[Shown]) -> Scale:
    """Return a scale on which all ``ratings`` fit; there is at least one."""
    low = min(each.sure for each in ratings)
    high = max(each.rating + each.give for each in ratings)
    margin = _MARGIN * max(1, high - low)
    return Scale(low - margin, high + margin)


def band(of: Shown, scale: Scale, *, provisional: bool) -> SafeString:
    """Draw a likely range: its thick edge is the sure part, the dark mark the rating."""
    top = of.rating + of.give
    left, now, right = scale.at(of.sure), scale.at(of.rating), scale.at(top)
    return format_html(
        '<svg class="band-of{}" width="100%" height="16" role="img" aria-label="{}">'
        '<line class="rail" x1="0" x2="100%" y1="8" y2="8"/>'
        '<rect class="range" x="{}" width="{}" y="2" height="12" rx="6"/>'
        '<rect class="sure-edge" x="{}" width="5" y="2" height="12" rx="2"/>'
        '<rect class="mark-of" x="{}" width="4" y="0" height="16" rx="1.5"/></svg>',
        " provisional" if provisional else "",
        _("{low} to {high}").format(low=of.sure, high=top),
        *(share(left), share(right - left), share(left), share(now)),
    )
