"""A table for friends in one press: opened by the usual terms, filled by its link."""

from datetime import timedelta

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone

from games.fairness.parts import NOTHING, Brought
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Audience, Game, GameStatus
from games.people.standing import lock_player

TWICE = timedelta(minutes=1)
"""A second press within this time finds the table of the first."""


def gather(*, user: AbstractUser, brought: Brought = NOTHING) -> Game:
    """Open a table of four by invitation, or return the one opened a moment ago.

    Raise `suspended` or `banned`.
    """
    with transaction.atomic():
        lock_player(user)
        return _opened_just_now(user) or create_game(user=user, terms=Terms(), brought=brought)


def _opened_just_now(user: AbstractUser) -> Game | None:
    terms = Terms()
    return (
        Game.objects.filter(
            creator=user.pk,
            created_at__gt=timezone.now() - TWICE,
            audience=Audience.INVITATION,
            players=terms.players,
            summary__status=GameStatus.OPEN,
            seats__user=user.pk,
            invitations=None,
            rematch_of=None,
        )
        .order_by("-created_at")
        .first()
    )
