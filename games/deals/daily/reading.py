"""What a player is shown of the days: their own, their friends', and the tables."""

from datetime import date, timedelta
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q

from games.deals.daily.dealing import expert_round
from games.deals.daily.judging import Try, try_of
from games.models import DayEntry, DayStanding, DealOfTheDay, Friend
from games.results.days import end_of, month_of, week_of

LISTED = 20
"""Most players in a table."""


class Played(NamedTuple):
    """A day in somebody's calendar."""

    day: date
    points: int
    in_time: bool


class Friendly(NamedTuple):
    """A friend who has played a day's deal to the end, and what they made of it."""

    name: str
    points: int | None
    """None unless the viewer may know."""


class Standing(NamedTuple):
    """A line in a table of a week or a month."""

    place: int
    name: str
    points: int
    days: int
    mine: bool


class Fork(NamedTuple):
    """A try beside the expert's."""

    mine: Try
    experts: Try
    parted: int | None
    """The first choice, from 0, in which they differ; None if there is none."""


def days_of(user: AbstractUser | AnonymousUser) -> list[Played]:
    """Return the days somebody has finished, oldest first."""
    if user.pk is None:
        return []
    entries = DayEntry.objects.filter(player=user.pk, points__isnull=False, deal__programs=False)
    rows = entries.order_by("deal__day").select_related("deal")
    return [
        Played(
            each.deal.day,
            each.points or 0,
            in_time=each.ended_at is not None and each.ended_at < end_of(each.deal.day),
        )
        for each in rows.only("deal__day", "points", "ended_at")
    ]


def friends_of_day(
    deal: DealOfTheDay, user: AbstractUser | AnonymousUser, *, told: bool
) -> list[Friendly]:
    """Return the friends who have played, best first, or by name and without points unless
    ``told``.

    Friends are those who have each other on their lists. Of others there is no word: it would tell
    who lists the viewer.
    """
    if user.pk is None:
        return []
    there = Friend.objects.filter(owner=user.pk, friend=OuterRef("player"))
    back = Friend.objects.filter(owner=OuterRef("player"), friend=user.pk)
    entries = DayEntry.objects.filter(
        Exists(there), Exists(back), deal=deal, counts=True, points__isnull=False
    )
    rows = entries.filter(player__is_active=True).values_list("player__username", "points")
    found = sorted(rows, key=lambda row: row[0].casefold())
    if not told:
        return [Friendly(name, None) for name, _points in found]
    return [Friendly(*row) for row in sorted(found, key=lambda row: -(row[1] or 0))]


def standings(day: date, user: AbstractUser | AnonymousUser, *, is_month: bool) -> list[Standing]:
    """Return the best of the week or month of ``day``, and the viewer's own line, if any."""
    since = month_of(day) if is_month else week_of(day)
    everybody = DayStanding.objects.filter(is_month=is_month, since=since)
    table = everybody.filter(
        player__on_leaderboards=True, player__is_bot=False, player__is_active=True
    )
    ordered = table.order_by("-points", "days", "player").select_related("player")
    found = [
        Standing(
            place, each.player.get_username(), each.points, each.days, each.player_id == user.pk
        )
        for place, each in enumerate(ordered[:LISTED], start=1)
    ]
    if user.pk is None or any(each.mine for each in found):
        return found
    # Also of somebody whom nobody else finds there.
    own = everybody.filter(player=user.pk).first()
    if own is not None:
        ahead = Q(points__gt=own.points) | Q(points=own.points, days__lt=own.days)
        place = table.filter(ahead).count() + 1
        found.append(Standing(place, user.get_username(), own.points, own.days, mine=True))
    return found


def fork_of(deal: DealOfTheDay, mine: Try) -> Fork | None:
    """Return a try beside the expert's; None until the expert has played the deal."""
    if deal.expert_moves is None:
        return None
    experts = try_of(expert_round(deal))
    pairs = enumerate(zip(mine.choices, experts.choices, strict=False))
    parted = next((n for n, (one, other) in pairs if one.move != other.move), None)
    return Fork(mine, experts, parted)


def days_in(month: date) -> list[DealOfTheDay]:
    """Return the deals of a month, by day."""
    following = (month + timedelta(days=32)).replace(day=1)
    deals = DealOfTheDay.objects.filter(programs=False, day__gte=month, day__lt=following)
    return list(deals.order_by("day").prefetch_related("scores"))
