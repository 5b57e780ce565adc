"""Quiet games: their players are told nothing about them."""

from django.db import transaction

from games.models import Seat
from games.notices.replan import replan
from games.play.tables import Table


def set_quiet(*, game_id: int, user_id: int, quiet: bool) -> None:
    """Tell a user nothing more about a game, or as usual again."""
    with transaction.atomic():
        Seat.objects.filter(game=game_id, user=user_id).update(quiet=quiet)
        replan(user_id=user_id)


def is_quiet(table: Table) -> bool | None:
    """Return whether the game is quiet for its viewer; None for those who aren't told of it."""
    if table.seat is None or (table.view is not None and table.view.phase == "over"):
        return None
    return next(seat.quiet for seat in table.seats if seat.number == table.seat)
