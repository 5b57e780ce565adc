"""Players' reports."""

from datetime import timedelta

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import (
    ChatMessage,
    Game,
    Report,
    ReportKind,
    ReportReason,
    ReportState,
)
from games.order.cases.joining import join_case
from games.order.reasons import URGENT, fits
from games.rules.errors import RuleError

LONGEST = 500
AT_ONCE, WITHIN = 20, timedelta(days=1)


def report(
    *,
    user: AbstractUser,
    kind: str,
    reason: str,
    text: str = "",
    game: Game | None = None,
    message: ChatMessage | None = None,
    player: AbstractUser | None = None,
    quote: str = "",
) -> Report:
    """Report something, in the case of its author, player or game.

    Repeating an open report changes nothing. Raise ``bad_report``, ``too_long`` or ``too_fast``.
    """
    text = " ".join(text.split())
    if reason not in ReportReason or kind not in ReportKind:
        raise RuleError("bad_report", _("Choose what is wrong."))
    if not fits(kind, reason):
        raise RuleError(
            "bad_report",
            _("“{reason}” doesn’t go with {kind}. Choose another reason.").format(
                reason=ReportReason(reason).label, kind=ReportKind(kind).label
            ),
        )
    if not text and reason == ReportReason.OTHER:
        raise RuleError("bad_report", _("Say briefly what is wrong."))
    if len(text) > LONGEST:
        raise RuleError("too_long", _("That’s too long. Keep it to 500 characters."))
    if player is None and message is not None:
        player = message.user
    player_id = player.pk if player else None
    mine = Report.objects.filter(reporter=user.pk)
    same = mine.filter(
        state=ReportState.OPEN,
        kind=kind,
        game=game,
        message=message,
        player=player_id,
        quote=message.text if message else quote,
    )
    if reason in URGENT:
        same = same.filter(reason=reason)
    if (known := same.first()) is not None:
        return known
    with transaction.atomic():
        now = timezone.now()
        game_id = game.pk if game else None
        case = join_case(player_id=player_id, game_id=game_id, urgent=reason in URGENT, now=now)
        # Again, now that the case is locked: a double press is one report.
        if (known := same.first()) is not None:
            return known
        if mine.filter(created_at__gt=now - WITHIN).count() >= AT_ONCE:
            raise RuleError("too_fast", _("That’s a lot for one day. Please continue tomorrow."))
        return Report.objects.create(
            case=case,
            reporter_id=user.pk,
            kind=kind,
            reason=reason,
            text=text,
            quote=message.text if message else quote,
            game=game,
            message=message,
            player_id=player_id,
            created_at=now,
        )
