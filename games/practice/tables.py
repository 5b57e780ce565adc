"""A position as a table without a game."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games.models import GameStatus, Kind, Seat
from games.play.stamps import Stamp
from games.play.tables import Table, table_without_game
from games.rules.views import View


def seats_of(view: View) -> list[Seat]:
    """Return made-up people for the seats, by number: nobody's names."""
    assert view.seat is not None
    names = iter((_("Juggler"), _("Acrobat"), _("Clown"), _("Magician")))
    by_number: dict[int, Seat] = {}
    for step in range(view.players):
        number = (view.seat + step) % view.players
        seat = Seat(number=number, name=next(names) if step else _("You"))
        seat.kind = Kind.MEMBER
        by_number[number] = seat
    return [by_number[number] for number in range(view.players)]


def table_of(view: View, name: str) -> Table:
    """Return the table as the seat sees it; ``name`` stands for that of a game."""
    own = [made for made in view.history if made.seat == view.seat]
    return table_without_game(
        # What the round before was like is judged, but not asked.
        replace(view, last_round=None),
        seats_of(view),
        name,
        Stamp(0, view.seat, GameStatus.RUNNING, 0, 0, 0),
        # Where the cards that were scouted went, the hand shows.
        own_moves=(None,) * len(own),
    )
