"""A game, its seats and where its log is: one statement reads all as of one moment."""

from typing import NamedTuple

from games.log.rows import Position
from games.models import Game, Seat
from games.models.prepared import Prepared
from games.people.kinds import with_kinds

_SEATS = Prepared(
    lambda game: (
        with_kinds(Seat.objects.filter(game=game))
        .select_related("game__summary")
        .order_by("number")
    ),
    int,
)


class SeatsNow(NamedTuple):
    """What is known of a game beside its log."""

    game: Game
    seats: list[Seat]
    """By number."""
    position: Position
    """To load the log as it was at this moment."""


def seats_of(game_id: int) -> list[Seat]:
    """Return a game's seats by number, with their kinds."""
    return list(_SEATS(game_id))


def seats_now(game_id: int) -> SeatsNow | None:
    """Return the game and its seats; None if it has been closed."""
    seats = seats_of(game_id)
    if not seats:
        return None
    game = seats[0].game
    return SeatsNow(game, seats, Position(game.summary.version, game.summary.head))
