"""Links that take a kept chair back without signing in."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser

from games.models import GameStatus, Seat
from games.people import links
from games.people.users import player_of

LIFETIME = timedelta(days=30)


class ChairLink(NamedTuple):
    """A link as it is now."""

    user: AbstractUser
    public_id: str
    game: str
    """The game's name; empty if the user no longer sits there."""
    game_id: int
    seat: int
    kept: bool
    """Whether a bot keeps the chair of this user."""
    may_answer: bool
    """Whether its user may take it back by a link."""


def chair_token(*, user_id: int, link_key: str, public_id: str, seat: int) -> str:
    """Return the token with which a user takes the chair at ``seat`` back."""
    return links.sign("chair", public_id, str(seat), user_id=user_id, link_key=link_key)


def chair_link(token: str) -> ChairLink | None:
    """Return the link of a token; None if it isn't valid, or is over 30 days old."""
    link = links.read(token, "chair", within=LIFETIME)
    if link is None or len(link.parts) != 2:
        return None
    user, public_id, seat = link.user, link.parts[0], int(link.parts[1])
    rows = Seat.objects.filter(game__public_id=public_id, number=seat, user=user.pk)
    row = rows.values_list(
        *("game__name", "game_id", "game__summary__status", "summary__kept", "summary__left")
    ).first()
    name, game_id, status, kept, left = row or ("", 0, "", False, True)
    return ChairLink(
        user=user,
        public_id=public_id,
        game="" if left else name,
        game_id=game_id,
        seat=seat,
        kept=kept and not left and status == GameStatus.RUNNING,
        may_answer=player_of(user).may_play_by_link,
    )
