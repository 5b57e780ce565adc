"""Sitting down before the game."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.fairness.parts import NOTHING, Brought
from games.lobby.guards import locked, refuse_if_begun
from games.lobby.rated import refuse_unrated_player
from games.lobby.seating import begin_if_full, changed, free_seats, sit
from games.models import Audience, Game, GameInvitation, Seat
from games.people.blocks import refuse_to_meet
from games.people.programs import is_by_hand, refuse_program
from games.people.standing import lock_player
from games.rules.errors import RuleError


def join(
    *,
    game_id: int,
    user: AbstractUser,
    invitation: str = "",
    name: str = "",
    brought: Brought = NOTHING,
    by_token: bool = False,
) -> Game:
    """Seat ``user``, who keeps an earlier seat; begin the game if full.

    ``invitation`` is the link's secret part; ``name`` a guest's. Raise `closed`, `already_started`,
    `not_invited`, `needs_account`, `needs_address`, `programs_not_rated`, `bot_accounts_only`,
    `game_full`, `name_taken`, `bad_name`, `suspended`, `banned`, or `blocked` in an open game.
    """
    with transaction.atomic():
        # Players are locked before games, everywhere.
        lock_player(user)
        game = locked(game_id)
        if Seat.objects.filter(game=game, user=user.pk).exists():
            return game
        refuse_if_begun(game)
        if game.audience == Audience.OPEN:
            refuse_to_meet(game, user)
        asked = GameInvitation.objects.filter(game=game, user=user.pk).first()
        knows = constant_time_compare(invitation, game.invitation)
        if game.audience != Audience.OPEN and not asked and not knows:
            raise RuleError("not_invited", _("This game is by invitation."))
        refuse_program(rated=is_by_hand(game), by_token=by_token)
        if game.rated:
            refuse_unrated_player(user, for_bot_accounts=game.for_bot_accounts)
        number = asked.seat if asked and asked.seat is not None else None
        if number is None:
            number = next(iter(free_seats(game)), None)
        if number is None:
            raise RuleError("game_full", _("All seats are taken."))
        sit(game, user, number=number, name=name, brought=brought)
        GameInvitation.objects.filter(game=game, user=user.pk).delete()
        changed(game)
        begin_if_full(game)
    return game
