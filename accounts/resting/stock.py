"""What the page shows of holidays: the days of a year, and which are planned."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from accounts.resting.holidays import last_day
from accounts.resting.words import holiday_in_words
from games.rest.holidays import A_YEAR
from games.rest.reckoning import Rest


class Year(NamedTuple):
    """A year's days off."""

    number: int
    free: int
    planned: int
    taken: int

    @property
    def left(self) -> int:
        """Days that are not taken yet."""
        return self.free + self.planned

    @property
    def days(self) -> list[str]:
        """The kind of each of the year's days off, for a bar."""
        return ["free"] * self.free + ["planned"] * self.planned + ["taken"] * self.taken


class Off(NamedTuple):
    """A holiday that is not over."""

    words: str
    """``"Sun 20 to Sun 27 December"``"""
    first: str
    """In forms."""
    runs: bool


class Stock(NamedTuple):
    """All the page shows of holidays."""

    years: list[Year]
    """This one, and the next once something is planned there."""
    planned: list[Off]
    earliest: str
    """The first day that can be planned, in forms."""
    latest: str


def stock_of(rest: Rest, now: datetime) -> Stock:
    """Return an account's days off."""
    today = now.astimezone(rest.zone).date()
    days = {day for each in rest.holidays for day in each.days}
    years = [_year(year, days, today) for year in (today.year, today.year + 1)]
    return Stock(
        years=[each for each in years if each.number == today.year or each.planned],
        planned=[
            Off(holiday_in_words(each, today.year), each.first.isoformat(), each.starts_at <= now)
            for each in rest.holidays
            if each.ends_at > now
        ],
        earliest=(today + timedelta(days=1)).isoformat(),
        latest=last_day(today).isoformat(),
    )


def _year(number: int, days: set[date], today: date) -> Year:
    own = [day for day in days if day.year == number]
    taken = sum(day <= today for day in own)
    return Year(number, A_YEAR - len(own), len(own) - taken, taken)
