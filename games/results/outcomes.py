"""Results of the seats of games that are over, removed by voiding."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model, Q

from games.log.replay import Log
from games.log.rows import LogRows
from games.models import (
    Audience,
    FormerResult,
    Game,
    HeadToHead,
    OutOfRatings,
    PlayerStatistics,
    Rating,
    RatingChange,
    Seat,
    SeatResult,
)
from games.people.locks import lock_ledger
from games.results.companies import company_of, name_companies_anew, person_key, rename_person
from games.results.conduct import Conduct, conduct_of
from games.results.former_results import made_of_former, written_for
from games.results.places import places_of
from games.results.rating_reading import Place, Pool
from games.results.ratings import recompute_from
from games.results.statistics import Counted, count
from games.results.tallies import tallies_of


def made_of(
    game: Game,
    seats: Sequence[Seat],
    *,
    totals: Sequence[int],
    conduct: Conduct,
    tallies: Mapping[int, Mapping[str, int]],
    ended_at: datetime,
    out_of_ratings: bool = False,
) -> list[SeatResult]:
    """Return unsaved rows for people's ``seats``, or for those who left an unfinished game."""
    people = [seat for seat in seats if not seat.bot]
    left = conduct.left
    places = places_of(totals, left)
    # Accounts deleted before ratings were kept can't be told apart.
    known = all(seat.user_id is not None or seat.former is not None for seat in people)
    rated = game.rated and known and len(people) == game.players and not out_of_ratings
    keys = [person_key(seat.user_id, seat.former) for seat in people] if rated else []
    return [
        SeatResult(
            seat_id=seat.pk,
            game_id=game.pk,
            user_id=seat.user_id,
            players=game.players,
            among_people=len(people) > 1,
            open=game.audience == Audience.OPEN,
            ended_at=ended_at,
            finished=conduct.finished,
            score=totals[seat.number],
            place=places[seat.number],
            left=seat.number in left,
            won=tallies[seat.number].get("won", 0),
            rated=rated,
            bot_accounts=rated and game.for_bot_accounts,
            charged=seat.number in conduct.charged,
            nobody_gains=conduct.nobody_gains,
            company=company_of(keys) if rated else None,
            tally=tallies[seat.number],
        )
        for seat in people
        if conduct.finished or seat.number in left
    ]


def project_end(game: Game, log: Log, rows: LogRows) -> None:
    """Update results, statistics and ratings of a game that is over.

    Call it last under the game's lock: it takes the ledger (see ``locks``).
    """
    project_ends([(game, log, rows)])


def project_ends(ended: Iterable[tuple[Game, Log, LogRows]]) -> None:
    """Do so for several games, whose locks are all held; later ratings are redone once."""
    found: list[tuple[Game, Due]] = []
    for game, log, rows in ended:
        seats = list(Seat.objects.filter(game=game.pk).order_by("number"))
        due = due_results(game, log, seats, rows)
        # An unfinished game that says nothing of anybody needs no ledger.
        if due != Due([], []) or _has_results(game):
            found.append((game, due))
    if not found:
        return
    lock_ledger()
    first: dict[Pool, Place] = {}
    for game, due in found:
        change = _replace(game, due)
        count(taken=change.taken, given=change.given)
        for row in change.both:
            if isinstance(row, SeatResult) and row.rated:
                place = Place(row.players, row.ended_at, row.game_id, row.bot_accounts)
                first[place.pool] = min(place, first.get(place.pool, place))
    # Everything after a place is redone with it.
    for place in first.values():
        recompute_from(place)


def _has_results(game: Game) -> bool:
    tables = (SeatResult, FormerResult)
    return any(table.objects.filter(game=game.pk).exists() for table in tables)


class Due(NamedTuple):
    """The unsaved rows a game should have."""

    seats: list[SeatResult]
    former: list[FormerResult]


class Replaced(NamedTuple):
    """Removed rows and their replacements."""

    taken: list[Counted]
    given: list[Counted]

    @property
    def both(self) -> list[Counted]:
        return [*self.taken, *self.given]


def replace_results(game: Game, log: Log, rows: LogRows) -> Replaced:
    """Replace the game's rows, but nothing derived from them, under its lock.

    Correct rows stay, unreported.
    """
    seats = list(Seat.objects.filter(game=game.pk).order_by("number"))
    return _replace(game, due_results(game, log, seats, rows))


def _replace(game: Game, due: Due) -> Replaced:
    written = SeatResult.objects.filter(game=game.pk)
    taken: list[Counted] = [*written.order_by("seat__number"), *written_for([game.pk])]
    given: list[Counted] = [*due.seats, *due.former]
    if [columns_of(row) for row in taken] == [columns_of(row) for row in given]:
        return Replaced([], [])
    written.delete()
    FormerResult.objects.filter(game=game.pk).delete()
    SeatResult.objects.bulk_create(due.seats)
    FormerResult.objects.bulk_create(due.former)
    return Replaced(taken, given)


def give_results(*, source_id: int, target_id: int) -> None:
    """Pass a guest's results to another user."""
    lock_ledger()
    theirs = SeatResult.objects.filter(user=source_id)
    game_ids = list(theirs.values_list("game_id", flat=True).distinct())
    former = FormerResult.objects.filter(user=source_id)
    for game_id in {*game_ids, *former.values_list("game_id", flat=True)}:
        of_a_game = SeatResult.objects.filter(game=game_id)
        taken: list[Counted] = [*of_a_game, *written_for([game_id])]
        of_a_game.filter(user=source_id).update(user=target_id)
        former.filter(game=game_id).update(user=target_id)
        count(taken=taken, given=[*of_a_game.all(), *written_for([game_id])])
    name_companies_anew(game_ids)


def forget_player(*, user_id: int, former: UUID, game_ids: Collection[int]) -> None:
    """Detach all results, statistics and ratings from a user who sat in these games.

    Rated games still count for the others, under the anonymous key ``former``.
    """
    lock_ledger()
    for results in (SeatResult, FormerResult):
        results.objects.filter(user=user_id).update(user=None)
    for table in (Rating, RatingChange):
        table.objects.filter(user=user_id).update(user=None, former=former)
    Rating.objects.filter(former=former).update(listed=False, provisional=False)
    name_companies_anew(game_ids)
    rename_person(person_key(user_id, None), former)
    PlayerStatistics.objects.filter(user=user_id).delete()
    HeadToHead.objects.filter(Q(user=user_id) | Q(opponent=user_id)).delete()


def columns_of(row: Model) -> dict[str, Any]:
    """Return all columns."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def _without_result(conduct: Conduct, log: Log) -> Conduct:
    """Nobody else was asked when moves were taken back: it only says who had left until then."""
    before = log.chairs.rewound_without or frozenset()
    left = {seat: number for seat, number in conduct.left.items() if seat in before}
    return conduct._replace(finished=False, left=left)


def due_results(game: Game, log: Log, seats: Sequence[Seat], rows: LogRows) -> Due:
    """Return the unsaved rows ``game`` should have."""
    # A deal that others play too counts in no figure: its cards may be known.
    if not log.over or game.occasion:
        return Due([], [])
    people = {seat.number for seat in seats if not seat.bot}
    conduct = conduct_of(rows, people)
    if conduct is None:
        return Due([], [])
    if log.chairs.rewound_alone(people):
        conduct = _without_result(conduct, log)
    tallies = tallies_of(people, rows, log.state, conduct)
    return Due(
        made_of(
            game,
            seats,
            totals=log.state.totals,
            conduct=conduct,
            tallies=tallies.seats,
            ended_at=log.changed_at,
            out_of_ratings=game.rated and OutOfRatings.objects.filter(game=game.pk).exists(),
        ),
        made_of_former(game, seats, conduct=conduct, tallies=tallies.former),
    )
