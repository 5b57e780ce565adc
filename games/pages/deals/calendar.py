"""A month of days, with what was made of each."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.deals.daily.reading import Played
from games.deals.daily.spread import Spread
from games.models import DealOfTheDay
from games.words.amounts import plus
from games.words.times import long_day, month_and_year, weekdays


class Cell(NamedTuple):
    """A day."""

    number: int
    """Of the month; 0 for a gap before its first."""
    points: str = ""
    address: str = ""
    spoken: str = ""
    best: bool = False
    is_open: bool = False
    """Whether it can still be played."""
    is_today: bool = False


class Month(NamedTuple):
    """A month, with the ones beside it that have deals."""

    title: str
    weekdays: list[str]
    cells: list[Cell]
    before: str
    """The address of the month before, in the page’s query; empty if there is none."""
    after: str


def month_of_days(
    month: date,
    deals: Iterable[DealOfTheDay],
    played: Mapping[date, Played],
    *,
    today: date,
    first: date,
) -> Month:
    """Return the month that begins with ``month``; ``first`` is the day of the first deal."""
    dealt = {deal.day: deal for deal in deals if deal.day <= today}
    following = (month + timedelta(days=32)).replace(day=1)
    days = [month + timedelta(days=n) for n in range((following - month).days)]
    cells = [Cell(0)] * month.weekday()
    cells += [_cell(day, dealt.get(day), played.get(day), today) for day in days]
    before = (month - timedelta(days=1)).replace(day=1)
    return Month(
        title=month_and_year(month),
        weekdays=weekdays(),
        cells=cells,
        before=f"?month={before:%Y-%m}#month" if before >= first.replace(day=1) else "",
        after=f"?month={following:%Y-%m}#month" if following <= today else "",
    )


def _cell(day: date, deal: DealOfTheDay | None, mine: Played | None, today: date) -> Cell:
    is_today = day == today
    if deal is None:
        return Cell(day.day, is_today=is_today)
    address = reverse("today") if is_today else reverse("day", args=[day.isoformat()])
    if mine is None:
        said = _("{day}, still open to play").format(day=long_day(day))
        return Cell(day.day, _("play"), address, said, is_open=True, is_today=is_today)
    points = plus(mine.points)
    scores = {score.points: score.count for score in deal.scores.all()}
    best = mine.in_time and Spread(scores).is_best_quarter(mine.points)
    said = _("{day}, {points}").format(day=long_day(day), points=points)
    if best:
        said = _("{said}, best quarter").format(said=said)
    return Cell(day.day, points, address, said, best=best, is_today=is_today)
