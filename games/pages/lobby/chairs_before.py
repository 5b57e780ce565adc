"""The seats before the start."""

from typing import NamedTuple

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.lobby.finding import Lobby
from games.models import Game, Seat
from games.people.away import away_at
from games.words.away import on_holiday
from games.words.bots import bot_in_words
from games.words.names import named, plain, told
from games.words.people import seat_face

NOBODY = SafeString('<span class="avatar nobody" aria-hidden="true">?</span>')


class ChairRow(NamedTuple):
    """A seat's row."""

    avatar: SafeString
    name: SafeString
    note: str
    taken: bool
    here: bool = False
    """Whether its player has the table open now."""
    sat: str = ""
    """What to say when this seat has just been taken."""
    offered: bool = False
    """Whether the viewer would sit here."""


def chair_rows(
    lobby: Lobby, *, here: frozenset[int] = frozenset(), offered: bool = False
) -> list[ChairRow]:
    """Return all seats for the viewer.

    ``here`` are those whose players are here now; with ``offered``, one of the free seats is the
    one that the viewer would get.
    """
    game, taken = lobby.game, {seat.number: seat for seat in lobby.seats}
    away = away_at(game, lobby.seats, timezone.now())
    rows = []
    for number in range(game.players):
        seat = taken.get(number)
        if seat is None:
            row = _free(kept=number in lobby.kept, offered=offered)
            offered = offered and not row.offered
            rows.append(row)
            continue
        row = _taken(seat, lobby, here=number in here)
        if number in away:
            note = _("{note}, {more}").format(note=row.note, more=on_holiday(away[number]))
            row = row._replace(note=note)
        rows.append(row)
    return rows


def _free(*, kept: bool, offered: bool) -> ChairRow:
    if kept:
        return ChairRow(NOBODY, told(_("Free")), _("kept for somebody who was asked"), False)
    if offered:
        return ChairRow(NOBODY, told(_("You")), _("your seat"), False, offered=True)
    return ChairRow(NOBODY, told(_("Free")), _("for a friend"), False)


def _taken(seat: Seat, lobby: Lobby, *, here: bool) -> ChairRow:
    me = seat.number == lobby.seat
    # Number the seats as seen from the viewer's own.
    shape = (seat.number - (lobby.seat or 0)) % lobby.game.players
    face = seat_face(seat, shape)
    opened = seat.user_id is not None and seat.user_id == lobby.game.creator_id
    if seat.bot:
        note = bot_in_words(seat.bot)
    elif me:
        note = _("your table") if opened else _("your seat")
    elif here:
        note = pgettext("at the table", "here")
    else:
        note = _("opened the table") if opened else _("has a seat")
    name = named(seat.name, seat.kind)
    return ChairRow(
        avatar=face,
        name=told(_("{name} (you)"), name=name) if me else name,
        note=note,
        taken=True,
        here=here and not seat.bot,
        sat="" if me or seat.bot else plain(told(_("{name} sat down."), name=name)),
    )


def faces(game: Game) -> list[SafeString]:
    """Return avatars, then free seats; prefetch seats."""
    taken = {seat.number: seat for seat in game.seats.all()}
    empty = format_html('<span class="avatar nobody" aria-hidden="true">{}</span>', "+")
    return [seat_face(seat, number) for number, seat in sorted(taken.items())] + [empty] * (
        game.players - len(taken)
    )
