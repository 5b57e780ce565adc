"""Grades as people see them: shape and word before colour."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.bots.reviewing.grades import Grade
from games.bots.reviewing.judging import Judgement
from games.pages.table.hint.words import lead_text

SHAPES = {
    Grade.BEST: "\N{BLACK CIRCLE}",
    Grade.FINE: "\N{WHITE CIRCLE}",
    Grade.LOOSE: "\N{BLACK DIAMOND}",
    Grade.COSTLY: "\N{BLACK DOWN-POINTING TRIANGLE}",
    Grade.FIND: "\N{BLACK STAR}",
}


class Pill(NamedTuple):
    """A grade with its mark."""

    grade: Grade
    shape: str
    text: str
    """``"best"``, ``"A find, +2.0"``, or what was given away: ``"−4.7"``."""
    spoken: str


def pill(verdict: Judgement) -> Pill:
    """Return the mark of a decision."""
    lost = lead_text(-verdict.given_away)
    match verdict.grade:
        case Grade.BEST:
            text = spoken = _("best")
        case Grade.FIND:
            text = spoken = _("A find, {points}").format(points=lead_text(verdict.ahead or 0.0))
        case Grade.FINE:
            text, spoken = lost, _("fine, {points}").format(points=lost)
        case Grade.LOOSE:
            text, spoken = lost, _("loose, {points}").format(points=lost)
        case Grade.COSTLY:
            text, spoken = lost, _("costly, {points}").format(points=lost)
    return Pill(verdict.grade, SHAPES[verdict.grade], text, spoken)
