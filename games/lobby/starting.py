"""Starting a game early."""

from collections.abc import Sequence
from itertools import chain, repeat

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.translation import gettext as _

from games.bots.offered import MIDDLING, may_be_asked_for
from games.lobby.guards import has_begun, locked, refuse_unless_creator
from games.lobby.seating import begin_if_full, changed, free_chairs, seat_bots
from games.models import Game
from games.rules.errors import RuleError


def start_early(*, game_id: int, by: AbstractUser, bots: Sequence[str] = (MIDDLING,)) -> Game:
    """Begin with these bots in the empty seats, if not yet begun.

    The last one and those nearest in strength take the seats beyond. Raise `closed`,
    `not_creator`, or `bad_terms` for no or unknown bots.
    """
    if not bots or not set(bots) <= set(may_be_asked_for()):
        raise RuleError("bad_terms", _("There is no such bot."))
    with transaction.atomic():
        game = locked(game_id)
        refuse_unless_creator(game, by)
        if has_begun(game):
            return game
        Game.objects.filter(pk=game.pk).update(starts_at=None, soon_at=None)
        # People who were invited and have not come are told too.
        changed(game)
        asked = chain(bots, repeat(bots[-1]))
        seat_bots(game, dict(zip(free_chairs(game), asked, strict=False)))
        begin_if_full(game, early=True)
    return game
