"""Rows of a player's archive."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.archive.finished import Finished
from games.models.statistics import WON
from games.words.amounts import points_text, signed
from games.words.names import listed, named, sentences, told
from games.words.times import ago


@dataclass(frozen=True, slots=True)
class ArchiveRow:
    """A player's finished game."""

    public_id: str
    name: str
    status: str
    ended: str
    place: str
    won: bool
    rated: bool


def row_of(result: Finished, now: datetime) -> ArchiveRow:
    """Return ``result``'s row."""
    game = result.game
    others = sorted(
        (seat for seat in game.seats.all() if seat.pk != result.seat_id),
        key=lambda seat: (-seat.summary.score, seat.number),
    )
    names = listed(
        [sentences(named(seat.name, seat.kind), signed(seat.summary.score)) for seat in others]
    )
    if result.left:
        place = _("Left")
    elif result.won == WON:
        place = _("Won")
    elif result.won:
        place = _("Shared")
    else:
        place = _("Place {place} of {all}").format(place=result.place, all=game.players)
    if result.score is None:
        status = told(_("Another player took the chair · against {names}"), names=names)
    else:
        points = points_text(result.score)
        status = told(_("{points} · against {names}"), points=points, names=names)
    return ArchiveRow(
        public_id=game.public_id,
        name=game.name,
        status=status,
        ended=ago(result.ended_at, now),
        place=place,
        won=result.won > 0,
        rated=result.rated,
    )
