"""Links that answer an invitation by name without signing in."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser

from games.models import Game, GameInvitation, GameStatus, Seat
from games.people import links
from games.people.users import player_of

LIFETIME = timedelta(days=30)


class Asked(NamedTuple):
    """A link as it is now."""

    user: AbstractUser
    public_id: str
    game: Game | None
    """The table, as long as the user is asked to it and it has not begun."""
    seated: bool
    """Whether the user sits there."""
    may_answer: bool
    """Whether the user may answer by a link."""


def invitation_token(*, user_id: int, link_key: str, public_id: str) -> str:
    """Return the token with which a user answers an invitation to a game."""
    return links.sign("invitation", public_id, user_id=user_id, link_key=link_key)


def invitation_link(token: str) -> Asked | None:
    """Return the link of a token; None if it isn't valid, or is over 30 days old."""
    link = links.read(token, "invitation", within=LIFETIME)
    if link is None or len(link.parts) != 1:
        return None
    user, (public_id,) = link.user, link.parts
    asked = GameInvitation.objects.filter(
        game__public_id=public_id, user=user.pk, game__summary__status=GameStatus.OPEN
    )
    invitation = asked.select_related("game__creator", "game__summary").first()
    return Asked(
        user=user,
        public_id=public_id,
        game=invitation.game if invitation else None,
        seated=Seat.objects.filter(game__public_id=public_id, user=user.pk).exists(),
        may_answer=player_of(user).may_play_by_link,
    )
