"""The page of a day's deal: before, while it is played, and after."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.offered import CALLED
from games.bots.reviewing.grades import Grade
from games.deals.daily.dealing import has_deal
from games.deals.daily.judging import FAILED, Try, try_in
from games.deals.daily.reading import (
    Fork,
    Played,
    Standing,
    days_in,
    days_of,
    fork_of,
    friends_of_day,
    standings,
)
from games.deals.daily.row_of_days import row_of_days
from games.deals.daily.spread import FEW, Spread, spread_of
from games.models import OVER, DayEntry, DealOfTheDay, Kind
from games.pages.deals.calendar import month_of_days
from games.pages.deals.friends_of_day import friends_panel
from games.pages.deals.lines import steps_of
from games.pages.deals.sharing import share_text
from games.pages.deals.spread_chart import spread_chart
from games.pages.review.grades import SHAPES
from games.results.days import end_of
from games.rules.cards import Cards
from games.words.amounts import grouped, plus
from games.words.names import named
from games.words.people import bot_face
from games.words.sets import numbers
from games.words.times import long_day, week_day

User = AbstractUser | AnonymousUser


class Bot(NamedTuple):
    """A bot that plays against everybody."""

    name: SafeString
    face: SafeString


class StandingLine(NamedTuple):
    """A line in a table of a week or a month."""

    place: int
    name: SafeString
    said: str
    days: int
    mine: bool


class Yesterday(NamedTuple):
    """The deal before today's."""

    address: str
    said: str
    """What the viewer made of it; empty if they haven't played it."""


class GradeMark(NamedTuple):
    """The expert's grade of a decision."""

    name: str
    shape: str
    spoken: str


class Ending(NamedTuple):
    """How the round ended."""

    said: str
    cards: Cards
    """The last set that was shown, if it was the player's and nobody beat it."""


def bots_of(deal: DealOfTheDay) -> list[Bot]:
    """Return the three bots, by seat."""
    return [
        Bot(named(CALLED[bot], Kind.BOT), bot_face(bot, seat))
        for seat, bot in enumerate(deal.bots.split(" "), start=1)
    ]


def page_of(
    deal: DealOfTheDay,
    entry: DayEntry | None,
    user: User,
    *,
    now: datetime,
    month: date,
    first: date,
) -> dict[str, Any]:
    """Return what the page shows: nobody's points before the viewer has finished."""
    today = now.date()
    played = days_of(user)
    finished = entry is not None and entry.points is not None
    row = row_of_days((each.day for each in played if each.in_time), today)
    friends = friends_of_day(deal, user, told=finished)
    context: dict[str, Any] = {
        "deal": deal,
        "is_today": deal.day == today,
        "day": week_day(deal.day),
        "whole_day": long_day(deal.day),
        "bots": bots_of(deal),
        "entry": entry,
        "finished": finished,
        "left": entry is not None and not finished and entry.game.summary.status in OVER,
        "friends": friends_panel(friends, user, entry.points if entry else None),
        "row": row,
        "calendar": month_of_days(
            month,
            days_in(month),
            {each.day: each for each in played},
            today=today,
            first=first,
        ),
        "tables": [
            (_("This week"), _lines(standings(today, user, is_month=False))),
            (_("This month"), _lines(standings(today, user, is_month=True))),
        ]
        # Today's points of others are in them.
        if any(each.day == today for each in played)
        else [],
        "next_at": end_of(today),
        "yesterday": _yesterday(today, played),
    }
    if finished:
        assert entry is not None
        context |= _result(deal, entry, row.now)
    return context


def _result(deal: DealOfTheDay, entry: DayEntry, days: int) -> dict[str, Any]:
    mine = try_in(entry.game)
    spread = spread_of(deal)
    points = entry.points or 0
    grades = [] if entry.grades in ("", FAILED) else [Grade(each) for each in entry.grades.split()]
    fork = fork_of(deal, mine)
    in_time = entry.ended_at is not None and entry.ended_at < end_of(deal.day)
    return {
        "points": plus(points),
        "in_time": in_time,
        "better_said": better_said(spread, points),
        "ending": ending_of(mine),
        "chart": spread_chart(spread, points, deal.expert_points),
        "grades": [GradeMark(grade.value, SHAPES[grade], _spoken(grade)) for grade in grades],
        "is_judged": bool(entry.grades),
        "fork": _fork(deal, fork, points) if fork else None,
        "share": share_text(
            number=deal.number,
            points=points,
            expert=deal.expert_points,
            better_than=_better_than(spread, points),
            grades=grades,
            days=days if in_time else 0,
        )
        if grades
        else "",
    }


def _lines(found: Sequence[Standing]) -> list[StandingLine]:
    return [
        StandingLine(
            *(each.place, named(each.name, Kind.MEMBER), plus(each.points)),
            *(each.days, each.mine),
        )
        for each in found
    ]


def better_said(spread: Spread, points: int) -> str:
    """Return how the points compare; no share while few have played."""
    players = spread.players
    if players < FEW:
        said = ngettext("One has played so far", "The first {players} have played", players)
        return said.format(players=players) if players else _("Nobody else has played it")
    below = spread.percent_below(points)
    if not below:
        return _("{players} players so far").format(players=grouped(players))
    return _("Better than {percent}% of {players} players").format(
        percent=below, players=grouped(players)
    )


def _better_than(spread: Spread, points: int) -> str:
    below = spread.percent_below(points)
    if spread.players < FEW or not below:
        return ""
    return _("better than {percent}%").format(percent=below)


def ending_of(mine: Try) -> Ending:
    """Return how the player’s round ended."""
    result = mine.result
    own = mine.choices[0].place.seat
    shown = next((move for move in reversed(result.history) if move.cards), None)
    cards = shown.cards or b"" if shown else b""
    is_mine = shown is not None and shown.seat == own
    match result.ended_by:
        case "empty_hand" if result.ender == own:
            said = _("You showed your last cards and ended it.")
        case "empty_hand":
            said = _("Another ran out of cards.")
        case "unbeaten" if is_mine:
            said = _("Your {set} went round unbeaten and ended it.").format(set=numbers(cards))
        case "unbeaten":
            said = _("Nobody beat {set}.").format(set=numbers(cards))
        case _:
            said = _("It ended at the limit of turns.")
    return Ending(said, cards if is_mine else b"")


def _fork(deal: DealOfTheDay, fork: Fork, points: int) -> dict[str, Any]:
    parted = fork.parted
    return {
        "heading": _("You played it like the expert")
        if parted is None
        else _("You parted at choice {number}").format(number=parted + 1),
        "mine": steps_of(fork.mine.choices, parted),
        "mine_points": plus(points),
        "experts": steps_of(fork.experts.choices, parted),
        "experts_points": plus(deal.expert_points or 0),
    }


def _spoken(grade: Grade) -> str:
    return {
        Grade.BEST: _("best"),
        Grade.FINE: _("fine"),
        Grade.LOOSE: _("loose"),
        Grade.COSTLY: _("costly"),
        Grade.FIND: _("a find"),
    }[grade]


def _yesterday(today: date, played: Sequence[Played]) -> Yesterday | None:
    """Return the line about yesterday's deal; None if there was none."""
    day = today - timedelta(days=1)
    if not has_deal(day):
        return None
    mine = next((each for each in played if each.day == day), None)
    said = _("You made {points}.").format(points=plus(mine.points)) if mine else ""
    return Yesterday(reverse("day", args=[day.isoformat()]), said)
