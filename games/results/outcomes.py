"""Results of finished games' seats, removed by voiding."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model, Q

from games.log.replay import Log
from games.log.rows import LogRows, read_rows
from games.models import (
    Audience,
    Game,
    HeadToHead,
    PlayerStatistics,
    Rating,
    RatingChange,
    Seat,
    SeatResult,
)
from games.people.locks import lock_ledger
from games.results.rating_steps import Place
from games.results.ratings import recompute_from
from games.results.statistics import count
from games.results.tallies import left_in_round, places_of, shares_of, tallies_of, totals_of
from games.rules.game import RoundResult


def results_of(
    game: Game,
    seats: Sequence[Seat],
    rows: LogRows,
    results: Sequence[RoundResult],
    ended_at: datetime,
) -> list[SeatResult]:
    """Return unsaved rows for people's ``seats``."""
    people = {seat.number: seat for seat in seats if not seat.bot}
    left = left_in_round(rows)
    totals = totals_of(game.players, results)
    tallies = tallies_of(game.players, people, rows, results)
    return made_of(game, seats, totals=totals, left=left, tallies=tallies, ended_at=ended_at)


def made_of(
    game: Game,
    seats: Sequence[Seat],
    *,
    totals: Sequence[int],
    left: Collection[int],
    tallies: Mapping[int, Mapping[str, int]],
    ended_at: datetime,
) -> list[SeatResult]:
    """Return the same from known tallies."""
    people = [seat for seat in seats if not seat.bot]
    places = places_of(totals, left)
    shares = shares_of(totals, left)
    # Accounts deleted before ratings were kept can't be told apart.
    known = all(seat.user_id is not None or seat.former is not None for seat in people)
    return [
        SeatResult(
            seat_id=seat.pk,
            game_id=game.pk,
            user_id=seat.user_id,
            players=game.players,
            among_people=len(people) > 1,
            open=game.audience == Audience.OPEN,
            ended_at=ended_at,
            score=totals[seat.number],
            place=places[seat.number],
            left=seat.number in left,
            won=shares[seat.number],
            rated=game.rated and known and len(people) == game.players,
            tally=tallies[seat.number],
        )
        for seat in people
    ]


def project_end(game: Game, log: Log) -> None:
    """Update results, statistics and ratings if ``game`` is over.

    Call it last under the game's lock: it takes the ledger (see ``locks``).
    """
    if not log.over:
        return
    # A voided game without results needs no ledger; taking it here would break the lock order for
    # a player who is leaving several games.
    if log.chairs.voided and not SeatResult.objects.filter(game=game.pk).exists():
        return
    lock_ledger()
    change = replace_results(game, log)
    count(taken=change.taken, given=change.given)
    rated = [row for row in (*change.taken, *change.given) if row.rated]
    # Everything after a place is redone with it.
    for row in sorted(rated, key=attrgetter("ended_at"))[:1]:
        recompute_from(Place(row.players, row.ended_at, row.game_id))


class Replaced(NamedTuple):
    """Removed rows and their replacements."""

    taken: list[SeatResult]
    given: list[SeatResult]


def replace_results(game: Game, log: Log) -> Replaced:
    """Replace the game's rows, but nothing derived from them, under its lock.

    Correct rows stay, unreported.
    """
    seats = list(Seat.objects.filter(game=game.pk).order_by("number"))
    given = due_results(game, log, seats)
    written = SeatResult.objects.filter(game=game.pk)
    taken = list(written.order_by("seat__number"))
    if [columns_of(row) for row in taken] == [columns_of(row) for row in given]:
        return Replaced([], [])
    written.delete()
    SeatResult.objects.bulk_create(given)
    return Replaced(taken, given)


def give_results(*, source_id: int, target_id: int) -> None:
    """Pass a guest's results to another user."""
    lock_ledger()
    theirs = SeatResult.objects.filter(user=source_id)
    for game_id in list(theirs.values_list("game_id", flat=True).distinct()):
        of_a_game = SeatResult.objects.filter(game=game_id)
        taken = list(of_a_game)
        of_a_game.filter(user=source_id).update(user=target_id)
        count(taken=taken, given=list(of_a_game.all()))


def forget_player(*, user_id: int, former: UUID) -> None:
    """Detach all results, statistics and ratings from a user.

    Rated games still count for the others, under the anonymous key ``former``.
    """
    lock_ledger()
    SeatResult.objects.filter(user=user_id).update(user=None)
    for table in (Rating, RatingChange):
        table.objects.filter(user=user_id).update(user=None, former=former)
    Rating.objects.filter(former=former).update(listed=False)
    PlayerStatistics.objects.filter(user=user_id).delete()
    HeadToHead.objects.filter(Q(user=user_id) | Q(opponent=user_id)).delete()


def columns_of(row: Model) -> dict[str, Any]:
    """Return all columns."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def due_results(
    game: Game, log: Log, seats: Sequence[Seat], rows: LogRows | None = None
) -> list[SeatResult]:
    """Return the unsaved rows ``game`` should have."""
    if not log.over or log.chairs.voided:
        return []
    rows = rows or read_rows(game.pk)
    return results_of(game, seats, rows, log.state.results, log.changed_at)
