"""A running game whose chair is offered, for those who might take it: seats and points so far."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Seat
from games.pages.lobby.chairs_before import ChairRow
from games.words.amounts import points_text
from games.words.names import named, told
from games.words.people import seat_face


def offered_rows(seats: Sequence[Seat], offered: int) -> list[ChairRow]:
    """Return all seats as seen from the ``offered`` one, with points; it looks free."""
    return [
        ChairRow(
            seat_face(seat, (seat.number - offered) % len(seats)),
            _name(seat, free=seat.number == offered),
            points_text(seat.summary.score),
            seat.number != offered,
        )
        for seat in seats
    ]


def _name(seat: Seat, *, free: bool) -> SafeString:
    name = named(seat.name, seat.kind)
    return told(_("{name}’s chair, for you"), name=name) if free else name
