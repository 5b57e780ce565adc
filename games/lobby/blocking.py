"""Blocking a player."""

from contextlib import suppress

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.lobby.invitations import decline
from games.models import Block, GameInvitation
from games.people.friends import part
from games.people.locks import lock_players
from games.rules.errors import RuleError


def block(*, user: AbstractUser, other: AbstractUser) -> None:
    """Block ``other``, and end invitations and entries in lists between the two; repeating is fine.

    Raise ``not_yourself``.
    """
    if user.pk == other.pk:
        raise RuleError("not_yourself", _("You can’t block yourself."))
    with transaction.atomic():
        # Against one being put on the other's list at the same moment.
        lock_players([user.pk, other.pk])
        Block.objects.get_or_create(
            blocker_id=user.pk, blocked_id=other.pk, defaults={"created_at": timezone.now()}
        )
        part(one_id=user.pk, other_id=other.pk)
        for asked, host in ((user, other), (other, user)):
            tables = GameInvitation.objects.filter(user=asked.pk, game__creator=host.pk)
            for game_id in sorted(tables.values_list("game_id", flat=True)):
                # A table closed meanwhile asks nobody any more.
                with suppress(RuleError):
                    decline(game_id=game_id, user=asked)
