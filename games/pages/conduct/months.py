"""A month of moderation in words."""

from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.models import ActionKind, MonthInOrder
from games.order.after.numbers import FEW
from games.words.amounts import grouped
from games.words.times import DAY, HOUR, MINUTE, month_and_year

_ACTS: dict[str, Promise] = {
    ActionKind.WARN: gettext_lazy("Warnings"),
    ActionKind.MUTE: gettext_lazy("Mutes"),
    ActionKind.SUSPEND: gettext_lazy("Suspensions"),
    ActionKind.BAN: gettext_lazy("Bans"),
    ActionKind.RENAME: gettext_lazy("Names taken away"),
    ActionKind.HIDE_MESSAGE: gettext_lazy("Messages hidden"),
    ActionKind.VOID: gettext_lazy("Games that don’t count"),
    ActionKind.CLOSE_GAME: gettext_lazy("Games closed before they began"),
    ActionKind.RENAME_GAME: gettext_lazy("Games renamed"),
    ActionKind.PAUSE: gettext_lazy("Games paused"),
    ActionKind.EXTEND: gettext_lazy("Times when a game got more time"),
    ActionKind.PUT_BOT: gettext_lazy("Chairs given to a bot"),
    ActionKind.GIVE_BACK: gettext_lazy("Chairs given back"),
}
_TAKEN_BACK: tuple[str, ...] = (
    ActionKind.WITHDRAW_WARNING,
    ActionKind.UNMUTE,
    ActionKind.UNSUSPEND,
    ActionKind.UNBAN,
    ActionKind.SHOW_MESSAGE,
)
"""Counted together."""


class Line(NamedTuple):
    """A number of a month."""

    label: str
    figure: str


class Month(NamedTuple):
    """A month's numbers."""

    name: str
    so_far: bool
    lines: list[Line]
    at: datetime


def shown(month: MonthInOrder, *, now: datetime) -> Month:
    """Return what anybody may read of a month."""
    lines = [
        Line(_("Reports"), told(month.reports)),
        Line(_("Answered"), told(month.answered)),
        Line(_("Half of them answered within"), _wait(month)),
        *(
            Line(str(label), told(count))
            for kind, label in _ACTS.items()
            if (count := month.acts.get(kind, 0))
        ),
    ]
    if back := sum(month.acts.get(kind, 0) for kind in _TAKEN_BACK):
        lines.append(Line(_("Acts taken back"), told(back)))
    if month.appeals or month.granted or month.upheld:
        lines += [
            Line(_("Appeals"), told(month.appeals)),
            Line(_("Appeals granted"), told(month.granted)),
            Line(_("Appeals in which the decision stayed"), told(month.upheld)),
        ]
    here = (now.year, now.month) == (month.month.year, month.month.month)
    return Month(month_and_year(month.month), here, lines, month.counted_at)


def told(count: int) -> str:
    """Return a count; a small one without saying which, because it might point at somebody."""
    if count == 0:
        return pgettext("cases", "none")
    if count < FEW:
        return _("fewer than {count}").format(count=FEW)
    return grouped(count)


def _wait(month: MonthInOrder) -> str:
    minutes = month.median_minutes
    if minutes is None or month.answered < FEW:
        return _("too few to say")
    seconds = minutes * MINUTE
    if seconds < HOUR:
        return _("{count} min").format(count=max(minutes, 1))
    if seconds < 2 * DAY:
        return _("{count} h").format(count=round(seconds / HOUR))
    return _("{count} days").format(count=round(seconds / DAY))
