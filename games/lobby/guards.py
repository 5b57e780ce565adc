"""Guards of unstarted tables."""

from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext as _

from games.log.reading import is_dealt
from games.models import Game
from games.rules.errors import RuleError


def locked(game_id: int) -> Game:
    """Return the locked game; raise `closed` if gone."""
    game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    if game is None:
        raise RuleError("closed", _("This game was closed before it began."))
    return game


def has_begun(game: Game) -> bool:
    """Return whether the first round is dealt."""
    return is_dealt(game.pk)


def refuse_if_begun(game: Game) -> None:
    """Raise `already_started`."""
    if has_begun(game):
        raise RuleError("already_started", _("The game has begun."))


def refuse_unless_creator(game: Game, user: AbstractUser) -> None:
    """Raise `not_creator` unless ``user`` opened the game."""
    if game.creator_id != user.pk:
        raise RuleError("not_creator", _("Only the one who opened the game can do that."))
