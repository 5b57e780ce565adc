"""Hiding and showing messages."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.translation import gettext as _

from games.live import announce
from games.models import OVER, ActionKind, Case, ChatMessage, Game, ModerationAction, Seat
from games.order.audit import record, tell
from games.rules.errors import RuleError


def hide(
    *, message: ChatMessage, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Hide ``message`` from everyone. Raise ``nothing_changes``, or as ``audit.record``."""
    return _set(message, ActionKind.HIDE_MESSAGE, by=by, reason=reason, case=case)


def show(
    *, message: ChatMessage, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Show ``message`` again. Raise as ``hide``."""
    return _set(message, ActionKind.SHOW_MESSAGE, by=by, reason=reason, case=case)


def _set(
    message: ChatMessage, kind: str, *, by: AbstractUser, reason: str, case: Case | None
) -> ModerationAction:
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=message.game_id)
        hidden = kind == ActionKind.HIDE_MESSAGE
        if ChatMessage.objects.filter(pk=message.pk, hidden=hidden).exists():
            shown = _("This message is not hidden.")
            raise RuleError(
                "nothing_changes", _("This message is already hidden.") if hidden else shown
            )
        action = record(
            kind,
            by=by,
            reason=reason,
            case=case,
            player=message.user,
            game=game,
            message=message,
            words=message.text,
        )
        ChatMessage.objects.filter(pk=message.pk).update(hidden=hidden)
        if message.user_id is not None:
            tell(action, [message.user_id], mail="never")
        users = Seat.objects.filter(game=game, user__isnull=False).values_list("user_id", flat=True)
        seated = [user_id for user_id in users if user_id is not None]
        if game.summary.status in OVER:
            # By now everybody can read it.
            announce.table_changed(game, seated)
        else:
            announce.said(game, seated)
    return action
