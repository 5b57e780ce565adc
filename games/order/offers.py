"""Moderators' acts on offered games."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from games.lobby import leaving
from games.lobby.seating import changed
from games.models import (
    ActionKind,
    Actor,
    Case,
    Game,
    GameInvitation,
    ModerationAction,
    Seat,
)
from games.order.audit import record, tell
from games.rules.errors import RuleError


def rename(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Give a game a plain name for good, in any state.

    Raise ``nothing_changes`` if repeated, or as ``audit.record``.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        # Once is enough: nobody else can rename games.
        if ModerationAction.objects.filter(game=game, kind=ActionKind.RENAME_GAME).exists():
            raise RuleError("nothing_changes", _("This game already has a plain name."))
        new = _("Game {number}").format(number=get_random_string(6, "0123456789"))
        action = record(ActionKind.RENAME_GAME, by=by, reason=reason, game=game, case=case, new=new)
        Game.objects.filter(pk=game.pk).update(name=new)
        changed(game)
        tell(action, _concerned(game))
    return action


def close(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Close an unstarted game. Raise ``already_started``, or as ``rename``."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        action = record(ActionKind.CLOSE_GAME, by=by, reason=reason, game=game, case=case)
        tell(action, _concerned(game))
        leaving.close(game_id=game_id, by=by, actor=Actor.MODERATOR)
    return action


def _concerned(game: Game) -> set[int]:
    seats = Seat.objects.filter(game=game, user__isnull=False).exclude(summary__left=True)
    seated = {user_id for user_id in seats.values_list("user_id", flat=True) if user_id}
    return seated | set(GameInvitation.objects.filter(game=game).values_list("user_id", flat=True))
