"""Why a viewer can't sit down at a rated table."""

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.lobby.rated import unrated_player
from games.models import Game, Unrated


def barred(game: Game, viewer: AbstractUser | AnonymousUser) -> str:
    """Return what ``viewer`` lacks, an ``Unrated``; empty if nothing."""
    if not game.rated:
        return ""
    if not isinstance(viewer, AbstractUser):
        return Unrated.PEOPLE if game.for_bot_accounts else Unrated.GUESTS
    return unrated_player(viewer, for_bot_accounts=game.for_bot_accounts) or ""
