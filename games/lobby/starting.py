"""Starting a game early."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.translation import gettext as _

from games.bots.levels import SUBSTITUTE
from games.bots.registry import LEVELS
from games.lobby.guards import has_begun, locked, refuse_unless_creator
from games.lobby.seating import begin_if_full, changed, free_chairs, seat_bots
from games.models import Game
from games.rules.errors import RuleError


def start_early(*, game_id: int, by: AbstractUser, level: str = SUBSTITUTE) -> Game:
    """Begin with bots of ``level`` in the empty seats, if not yet begun.

    Raise `closed`, `not_creator`, or `bad_terms` for an unknown level.
    """
    if level not in LEVELS:
        raise RuleError("bad_terms", _("There is no such bot."))
    with transaction.atomic():
        game = locked(game_id)
        refuse_unless_creator(game, by)
        if has_begun(game):
            return game
        Game.objects.filter(pk=game.pk).update(starts_at=None, soon_at=None)
        # People who were invited and have not come are told too.
        changed(game)
        seat_bots(game, dict.fromkeys(free_chairs(game), level))
        begin_if_full(game, early=True)
    return game
