"""Why a viewer can't sit down at a rated table."""

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.lobby.rated import unrated_player
from games.models import Game, Unrated


def barred(game: Game, viewer: AbstractUser | AnonymousUser) -> str:
    """Return what ``viewer`` lacks, an ``Unrated``; empty if nothing."""
    if not game.rated:
        return ""
    reason = unrated_player(viewer) if isinstance(viewer, AbstractUser) else Unrated.GUESTS
    return reason or ""
