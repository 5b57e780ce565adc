"""How far somebody is with practice, in words."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.practice.asking import Progress
from games.words.times import short_day


class KindLine(NamedTuple):
    """A kind of position."""

    value: str
    title: str
    said: str
    """``"12 positions · 75% right · next on 3 Dec"``."""


def kind_lines(progress: Sequence[Progress], now: datetime) -> list[KindLine]:
    """Return a line for each kind."""
    return [KindLine(each.kind, str(each.kind.label), _said(each, now)) for each in progress]


def due_text(progress: Sequence[Progress]) -> str:
    """Say how many positions are due today."""
    due = sum(each.due for each in progress)
    if not due:
        return _("Nothing is due today")
    return ngettext("{count} position is due today", "{count} positions are due today", due).format(
        count=due
    )


def _said(each: Progress, now: datetime) -> str:
    if each.next_due is None:
        return _("not tried yet")
    answered = ngettext("{count} position", "{count} positions", each.positions).format(
        count=each.positions
    )
    share = _("{percent}% right").format(percent=round(100 * each.right / each.answers))
    return " · ".join((answered, share, _due(each, now)))


def _due(each: Progress, now: datetime) -> str:
    if each.due:
        return _("{count} due").format(count=each.due)
    assert each.next_due is not None
    day = timezone.localdate(each.next_due)
    if (day - timezone.localdate(now)).days <= 1:
        return _("next tomorrow")
    return _("next on {day}").format(day=short_day(day))
