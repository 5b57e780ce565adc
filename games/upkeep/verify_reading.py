"""Reads what is written of several games at once, for verifying them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.log.reading import read_many
from games.log.rows import LogRows
from games.models import (
    FormerPlayer,
    FormerResult,
    Game,
    GameRecord,
    GameSecret,
    GameSummary,
    RatingChange,
    Seat,
    SeatResult,
    SeatSummary,
)
from games.results.former_results import written_for
from games.results.rating_reading import Place, Pool
from games.results.ratings import due_from
from games.upkeep.recounting import recounted_to
from games.upkeep.verify_days import Held, held_heads


class Written(NamedTuple):
    """All that is written of a game."""

    game: Game
    secret: bytes | None
    rows: LogRows
    seats: list[Seat]
    """By number."""
    summary: GameSummary | None
    summaries: dict[int, SeatSummary]
    """By seat's row."""
    former: set[tuple[int, int]]
    """Seats and versions at which others sat down."""
    record: GameRecord | None
    results: list[SeatResult]
    former_results: list[FormerResult]
    changes: list[RatingChange]
    """Of ratings."""
    held: list[Held]
    """Heads in the trees of days."""
    to_recount: bool
    """Whether it is still to be counted anew."""
    due_from: dict[Pool, Place]
    """From where on ratings are to be worked out anew, by number of players."""


def read_written(games: Sequence[Game]) -> dict[int, Written]:
    """Return what is written of each game; constant queries.

    Raise what reading impossible values raises.
    """
    ids = [game.pk for game in games]
    secrets = GameSecret.objects.filter(game__in=ids).values_list("game", "secret")
    secret_of = {game_id: bytes(secret) for game_id, secret in secrets}
    rows = read_many(ids)
    seats = _by_game(Seat.objects.filter(game__in=ids).order_by("game", "number"))
    summaries = GameSummary.objects.in_bulk(ids)
    of_seats = SeatSummary.objects.filter(seat__game__in=ids)
    seat_summaries = {row.seat_id: row for row in of_seats}
    former = defaultdict(set)
    told = FormerPlayer.objects.filter(seat__game__in=ids)
    for game_id, number, version in told.values_list("seat__game", "seat__number", "version"):
        former[game_id].add((number, version))
    records = GameRecord.objects.in_bulk(ids)
    results = _by_game(SeatResult.objects.filter(game__in=ids))
    former_results = _by_game(written_for(ids))
    changes = _by_game(RatingChange.objects.filter(game__in=ids))
    held = _by_game(held_heads(ids))
    counted, due = recounted_to(), due_from()
    return {
        game.pk: Written(
            game=game,
            secret=secret_of.get(game.pk),
            rows=rows[game.pk],
            seats=seats[game.pk],
            summary=summaries.get(game.pk),
            summaries=seat_summaries,
            former=former[game.pk],
            record=records.get(game.pk),
            results=results[game.pk],
            former_results=former_results[game.pk],
            changes=changes[game.pk],
            held=held[game.pk],
            to_recount=counted is not None and counted < game.pk,
            due_from=due,
        )
        for game in games
    }


def _by_game(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.game_id].append(row)
    return found
