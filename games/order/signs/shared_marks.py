"""Marks that players share, read for signs: one person with two accounts."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta
from itertools import combinations
from math import ceil
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Count

from games.models import Actor, Mark, MarkKind, Move, Seat, SignKind
from games.order.signs.keeping import Found
from games.order.signs.mailboxes import are_alike
from games.order.signs.second_accounts import CROWD, SOON, InCommon, judge_two, slot_of
from games.people.standing import KEEP_AWAY, standing_sanctions

WITHIN = timedelta(days=30)
_AT_ONE_TABLE = 3
"""Times that both moved within ten minutes of each other, from which a game counts."""

Pair = tuple[int, int]


class _Account(NamedTuple):
    """A user, as far as two are compared."""

    email: str
    is_guest: bool
    is_bot: bool
    is_kept_away: bool
    joined_at: datetime


def signs_of_marks(user_ids: Collection[int], *, now: datetime) -> Iterator[Found]:
    """Yield the signs in marks that these people share with others; six queries."""
    shared = _shared(user_ids)
    accounts = _accounts({each for pair in shared for each in pair}, now)
    pairs = {
        pair: marks
        for pair, marks in shared.items()
        if _are_compared(*(accounts.get(each) for each in pair))
    }
    people = {each for pair in pairs for each in pair}
    days = _days_of(people)
    times = _times_of(people, now - WITHIN)
    for (one, other), marks in pairs.items():
        apart, together = _compared(times[one], times[other])
        judged = judge_two(
            InCommon(
                days=len(days[one] & days[other]),
                browser_days=len(marks[MarkKind.BROWSER]),
                machine_days=len(marks[MarkKind.MACHINE]),
                network_days=len(marks[MarkKind.NETWORK]),
                crowd=2,
                addresses_alike=are_alike(accounts[one].email, accounts[other].email),
                times=apart,
                joined_after=_joined_after(
                    (accounts[one].joined_at, times[one]), (accounts[other].joined_at, times[other])
                ),
                together=together,
            )
        )
        if judged is not None:
            away = sum(accounts[each].is_kept_away for each in (one, other))
            figures = {**judged.figures, "kept_away": away}
            yield Found(SignKind.SECOND, judged.strength, one, figures, judged.weight, other)


def _are_compared(one: _Account | None, other: _Account | None) -> bool:
    """Leave out bot accounts, which somebody else rightly has, and guests who evade nothing."""
    if one is None or other is None or one.is_bot or other.is_bot:
        return False
    if one.is_guest or other.is_guest:
        return one.is_kept_away != other.is_kept_away
    return True


def _shared(user_ids: Collection[int]) -> dict[Pair, dict[str, set[date]]]:
    """Return the days of marks that few others have, by pair and kind of mark.

    Of a browser, the days of either; of the other kinds, those on which both were there.
    """
    theirs = Mark.objects.filter(user__in=user_ids).values("digest")
    people = Count("user", distinct=True)
    few = (
        Mark.objects.filter(digest__in=theirs)
        .values("digest")
        .annotate(people=people)
        .filter(people__gt=1, people__lt=CROWD)
        .values_list("digest", flat=True)
    )
    by_digest: dict[tuple[str, str], dict[int, set[date]]] = defaultdict(lambda: defaultdict(set))
    rows = Mark.objects.filter(digest__in=list(few))
    for user_id, kind, digest, day in rows.values_list("user_id", "kind", "digest", "day"):
        by_digest[kind, digest][user_id].add(day)
    wanted = set(user_ids)
    shared: dict[Pair, dict[str, set[date]]] = defaultdict(lambda: defaultdict(set))
    for (kind, _digest), users in by_digest.items():
        for one, other in combinations(sorted(users), 2):
            if wanted & {one, other}:
                days = users[one], users[other]
                both = days[0] | days[1] if kind == MarkKind.BROWSER else days[0] & days[1]
                shared[one, other][kind] |= both
    return shared


def _accounts(user_ids: Collection[int], now: datetime) -> dict[int, _Account]:
    standing = standing_sanctions(now=now).filter(player__in=user_ids, kind__in=KEEP_AWAY)
    away = set(standing.values_list("player_id", flat=True))
    users: Any = get_user_model()._default_manager.filter(pk__in=user_ids)
    rows = users.values_list("pk", "email", "is_guest", "is_bot", "date_joined")
    return {
        pk: _Account(email, guest, bot, pk in away, joined)
        for pk, email, guest, bot, joined in rows
    }


def _days_of(user_ids: Collection[int]) -> dict[int, set[date]]:
    days: dict[int, set[date]] = defaultdict(set)
    rows = Mark.objects.filter(user__in=user_ids).values_list("user_id", "day").distinct()
    for user_id, day in rows:
        days[user_id].add(day)
    return days


def _times_of(user_ids: Collection[int], since: datetime) -> dict[int, dict[int, list[datetime]]]:
    """Return when these people moved by hand, by user and game."""
    seats = Seat.objects.filter(user__in=user_ids, game__summary__changed_at__gte=since)
    whose = {
        (game_id, number): user_id
        for game_id, number, user_id in seats.values_list("game_id", "number", "user_id")
    }
    times: dict[int, dict[int, list[datetime]]] = defaultdict(lambda: defaultdict(list))
    moves = Move.objects.filter(
        game__in={game_id for game_id, _number in whose}, actor=Actor.PLAYER, created_at__gte=since
    )
    for game_id, number, at in moves.values_list("game_id", "seat", "created_at"):
        if (user_id := whose.get((game_id, number))) is not None:
            times[user_id][game_id].append(at)
    return times


def _joined_after(
    one: tuple[datetime, dict[int, list[datetime]]],
    other: tuple[datetime, dict[int, list[datetime]]],
) -> int | None:
    """Return the minutes from the older account's last move to when the newer one signed up.

    None if these were many, or there was none.
    """
    older, newer = sorted((one, other), key=lambda account: account[0])
    waited = (newer[0] - at for moves in older[1].values() for at in moves)
    soon = [gap for gap in waited if timedelta(0) <= gap <= SOON]
    return max(1, ceil(min(soon) / timedelta(minutes=1))) if soon else None


def _compared(
    one: dict[int, list[datetime]], other: dict[int, list[datetime]]
) -> tuple[tuple[list[datetime], list[datetime]], int]:
    """Return when each moved in games without the other, and in how many both moved at once."""
    common = one.keys() & other.keys()
    apart = tuple(
        [at for game, moves in each.items() if game not in common for at in moves]
        for each in (one, other)
    )
    together = sum(
        len({slot_of(at) for at in one[game]} & {slot_of(at) for at in other[game]})
        >= _AT_ONE_TABLE
        for game in common
    )
    return (apart[0], apart[1]), together
