"""Open games as rows."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.pages.lobby.chairs_before import faces
from games.pages.lobby.rated import barred
from games.pages.lobby.terms import said_of
from games.words.terms import players_in_short, start_in_short, time_in_short
from games.words.times import ago


@dataclass(frozen=True, slots=True)
class OpenRow:
    """An open game's row."""

    public_id: str
    name: str
    terms: str
    kind: str
    faces: list[SafeString]
    seats_left: str
    last: bool
    opened: str
    mine: bool
    barred: str
    """What the viewer lacks to sit down, an ``Unrated``; empty if nothing."""
    price: str
    """What leaving costs in a rated game."""


def open_row(game: Game, user: AbstractUser | AnonymousUser) -> OpenRow:
    """Return the row of ``game``."""
    free = game.summary.free_seats or 0
    mine = isinstance(user, AbstractUser) and any(
        seat.user_id == user.pk for seat in game.seats.all()
    )
    return OpenRow(
        public_id=game.public_id,
        name=game.name,
        terms=_terms(game),
        kind=" · ".join(said_of(game)),
        faces=faces(game),
        seats_left=seats_left(free),
        last=free == 1,
        opened=_("opened {time}").format(time=ago(game.created_at, timezone.now())),
        mine=mine,
        barred=barred(game, user),
        price=_("If you leave, you take the last place for the rating.") if game.rated else "",
    )


def _terms(game: Game) -> str:
    said = [players_in_short(game.players), time_in_short(game.turn_seconds)]
    if game.starts_at is not None:
        said.append(start_in_short(game.starts_at, timezone.now()))
    return " · ".join(said)


def seats_left(count: int) -> str:
    """Return ``"1 seat left"``."""
    return ngettext("{count} seat left", "{count} seats left", count).format(count=count)
