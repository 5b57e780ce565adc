"""Invitations by name."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.lobby.guards import locked, refuse_if_begun, refuse_unless_creator
from games.lobby.rated import refuse_unrated_player
from games.lobby.seating import changed
from games.models import Game, GameInvitation, Seat
from games.notices.schedule import schedule_invitations
from games.people.blocks import refuse_to_ask
from games.people.users import player_of
from games.rules.errors import RuleError

MOST_INVITED = 20
"""Most open invitations per table."""


def invite(*, game_id: int, by: AbstractUser, user: AbstractUser) -> None:
    """Invite ``user``.

    Raise `closed`, `already_started`, `not_creator`, or as ``ask``.
    """
    with transaction.atomic():
        game = locked(game_id)
        refuse_if_begun(game)
        refuse_unless_creator(game, by)
        ask(game, user)
        changed(game)


def decline(*, game_id: int, user: AbstractUser) -> None:
    """Decline an invitation and free its seat. Raise `closed`."""
    with transaction.atomic():
        game = locked(game_id)
        if GameInvitation.objects.filter(game=game, user=user.pk).delete()[0]:
            changed(game)


def ask(game: Game, user: AbstractUser) -> None:
    """Invite ``user`` to a locked game.

    Raise `bad_terms` for too many, and `bot_accounts_only` or `programs_not_rated` for somebody who
    can't be rated with those at the table, whatever else they may still lack.
    """
    if Seat.objects.filter(game=game, user=user.pk).exists():
        return
    if game.rated and player_of(user).is_bot != game.for_bot_accounts:
        refuse_unrated_player(user, for_bot_accounts=game.for_bot_accounts)
    if game.creator is not None:
        refuse_to_ask(game.creator, user)
    if GameInvitation.objects.filter(game=game).count() >= MOST_INVITED:
        raise RuleError("bad_terms", _("You have asked enough people to this table."))
    _invitation, new = GameInvitation.objects.get_or_create(
        game=game, user_id=user.pk, defaults={"created_at": timezone.now()}
    )
    if new:
        schedule_invitations(game, [user.pk])
