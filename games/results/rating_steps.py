"""Rating games in any number of steps."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.models import Rating, RatingChange, SeatResult
from games.results.rating_model import LISTED_FROM, NEW, Skill, rated

GAMES_AT_ONCE = 200

MAY_BE_LISTED = Q(on_leaderboards=True, is_bot=False, is_active=True)

Key = int | UUID
"""A rating's owner: a user, or a deleted account."""


class Place(NamedTuple):
    """A position among rated games; the game may be gone."""

    players: int
    ended_at: datetime
    game_id: int


class Done(NamedTuple):
    """The games rated, and where to continue; None at the end."""

    games: int
    after: Place | None


class _Known(NamedTuple):
    skill: Skill
    games: int


class _Result(NamedTuple):
    players: int
    game_id: int
    ended_at: datetime
    seat_id: int
    place: int
    user_id: int | None
    former: UUID | None

    @property
    def key(self) -> Key:
        return _key(self.user_id, self.former)


def _key(user_id: int | None, former: UUID | None) -> Key:
    key = user_id or former
    assert key is not None
    return key


def changes_by(game_id: int) -> list[RatingChange]:
    """Return a game's unsaved rating changes."""
    results = _read(SeatResult.objects.filter(game=game_id, rated=True))
    if not results:
        return []
    first = results[0]
    place = Place(first.players, first.ended_at, game_id)
    known = _known({each.key for each in results}, place.players, before=place)
    return list(_changes(place.players, results, known))


def rate_some(place: Place) -> Done:
    """Rate ``GAMES_AT_ONCE`` games from ``place`` on; holds the ledger."""
    most = GAMES_AT_ONCE * place.players
    results = _read(results_from(place), most + 1)
    games = [list(rows) for _, rows in groupby(results, key=attrgetter("game_id"))]
    after = None
    if len(results) > most:
        # The last may be cut off.
        last = games.pop()[0]
        after = Place(place.players, last.ended_at, last.game_id)
    seated = [result for rows in games for result in rows]
    keys = {each.key for each in seated} | _taken_back(seated, place, after)
    # Everybody has a row by which to be looked up.
    for column, some in _by_column(keys):
        Rating.objects.bulk_create(
            (_rating(column, key, place.players, _Known(NEW, 0), listed=False) for key in some),
            ignore_conflicts=True,
        )
    known = _known(keys, place.players, before=place)
    RatingChange.objects.bulk_create(
        change for rows in games for change in _changes(place.players, rows, known)
    )
    _write_ratings(keys, place.players)
    return Done(len(games), after)


def results_from(place: Place) -> QuerySet[SeatResult]:
    """Return rated results from ``place`` on, unordered."""
    return SeatResult.objects.filter(_at_or_after(place), rated=True)


def _at_or_after(place: Place) -> Q:
    at = place.ended_at
    later = Q(ended_at__gt=at) | Q(ended_at=at, game_id__gte=place.game_id)
    # Said twice, so that the database uses the index.
    return later & Q(players=place.players, ended_at__gte=at)


def _before(place: Place) -> Q:
    at = place.ended_at
    earlier = Q(ended_at__lt=at) | Q(ended_at=at, game_id__lt=place.game_id)
    return earlier & Q(players=place.players, ended_at__lte=at)


def _read(results: QuerySet[SeatResult], most: int | None = None) -> list[_Result]:
    ordered = results.order_by("ended_at", "game_id", "seat__number")
    rows = ordered.values_list(
        *("players", "game_id", "ended_at", "seat_id", "place", "user_id", "seat__former")
    )
    return [_Result(*row) for row in rows[:most]]


def _taken_back(seated: Sequence[_Result], place: Place, until: Place | None) -> set[Key]:
    """Delete changes in these games' range; return whose."""
    there = _at_or_after(place)
    if until is not None:
        there &= _before(until)
    keys: set[Key] = set()
    # Also where an end was entered at a different time.
    for which in (there, Q(seat__in=[each.seat_id for each in seated])):
        changes = RatingChange.objects.filter(which)
        if whose := set(changes.values_list("user_id", "former")):
            keys |= {_key(*each) for each in whose}
            changes.delete()
    return keys


def _by_column(keys: Collection[Key]) -> list[tuple[str, list[Key]]]:
    users = sorted(key for key in keys if isinstance(key, int))
    formers = sorted(key for key in keys if isinstance(key, UUID))
    return [(column, list(some)) for column, some in (("user", users), ("former", formers)) if some]


def _known(keys: Collection[Key], players: int, *, before: Place | None) -> dict[Key, _Known]:
    known: dict[Key, _Known] = {}
    for column, some in _by_column(keys):
        changes = RatingChange.objects.filter(players=players, **{column: OuterRef(column)})
        if before is not None:
            changes = changes.filter(_before(before))
        ratings = Rating.objects.filter(players=players, **{f"{column}__in": some})
        last = ratings.annotate(last=Subquery(changes.order_by("-number").values("pk")[:1]))
        for change in RatingChange.objects.filter(pk__in=last.values("last")):
            key = _key(change.user_id, change.former)
            known[key] = _Known(Skill(change.mu, change.sigma), change.number)
    return known


def _changes(
    players: int, seated: Sequence[_Result], known: dict[Key, _Known]
) -> Iterator[RatingChange]:
    before = [known.get(each.key, _Known(NEW, 0)) for each in seated]
    after = rated([each.skill for each in before], [each.place for each in seated])
    for each, was, skill in zip(seated, before, after, strict=True):
        known[each.key] = _Known(skill, was.games + 1)
        yield RatingChange(
            seat_id=each.seat_id,
            game_id=each.game_id,
            user_id=each.user_id,
            former=each.former,
            players=players,
            number=was.games + 1,
            ended_at=each.ended_at,
            mu_before=was.skill.mu,
            sigma_before=was.skill.sigma,
            mu=skill.mu,
            sigma=skill.sigma,
        )


def _rating(column: str, key: Key, players: int, known: _Known, *, listed: bool) -> Rating:
    return Rating(
        **{"user_id" if column == "user" else column: key},
        players=players,
        mu=known.skill.mu,
        sigma=known.skill.sigma,
        games=known.games,
        listed=listed,
    )


def _write_ratings(keys: Collection[Key], players: int) -> None:
    known = _known(keys, players, before=None)
    for column, some in _by_column(keys):
        without = [key for key in some if key not in known]
        Rating.objects.filter(players=players, **{f"{column}__in": without}).delete()
        shown = _listed(known) if column == "user" else set()
        Rating.objects.bulk_create(
            (
                _rating(column, key, players, known[key], listed=key in shown)
                for key in some
                if key in known
            ),
            update_conflicts=True,
            unique_fields=[column, "players"],
            update_fields=["mu", "sigma", "games", "listed"],
        )


def _listed(known: dict[Key, _Known]) -> set[Key]:
    enough = [key for key, rating in known.items() if rating.games >= LISTED_FROM]
    users = [key for key in enough if isinstance(key, int)]
    if not users:
        return set()
    listed = get_user_model().objects.filter(MAY_BE_LISTED, pk__in=users)
    return set(listed.values_list("pk", flat=True))
