"""Verifying statistics and ratings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Count, QuerySet

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
from games.results.rating_steps import users_who_may_be_listed
from games.results.statistics import USERS_AT_ONCE, sums_of, users_with_sums

_Whose = int | UUID


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
    again = RatingsDue.objects.values("players")
    theirs = {f"{column}__in": whose}
    name = "user_id" if column == "user" else column
    changes = RatingChange.objects.filter(**theirs).exclude(players__in=again).order_by("number")
    listed = users_who_may_be_listed(key for key in whose if isinstance(key, int))
    due: dict[tuple[_Whose, int], tuple[Any, ...]] = {
        (key, players): (
            *(mu, sigma, sure(Skill(mu, sigma)), games, people),
            key in listed and listable(games=games, people=people),
            key in listed and not listable(games=games, people=people),
        )
        for key, players, mu, sigma, games, people in changes.values_list(
            name, "players", "mu", "sigma", "number", "people"
        )
    }
    ratings = Rating.objects.filter(**theirs).exclude(players__in=again)
    written: dict[tuple[_Whose, int], tuple[Any, ...]] = {
        (key, players): tuple(rest)
        for key, players, *rest in ratings.values_list(
            *(name, "players", "mu", "sigma", "sure", "games", "people", "listed", "provisional")
        )
    }
    for key, players in _different(due, written):
        yield key, f"the rating with {players} players doesn't match the last game"
    people = {place: row[4] for place, row in due.items() if row[4]}
    for key, players in _different(people, _met(whose)):
        yield key, f"the people met in rated games with {players} players are miscounted"


def _met(whose: Collection[_Whose]) -> dict[tuple[_Whose, int], int]:
    owners = {person_key(key, None) if isinstance(key, int) else key: key for key in whose}
    rows = RatedOpponent.objects.filter(owner__in=owners)
    counted = rows.exclude(players__in=RatingsDue.objects.values("players")).values_list(
        "owner", "players"
    )
    return {(owners[owner], players): met for owner, players, met in counted.annotate(Count("pk"))}


def _different(due: Mapping[Any, Any], written: Mapping[Any, Any]) -> list[Any]:
    return sorted(key for key in {*due, *written} if due.get(key) != written.get(key))
