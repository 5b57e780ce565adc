"""Reads rated games, and what was known before them of the people at their tables."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby, product
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Value

from games.models import RatedOpponent, Rating, RatingChange, Seat, SeatResult
from games.results.companies import person_key
from games.results.rating_ledger import REPEATS, RatedGame, RatingLedger, Sat, Standing
from games.results.rating_model import Skill
from games.rules.cards import PLAYER_COUNTS


class Pool(NamedTuple):
    """Games that are rated together, and whose ratings can be compared."""

    players: int
    bot_accounts: bool = False

    def match(self) -> dict[str, Any]:
        """Return what to filter its rows by."""
        # As a value: for a plain boolean Django says "NOT", for which SQLite uses no index.
        return {"players": self.players, "bot_accounts": Value(self.bot_accounts)}


POOLS = tuple(Pool(*each) for each in product(PLAYER_COUNTS, (False, True)))


class Place(NamedTuple):
    """A position among rated games; the game may be gone."""

    players: int
    ended_at: datetime
    game_id: int
    bot_accounts: bool = False
    """Among the games of bot accounts; otherwise of people."""

    @property
    def pool(self) -> "Pool":
        return Pool(self.players, self.bot_accounts)

    def at_or_after(self, prefix: str = "") -> Q:
        """Match rows of games there or later."""
        later = _q(prefix, ended_at__gt=self.ended_at) | _q(
            prefix, ended_at=self.ended_at, game_id__gte=self.game_id
        )
        # Said twice, so that the database uses the index.
        return later & _q(prefix, **self.pool.match(), ended_at__gte=self.ended_at)

    def before(self, prefix: str = "") -> Q:
        """Match rows of earlier games."""
        earlier = _q(prefix, ended_at__lt=self.ended_at) | _q(
            prefix, ended_at=self.ended_at, game_id__lt=self.game_id
        )
        return earlier & _q(prefix, **self.pool.match(), ended_at__lte=self.ended_at)


def _q(prefix: str, **columns: object) -> Q:
    return Q(**{f"{prefix}{column}": value for column, value in columns.items()})


class Person(NamedTuple):
    """Whom a seat belongs to: a user, or a deleted account."""

    seat_id: int
    user_id: int | None
    former: UUID | None

    @property
    def key(self) -> UUID:
        return person_key(self.user_id, self.former)


class Table(NamedTuple):
    """A rated game, with its people by position."""

    place: Place
    company: UUID
    people: list[Person]
    game: RatedGame[UUID]


class _Result(NamedTuple):
    game_id: int
    ended_at: datetime
    company: UUID
    seat_id: int
    points: int
    charged: bool
    nobody_gains: bool


_COLUMNS = ("game_id", "ended_at", "company", "seat_id", "score", "charged", "nobody_gains")


def results_from(place: Place) -> QuerySet[SeatResult]:
    """Return rated results from ``place`` on, unordered."""
    return SeatResult.objects.filter(place.at_or_after(), rated=True)


def tables_from(place: Place, most: int) -> tuple[list[Table], Place | None]:
    """Return games with up to ``most`` results, in order, and where the next one is."""
    results = _read(results_from(place), most + 1)
    games = [list(rows) for _, rows in groupby(results, key=attrgetter("game_id"))]
    after = None
    if len(results) > most:
        # The last may be cut off.
        last = games.pop()[0]
        after = place._replace(ended_at=last.ended_at, game_id=last.game_id)
    return _tables(place.pool, games), after


def table_from(results: Iterable[SeatResult], seats: Sequence[Seat]) -> Table | None:
    """Return a game, given all its results and seats by number, if it is rated; no query."""
    rated = {row.seat_id: row for row in results if row.rated}
    if not rated:
        return None
    rows = [rated[seat.pk] for seat in seats if seat.pk in rated]
    columns = [_Result(*(getattr(row, name) for name in _COLUMNS)) for row in rows]
    people = [Person(seat.pk, seat.user_id, seat.former) for seat in seats]
    return _table(Pool(rows[0].players, rows[0].bot_accounts), columns, people)


def _read(results: QuerySet[SeatResult], most: int | None = None) -> list[_Result]:
    ordered = results.order_by("ended_at", "game_id", "seat__number")
    return [_Result(*row) for row in ordered.values_list(*_COLUMNS)[:most]]


def _tables(pool: Pool, games: Sequence[Sequence[_Result]]) -> list[Table]:
    people: dict[int, list[Person]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=[rows[0].game_id for rows in games]).order_by("number")
    for game_id, seat_id, user_id, former in seats.values_list(
        "game_id", "pk", "user_id", "former"
    ):
        people[game_id].append(Person(seat_id, user_id, former))
    return [_table(pool, rows, people[rows[0].game_id]) for rows in games]


def _table(pool: Pool, rows: Sequence[_Result], people: list[Person]) -> Table:
    first = rows[0]
    results = {row.seat_id: row for row in rows}
    sat = []
    for person in people:
        # A player who stayed in an unfinished game has no result and gains nothing.
        result = results.get(person.seat_id)
        points, charged = (result.points, result.charged) if result else (0, False)
        sat.append(Sat(person.key, points, charged))
    place = Place(pool.players, first.ended_at, first.game_id, pool.bot_accounts)
    return Table(place, first.company, people, RatedGame(first.ended_at, sat, first.nobody_gains))


def ledger_at(place: Place, tables: Sequence[Table]) -> RatingLedger[UUID]:
    """Return the ratings of these tables' people as they were at ``place``, not after it."""
    people = [person for table in tables for person in table.people]
    keys = {person.key for person in people}
    changes = last_changes(people, place.pool, RatingChange.objects.filter(place.before()))
    met = RatedOpponent.objects.filter(
        place.before("change__"), **place.pool.match(), owner__in=keys, opponent__in=keys
    )
    return RatingLedger(
        {person_key(one.user_id, one.former): standing_after(one) for one in changes},
        met.values_list("owner", "opponent"),
        _ends_before(place, tables),
    )


def standing_after(change: RatingChange) -> Standing:
    """Return a rating as a change left it."""
    return Standing(Skill(change.mu, change.sigma), change.number, change.people)


def last_changes(
    people: Iterable[Person], pool: Pool, among: QuerySet[RatingChange]
) -> list[RatingChange]:
    """Return each one's last change, of those who have a rating."""
    found: list[RatingChange] = []
    for column, some in by_column(people).items():
        changes = among.filter(**pool.match(), **{column: OuterRef(column)})
        ratings = Rating.objects.filter(**pool.match(), **{f"{column}__in": some})
        last = ratings.annotate(last=Subquery(changes.order_by("-number").values("pk")[:1]))
        found += RatingChange.objects.filter(pk__in=last.values("last"))
    return found


def by_column(people: Iterable[Person]) -> dict[str, list[int] | list[UUID]]:
    """Return users' and deleted accounts' keys, each once."""
    everybody = set(people)
    users = {one.user_id for one in everybody if one.user_id is not None}
    formers = {one.former for one in everybody if one.user_id is None and one.former is not None}
    columns: dict[str, list[int] | list[UUID]] = {"user": sorted(users), "former": sorted(formers)}
    return {column: some for column, some in columns.items() if some}


def _ends_before(
    place: Place, tables: Sequence[Table]
) -> Mapping[frozenset[UUID], Sequence[datetime]]:
    """When the latest games of the same companies ended, in order."""
    if not tables:
        return {}
    companies = {
        table.company: frozenset(person.key for person in table.people) for table in tables
    }
    recent = SeatResult.objects.filter(
        place.before(), company__in=companies, ended_at__gte=tables[0].game.ended_at - REPEATS
    )
    ends: dict[frozenset[UUID], list[datetime]] = defaultdict(list)
    games = recent.values_list("company", "ended_at", "game_id").distinct()
    for company, ended_at, _game in games.order_by("ended_at", "game_id"):
        assert company is not None
        ends[companies[company]].append(ended_at)
    return ends
