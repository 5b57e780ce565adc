"""Rebuilding projections from the logs."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction

from games.log.reading import read_rows
from games.log.store import replay
from games.models import FormerResult, Game, RatingChange, Seat, SeatResult
from games.results import ratings, statistics
from games.results.outcomes import replace_results
from games.results.projections import write_projection
from games.results.rating_reading import Place
from games.results.records import project_record


class Concerned(NamedTuple):
    """Users and rating places that depend on games."""

    user_ids: set[int]
    places: set[Place]


def rebuild(*, game_id: int) -> Concerned:
    """Rebuild one game's projections; return whom that concerns.

    Raise ``ValueError`` for unreadable logs.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        seats = list(Seat.objects.filter(game=game).order_by("number"))
        log, rows = replay(game), read_rows(game_id)
        write_projection(game, log, seats)
        project_record(game, log, rows)
        before = _concerned(game)
        replace_results(game, log, rows)
        after = _concerned(game)
    return Concerned(before.user_ids | after.user_ids, before.places | after.places)


def rebuild_players(concerned: Iterable[Concerned]) -> None:
    """Rebuild statistics and ratings that depend on rebuilt games."""
    user_ids: set[int] = set()
    places: set[Place] = set()
    for each in concerned:
        user_ids |= each.user_ids
        places |= each.places
    statistics.sum_up(user_ids=user_ids)
    # Everything after a place is redone with it.
    for place in {place.pool: place for place in sorted(places, reverse=True)}.values():
        ratings.recompute_from(place)
    for _game in ratings.work_off():
        pass


def _concerned(game: Game) -> Concerned:
    rows = SeatResult.objects.filter(game=game)
    former = FormerResult.objects.filter(game=game)
    user_ids = {*rows.values_list("user_id", flat=True), *former.values_list("user_id", flat=True)}
    # Anything that changed ratings counts, rightly or not.
    rated = (rows.filter(rated=True), RatingChange.objects.filter(game=game))
    return Concerned(
        {key for key in user_ids if key is not None},
        {
            Place(players, ended_at, game.pk, bot_accounts)
            for each in rated
            for players, ended_at, bot_accounts in each.values_list(
                "players", "ended_at", "bot_accounts"
            )
        },
    )
