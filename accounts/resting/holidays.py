"""Planning an account's holidays, calling them off and coming back."""

from collections.abc import Sequence
from datetime import date
from operator import attrgetter

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.notices.replan import replan
from games.people.standing import lock_player
from games.rest.holidays import (
    A_YEAR,
    AT_ONCE,
    Holiday,
    days_taken,
    holidays_text,
    longest_run,
    parse_holidays,
)
from games.rest.reckoning import Rest
from games.rules.errors import RuleError
from games.words.times import long_day


def plan_holiday(user: User, first: date, last: date) -> Holiday:
    """Plan whole days off in the user's zone.

    Raise ``bad_holiday`` if they don't fit, ``not_seated`` if the user is gone. The same days twice
    are planned once.
    """
    with transaction.atomic():
        rest = _locked(user)
        wanted = Holiday(first, last, rest.zone.key)
        if wanted in rest.holidays:
            return wanted
        _check(wanted, rest.holidays, today_of(rest))
        _save(user, (*rest.holidays, wanted))
        return wanted


def call_off(user: User, first: date) -> None:
    """Call off the holiday that is to begin on ``first``, if there still is one.

    Raise ``bad_holiday`` if it has begun, ``not_seated`` if the user is gone.
    """
    now = timezone.now()
    with transaction.atomic():
        rest = _locked(user)
        for each in rest.holidays:
            if each.first != first or each.ends_at <= now:
                continue
            if each.starts_at <= now:
                raise RuleError("bad_holiday", _("It has begun. Press “I’m back” to end it."))
            _save(user, [other for other in rest.holidays if other != each])


def come_back(user: User) -> None:
    """End the holiday that runs, if one does; the days begun are taken.

    Those that follow it at once are called off: to everybody they are the same holiday. Raise
    ``not_seated`` if the user is gone.
    """
    now = timezone.now()
    with transaction.atomic():
        rest = _locked(user)
        running, last = rest.holiday_at(now), rest.away_at(now)
        if running is not None and last is not None:
            others = [
                each for each in rest.holidays if not running.first <= each.first <= last.first
            ]
            _save(user, [*others, running._replace(ended_at=now)])


def forget_old_holidays() -> None:
    """Forget holidays that ended before the last calendar year began."""
    for user in User.objects.exclude(holidays="").order_by("pk"):
        if len(_kept(parse_holidays(user.holidays))) < len(user.holidays.splitlines()):
            with transaction.atomic():
                _save(user, _locked(user).holidays)


def today_of(rest: Rest) -> date:
    """Return the day it is where the user is."""
    return timezone.now().astimezone(rest.zone).date()


def last_day(today: date) -> date:
    """Return the last day that can be planned: the end of the next year."""
    return date(today.year + 1, 12, 31)


def _locked(user: User) -> Rest:
    lock_player(user)
    user.refresh_from_db(fields=["time_zone", "quiet_week", "holidays"])
    return user.rest


def _save(user: User, holidays: Sequence[Holiday]) -> None:
    user.holidays = holidays_text(sorted(_kept(holidays), key=attrgetter("first")))
    user.save(update_fields=["holidays"])
    replan(user_id=user.pk)


def _kept(holidays: Sequence[Holiday]) -> list[Holiday]:
    year = timezone.now().year
    return [each for each in holidays if each.last.year >= year - 1]


def _check(wanted: Holiday, planned: Sequence[Holiday], today: date) -> None:
    if wanted.last < wanted.first:
        raise _refused(_("The last day can’t lie before the first."))
    if wanted.first <= today:
        raise _refused(_("A holiday begins tomorrow at the earliest."))
    if wanted.last > last_day(today):
        sentence = _("That’s far ahead. You can plan until {day}.")
        raise _refused(sentence.format(day=long_day(last_day(today))))
    taken = {day for each in planned for day in each.days}
    if not taken.isdisjoint(wanted.days):
        raise _refused(_("Some of these days are off already."))
    after = [*planned, wanted]
    for year in range(wanted.first.year, wanted.last.year + 1):
        if days_taken(after, year) > A_YEAR:
            raise _refused(_used_up(year, A_YEAR - days_taken(planned, year)))
    if longest_run(after) > AT_ONCE:
        sentence = _(
            "At most {most} days off can follow each other, and these would be {count}. Leave a "
            "day between two holidays."
        )
        raise _refused(sentence.format(most=AT_ONCE, count=longest_run(after)))


def _used_up(year: int, left: int) -> str:
    if left <= 0:
        return _("All {all} days of {year} are taken or planned.").format(all=A_YEAR, year=year)
    return ngettext(
        "Of the {all} days of {year}, {count} is left.",
        "Of the {all} days of {year}, {count} are left.",
        left,
    ).format(all=A_YEAR, year=year, count=left)


def _refused(sentence: str) -> RuleError:
    return RuleError("bad_holiday", sentence)
