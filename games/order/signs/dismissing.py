"""A moderator dismisses a sign: it stays away for 90 days, unless it grows."""

from typing import Literal

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import ActionKind, Case, ModerationAction, Sign
from games.order.audit import record, refuse_own_case
from games.order.signs.keeping import DISMISSED_FOR
from games.rules.errors import RuleError

Cause = Literal["household", "nothing"]

CAUSES = {
    "household": gettext_lazy("a household"),
    "nothing": gettext_lazy("looked into, nothing wrong"),
}


def dismiss(
    *, sign: Sign, cause: Cause, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Put a sign away, with a note that moderators alone read.

    Raise as ``audit.record``, or ``nothing_changes`` if it was dismissed meanwhile.
    """
    with transaction.atomic():
        now = timezone.now()
        if sign.other is not None:
            refuse_own_case(by=by, player=sign.other)
        open_still = Sign.objects.filter(pk=sign.pk, dismissed_until=None)
        put_away = open_still.update(
            dismissed_until=now + DISMISSED_FOR, dismissed_weight=sign.weight
        )
        if not put_away:
            raise RuleError("nothing_changes", _("Somebody has dismissed this sign already."))
        about = sign.get_kind_display()
        if sign.other is not None:
            about = _("{sign}, with {name}").format(sign=about, name=sign.other.get_username())
        return record(
            ActionKind.DISMISS_SIGN,
            by=by,
            reason=reason,
            player=sign.player,
            game=sign.game,
            case=case,
            sign=about,
            outcome=str(CAUSES[cause]),
        )
