"""Verifying statistics and ratings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet

from games.models import (
    FormerResult,
    Game,
    HeadToHead,
    PlayerStatistics,
    RatedOpponent,
    Rating,
    RatingChange,
    RatingsDue,
    SeatResult,
)
from games.people.locks import lock_ledger
from games.results.companies import person_key
from games.results.rating_model import Skill, listable, sure
from games.results.rating_reading import Pool
from games.results.rating_steps import users_who_may_be_listed
from games.results.statistics import USERS_AT_ONCE, sums_of, users_with_sums

_Whose = int | UUID
_POOL = Pool._fields


def users_to_verify(games: QuerySet[Game] | None) -> list[int]:
    """Return those who finished these games; None: everybody with figures."""
    if games is not None:
        tables = (SeatResult, FormerResult)
        results = [table.objects.filter(game__in=games).order_by() for table in tables]
        found = {key for rows in results for key in rows.values_list("user_id", flat=True)}
    else:
        found = {*users_with_sums(), *Rating.objects.values_list("user_id", flat=True)}
    return sorted(key for key in found if key is not None)


def player_faults(user_ids: Sequence[int]) -> Iterator[str | None]:
    """Yield each user's first wrong figure, or None."""
    for start in range(0, len(user_ids), USERS_AT_ONCE):
        some = user_ids[start : start + USERS_AT_ONCE]
        with transaction.atomic():
            # While no game's end is being entered.
            lock_ledger()
            faults = dict(reversed([*_sum_faults(some), *_rating_faults("user", some)]))
            users = get_user_model()._default_manager.in_bulk(
                [key for key in some if key in faults]
            )
        for user_id in some:
            fault = faults.get(user_id)
            yield f"{users[user_id].get_username()}: {fault}" if fault else None


def former_fault() -> str | None:
    """Return a deleted account's first wrong rating."""
    with transaction.atomic():
        lock_ledger()
        formers = Rating.objects.values_list("former", flat=True)
        known = [former for former in formers if former is not None]
        found = next(_rating_faults("former", known), None)
    return f"A deleted account: {found[1]}" if found else None


def _sum_faults(user_ids: Collection[int]) -> Iterator[tuple[_Whose, str]]:
    due = sums_of(user_ids)
    tallies = PlayerStatistics.objects.filter(user__in=user_ids)
    kinds = ("user_id", "players", "among_people")
    written = {tuple(kind): tally for *kind, tally in tallies.values_list(*kinds, "tally")}
    for user_id, players, among_people in _different(due.tallies, written):
        others = "among people" if among_people else "against bots only"
        yield (
            user_id,
            f"the statistics with {players} players, {others}, don't match the games",
        )
    pairs = HeadToHead.objects.filter(user__in=user_ids).values_list(
        "user_id", "opponent_id", "games", "ahead", "level", "behind"
    )
    compared = {tuple(row[:2]): tuple(row[2:]) for row in pairs}
    for user_id, opponent_id in _different(due.compared, compared):
        yield user_id, f"the games against user {opponent_id} are miscounted"


def _rating_faults(column: str, whose: Collection[_Whose]) -> Iterator[tuple[_Whose, str]]:
    theirs = {f"{column}__in": whose}
    name = "user_id" if column == "user" else column
    changes = RatingChange.objects.filter(~_is_due(), **theirs).order_by("number")
    users = [key for key in whose if isinstance(key, int)]
    listed = {each: users_who_may_be_listed(users, bot_accounts=each) for each in (False, True)}
    due: dict[tuple[_Whose, int, bool], tuple[Any, ...]] = {
        (key, players, bots): (
            *(mu, sigma, sure(Skill(mu, sigma)), games, people),
            key in listed[bots] and listable(games=games, people=people),
            key in listed[bots] and not listable(games=games, people=people),
        )
        for key, players, bots, mu, sigma, games, people in changes.values_list(
            name, *_POOL, "mu", "sigma", "number", "people"
        )
    }
    ratings = Rating.objects.filter(~_is_due(), **theirs)
    written: dict[tuple[_Whose, int, bool], tuple[Any, ...]] = {
        (key, players, bots): tuple(rest)
        for key, players, bots, *rest in ratings.values_list(
            *(name, *_POOL, "mu", "sigma", "sure", "games", "people", "listed", "provisional")
        )
    }
    for key, players, bots in _different(due, written):
        yield key, f"the rating with {_said(players, bots)} doesn't match the last game"
    people = {place: row[4] for place, row in due.items() if row[4]}
    for key, players, bots in _different(people, _met(whose)):
        yield key, f"the people met in rated games with {_said(players, bots)} are miscounted"


def _met(whose: Collection[_Whose]) -> dict[tuple[_Whose, int, bool], int]:
    owners = {person_key(key, None) if isinstance(key, int) else key: key for key in whose}
    rows = RatedOpponent.objects.filter(~_is_due(), owner__in=owners)
    counted = rows.values_list("owner", *_POOL).annotate(Count("pk"))
    return {(owners[owner], players, bots): met for owner, players, bots, met in counted}


def _is_due() -> Exists:
    """Match rows of games that are to be rated again: nobody claims that they are right."""
    return Exists(RatingsDue.objects.filter(**{name: OuterRef(name) for name in _POOL}))


def _said(players: int, bot_accounts: bool) -> str:
    return f"{players} players" + (" among bot accounts" if bot_accounts else "")


def _different(due: Mapping[Any, Any], written: Mapping[Any, Any]) -> list[Any]:
    return sorted(key for key in {*due, *written} if due.get(key) != written.get(key))
