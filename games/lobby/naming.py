"""A guest's name at a table that has not begun."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.translation import gettext as _

from games.lobby.guards import locked, refuse_if_begun
from games.lobby.seating import changed, name_for
from games.models import Game, Seat
from games.people.names import game_of
from games.people.standing import lock_player
from games.people.users import player_of
from games.rules.errors import RuleError


def name_yourself(*, game_id: int, user: AbstractUser, name: str) -> None:
    """Give the seat of a guest another name, and the game that is called after it.

    Raise `closed`, `already_started`, `not_seated`, `name_taken`, `bad_name`, `suspended` or
    `banned`. Accounts keep their names.
    """
    with transaction.atomic():
        lock_player(user)
        game = locked(game_id)
        refuse_if_begun(game)
        seat = Seat.objects.filter(game=game, user=user.pk).first()
        if seat is None:
            raise RuleError("not_seated", _("You don’t sit at this table."))
        if not player_of(user).is_guest:
            return
        before = seat.name
        seat.name = ""
        seat.save(update_fields=["name"])
        seat.name = name_for(game, user, name)
        seat.save(update_fields=["name"])
        if game.creator_id == user.pk and game.name == game_of(before):
            Game.objects.filter(pk=game.pk).update(name=game_of(seat.name))
        changed(game)
