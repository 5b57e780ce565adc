"""The seats before the start."""

from typing import NamedTuple

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.lobby.finding import Lobby
from games.models import Game
from games.people.away import away_at
from games.words.away import on_holiday
from games.words.levels import bot_in_words
from games.words.names import named, told
from games.words.people import avatar

NOBODY = SafeString('<span class="avatar nobody" aria-hidden="true">?</span>')


class ChairRow(NamedTuple):
    """A seat's row."""

    avatar: SafeString
    name: SafeString
    note: str
    taken: bool


def chair_rows(lobby: Lobby) -> list[ChairRow]:
    """Return all seats for the viewer."""
    game, taken = lobby.game, {seat.number: seat for seat in lobby.seats}
    away = away_at(game, lobby.seats, timezone.now())
    rows = []
    for number in range(game.players):
        seat = taken.get(number)
        if seat is None:
            note = _("kept for somebody who was asked") if number in lobby.kept else ""
            rows.append(ChairRow(NOBODY, told(_("Free seat")), note, False))
            continue
        me = number == lobby.seat
        # Number the seats as seen from the viewer's own.
        shape = (number - (lobby.seat or 0)) % game.players
        face = avatar(shape, "" if seat.bot else seat.name[:2])
        if seat.bot:
            note = bot_in_words(seat.bot)
        elif seat.user_id is not None and seat.user_id == game.creator_id:
            note = _("opened the game")
        else:
            note = _("seated")
        if number in away:
            note = _("{note}, {more}").format(note=note, more=on_holiday(away[number]))
        name = named(seat.name, seat.kind)
        name = told(_("{name} (you)"), name=name) if me else name
        rows.append(ChairRow(face, name, note, True))
    return rows


def faces(game: Game) -> list[SafeString]:
    """Return avatars, then free seats; prefetch seats."""
    taken = {seat.number: seat for seat in game.seats.all()}
    empty = format_html('<span class="avatar nobody" aria-hidden="true">{}</span>', "+")
    return [
        avatar(number, "" if seat.bot else seat.name[:2]) for number, seat in sorted(taken.items())
    ] + [empty] * (game.players - len(taken))
