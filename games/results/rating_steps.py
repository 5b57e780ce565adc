"""Rating games in any number of steps."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import Q

from games.models import RatedOpponent, Rating, RatingChange
from games.results.companies import person_key
from games.results.rating_ledger import Change, RatingLedger, Standing
from games.results.rating_model import listable, sure
from games.results.rating_reading import (
    Person,
    Place,
    Pool,
    Table,
    by_column,
    last_changes,
    ledger_at,
    standing_after,
    tables_from,
)

GAMES_AT_ONCE = 200

MAY_BE_LISTED = Q(on_leaderboards=True, is_active=True)


class Done(NamedTuple):
    """The games rated, and where to continue; None at the end."""

    games: int
    after: Place | None


def changes_by(table: Table) -> list[RatingChange]:
    """Return a game's unsaved rating changes."""
    return [change for change, _met in _changes(table, ledger_at(table.place, [table]))]


def rate_some(place: Place) -> Done:
    """Rate ``GAMES_AT_ONCE`` games from ``place`` on; holds the ledger."""
    tables, after = tables_from(place, GAMES_AT_ONCE * place.players)
    seated = {person for table in tables for person in table.people}
    people = seated | _taken_back(seated, place, after)
    _look_up_everybody(people, place.pool)
    ledger = ledger_at(place, tables)
    made = [each for table in tables for each in _changes(table, ledger)]
    RatingChange.objects.bulk_create(change for change, _met in made)
    _write_first_met(made)
    _write_ratings(people, place.pool)
    return Done(len(tables), after)


def _taken_back(seated: Iterable[Person], place: Place, until: Place | None) -> set[Person]:
    """Delete changes in these games' range; return whose."""
    there = place.at_or_after()
    if until is not None:
        there &= until.before()
    people: set[Person] = set()
    # Also where an end was entered at a different time.
    for which in (there, Q(seat__in=[person.seat_id for person in seated])):
        changes = RatingChange.objects.filter(which)
        if whose := {Person(*row) for row in changes.values_list("seat", "user_id", "former")}:
            people |= whose
            RatedOpponent.objects.filter(change__in=changes).delete()
            changes.delete()
    return people


def _look_up_everybody(people: Iterable[Person], pool: Pool) -> None:
    """Everybody has a row by which to be looked up."""
    for column, some in by_column(people).items():
        Rating.objects.bulk_create(
            (_rating(column, key, pool, Standing()) for key in some), ignore_conflicts=True
        )


def _changes(
    table: Table, ledger: RatingLedger[UUID]
) -> Iterator[tuple[RatingChange, Change[UUID]]]:
    for position, change in sorted(ledger.add(table.game).items()):
        person = table.people[position]
        yield (
            RatingChange(
                seat_id=person.seat_id,
                game_id=table.place.game_id,
                user_id=person.user_id,
                former=person.former,
                **table.place.pool._asdict(),
                number=change.after.games,
                people=change.after.people,
                weight=change.weight,
                charged=change.charged,
                ended_at=table.place.ended_at,
                mu_before=change.before.skill.mu,
                sigma_before=change.before.skill.sigma,
                mu=change.after.skill.mu,
                sigma=change.after.skill.sigma,
            ),
            change,
        )


def _write_first_met(made: Iterable[tuple[RatingChange, Change[UUID]]]) -> None:
    # Games to be rated again later may still claim the same.
    RatedOpponent.objects.bulk_create(
        (
            RatedOpponent(
                change_id=change.pk,
                players=change.players,
                bot_accounts=change.bot_accounts,
                owner=person_key(change.user_id, change.former),
                opponent=opponent,
            )
            for change, did in made
            for opponent in did.first_met
        ),
        update_conflicts=True,
        unique_fields=["owner", "opponent", "players", "bot_accounts"],
        update_fields=["change"],
    )


def _rating(
    column: str,
    key: int | UUID,
    pool: Pool,
    standing: Standing,
    *,
    may_be_listed: bool = False,
) -> Rating:
    enough = listable(games=standing.games, people=standing.people)
    return Rating(
        **{"user_id" if column == "user" else column: key},
        **pool._asdict(),
        mu=standing.skill.mu,
        sigma=standing.skill.sigma,
        sure=sure(standing.skill),
        games=standing.games,
        people=standing.people,
        listed=may_be_listed and enough,
        provisional=may_be_listed and not enough,
    )


def _write_ratings(people: Collection[Person], pool: Pool) -> None:
    changes = last_changes(people, pool, RatingChange.objects.all())
    standings = {change.user_id or change.former: standing_after(change) for change in changes}
    users = (key for key in standings if isinstance(key, int))
    may_be_listed = users_who_may_be_listed(users, bot_accounts=pool.bot_accounts)
    for column, some in by_column(people).items():
        without = [key for key in some if key not in standings]
        Rating.objects.filter(**pool.match(), **{f"{column}__in": without}).delete()
        Rating.objects.bulk_create(
            (
                _rating(column, key, pool, standings[key], may_be_listed=key in may_be_listed)
                for key in some
                if key in standings
            ),
            update_conflicts=True,
            unique_fields=[column, *pool._fields],
            update_fields=["mu", "sigma", "sure", "games", "people", "listed", "provisional"],
        )


def users_who_may_be_listed(user_ids: Iterable[int], *, bot_accounts: bool) -> set[int]:
    """Return those whom a leaderboard may list, given enough games and people.

    ``bot_accounts``: that of bot accounts; otherwise people's.
    """
    allowed = get_user_model().objects.filter(MAY_BE_LISTED, is_bot=bot_accounts)
    users = allowed.filter(pk__in=list(user_ids))
    return set(users.values_list("pk", flat=True))
