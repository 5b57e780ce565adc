"""Rest in words: quiet hours and holidays, for their owner alone."""

from collections.abc import Sequence
from datetime import date, datetime

from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rest.holidays import Holiday
from games.rest.nights import Night, nights_of
from games.rest.reckoning import Rest
from games.rest.week import DAYS, Week
from games.words.names import listed, sentences, told
from games.words.times import short_day

_MOST_NAMED = 3
_A_RANGE = 3
"""A range has at least this many days that follow each other."""


def rest_in_words(rest: Rest, now: datetime) -> SafeString:
    """Return what the account's rest means, in sentences; empty without any."""
    quiet, holiday = quiet_in_words(rest.week), rest.away_at(now)
    return sentences(
        told(_("Quiet {hours}."), hours=_strong(quiet)) if quiet else "",
        told(_("On holiday until {day}."), day=_strong(short_day(holiday.back_on)))
        if holiday
        else "",
    )


def quiet_in_words(week: Week) -> str:
    """Return ``"from 22:00 to 07:00"``, with the days where they differ; empty without any."""
    days: dict[tuple[int, int], list[int]] = {}
    for night in nights_of(week):
        days.setdefault((night.begin, night.hours), []).append(night.weekday)
    if len(days) > _MOST_NAMED:
        count = len(week.hours)
        return ngettext("{count} hour a week", "{count} hours a week", count).format(count=count)
    said = [
        times_in_words(Night(0, *times))
        if len(own) == DAYS
        else _("{days} {times}").format(
            days=days_in_words(own), times=times_in_words(Night(0, *times))
        )
        for times, own in days.items()
    ]
    return listed(said)


def times_in_words(night: Night) -> str:
    """Return ``"from 22:00 to 07:00"``."""
    return _("from {begin} to {end}").format(begin=f"{night.begin:02}:00", end=f"{night.end:02}:00")


def days_in_words(weekdays: Sequence[int]) -> str:
    """Return ``"Sun–Thu"`` or ``"Fri and Sat"``; not for all seven."""
    firsts = [day for day in weekdays if (day - 1) % DAYS not in weekdays]
    said = []
    for first in firsts:
        run = [first]
        while (run[-1] + 1) % DAYS in weekdays:
            run.append((run[-1] + 1) % DAYS)
        names = [str(WEEKDAYS_ABBR[day]) for day in run]
        said += [f"{names[0]}–{names[-1]}"] if len(run) >= _A_RANGE else names
    return listed(said, _("and"))


def holiday_in_words(holiday: Holiday, this_year: int) -> str:
    """Return ``"Sun 20 to Sun 27 December"``, with the year unless it is this one."""
    first, last = holiday.first, holiday.last
    end = _day(last, with_year=last.year != this_year)
    if first == last:
        return end
    if (first.year, first.month) == (last.year, last.month):
        begin = date_format(first, "SHORT_WEEKDAY_DAY_FORMAT")
    else:
        begin = _day(first, with_year=first.year not in (this_year, last.year))
    return _("{first} to {last}").format(first=begin, last=end)


def _day(day: date, *, with_year: bool) -> str:
    return date_format(day, "SHORT_WEEKDAY_DATE_FORMAT" if with_year else "SHORT_WEEKDAY_FORMAT")


def _strong(words: str) -> SafeString:
    return format_html("<strong>{}</strong>", words)
