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
    """A friend, and what they made of a day's deal."""

    name: str
    played: bool
    """To the end, and counted."""
    points: int | None
    """None unless they have played and the viewer may know."""


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
    """Return the friends: those who have played, best first, then the others by name.

    All are by name, and nobody's points are there, unless ``told``. Friends are those who have
    each other on their lists.
    """
    if user.pk is None:
        return []
    back = Friend.objects.filter(owner=OuterRef("friend"), friend=user.pk)
    both = Friend.objects.filter(Exists(back), owner=user.pk, friend__is_active=True)
    names = dict(both.values_list("friend", "friend__username"))
    entries = DayEntry.objects.filter(deal=deal, player__in=names, counts=True)
    points = dict(entries.filter(points__isnull=False).values_list("player", "points"))
    found = [
        Friendly(name, friend in points, points.get(friend) if told else None)
        for friend, name in sorted(names.items(), key=lambda each: each[1].casefold())
    ]
    return sorted(found, key=_best_first) if told else found


def _best_first(friend: Friendly) -> tuple[bool, int]:
    return not friend.played, -(friend.points or 0)


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
