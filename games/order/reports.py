"""Players' reports."""

from datetime import timedelta

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import (
    ActionKind,
    ChatMessage,
    Game,
    ModerationAction,
    Report,
    ReportKind,
    ReportReason,
    ReportState,
)
from games.order.audit import record, tell
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
    """Report something; repeating an open report changes nothing.

    Raise ``bad_report``, ``too_long`` or ``too_fast``.
    """
    text = " ".join(text.split())
    if reason not in ReportReason or kind not in ReportKind:
        raise RuleError("bad_report", _("Choose what is wrong."))
    if not text and reason == ReportReason.OTHER:
        raise RuleError("bad_report", _("Say briefly what is wrong."))
    if len(text) > LONGEST:
        raise RuleError("too_long", _("That’s too long. Keep it to 500 characters."))
    with transaction.atomic():
        mine = Report.objects.filter(reporter=user.pk)
        known = mine.filter(
            state=ReportState.OPEN,
            kind=kind,
            game=game,
            message=message,
            player=player.pk if player else None,
            quote=message.text if message else quote,
        ).first()
        if known is not None:
            return known
        now = timezone.now()
        if mine.filter(created_at__gt=now - WITHIN).count() >= AT_ONCE:
            raise RuleError("too_fast", _("That’s a lot for one day. Please continue tomorrow."))
        return Report.objects.create(
            reporter_id=user.pk,
            kind=kind,
            reason=reason,
            text=text,
            quote=message.text if message else quote,
            game=game,
            message=message,
            player_id=player.pk if player else None,
            created_at=now,
        )


def close(*, report: Report, acted: bool, answer: str, by: AbstractUser) -> ModerationAction:
    """Close a report with an ``answer`` for its reporter and the log.

    Raise ``closed_already``, or as ``audit.record``.
    """
    with transaction.atomic():
        report = Report.objects.select_for_update(of=("self",)).get(pk=report.pk)
        if report.state != ReportState.OPEN:
            raise RuleError("closed_already", _("This report is already closed."))
        report.state = ReportState.ACTED if acted else ReportState.DECLINED
        action = record(
            ActionKind.CLOSE_REPORT,
            by=by,
            reason=answer,
            report=report,
            player=report.player,
            game=report.game,
            about=report.kind,
            words=report.quote if report.kind == ReportKind.NAME else "",
            outcome=str(report.get_state_display()),
        )
        report.answer, report.closed_at = action.reason, action.created_at
        report.save(update_fields=["state", "answer", "closed_at"])
        if report.reporter_id is not None:
            tell(action, [report.reporter_id], mail="if wanted")
    return action
