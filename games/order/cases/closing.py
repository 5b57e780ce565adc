"""Closing cases, and opening them again."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractUser
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import (
    ActionKind,
    Case,
    CaseKind,
    CaseState,
    ModerationAction,
    Report,
    ReportState,
)
from games.order.audit import record, tell
from games.rules.errors import RuleError


def close(
    *,
    case: Case,
    acted: bool,
    answer: str,
    by: AbstractUser,
    mistaken: Collection[int] = (),
) -> ModerationAction:
    """Close a case; everybody who reported reads ``answer``, once.

    ``mistaken`` are the keys of reports that were not right although the moderators acted. Raise
    ``closed_already``, or as ``audit.record``.
    """
    with transaction.atomic():
        case = _locked(case)
        if case.state != CaseState.OPEN:
            raise RuleError("closed_already", _("This case is already closed."))
        _refuse_appeal(case)
        rows = Report.objects.filter(case=case)
        right = rows.exclude(pk__in=mistaken) if acted else rows.none()
        outcome = ReportState.ACTED if acted else ReportState.DECLINED
        action = record(
            ActionKind.CLOSE_CASE,
            by=by,
            reason=answer,
            case=case,
            player=case.player,
            game=case.game,
            about=case.about,
            reports=rows.count(),
            outcome=str(outcome.label),
        )
        rows.update(state=ReportState.DECLINED, answer=action.reason, closed_at=action.created_at)
        right.update(state=ReportState.ACTED)
        Case.objects.filter(pk=case.pk).update(
            state=CaseState.CLOSED, closed_at=action.created_at, taken_by=None, taken_at=None
        )
        _answer(action, case)
    return action


def _answer(action: ModerationAction, case: Case) -> None:
    told: dict[int, ReportState] = {}
    reports = Report.objects.filter(case=case, reporter__isnull=False).order_by("pk")
    for reporter_id, state in reports.values_list("reporter_id", "state"):
        # Of several reports by the same person, one that was right counts.
        if reporter_id is not None and told.get(reporter_id) != ReportState.ACTED:
            told[reporter_id] = ReportState(state)
    for outcome in (ReportState.ACTED, ReportState.DECLINED):
        users = [user_id for user_id, state in told.items() if state == outcome]
        tell(action, users, mail="if wanted", outcome=str(outcome.label))


def reopen(*, case: Case, by: AbstractUser, reason: str) -> ModerationAction:
    """Open a closed case again; its reports keep their answers until it is closed anew.

    Raise ``open_already``, also if another case about the same subject is open by now, or as
    ``audit.record``.
    """
    with transaction.atomic():
        case = _locked(case)
        if case.state == CaseState.OPEN:
            raise RuleError("open_already", _("This case is open."))
        _refuse_appeal(case)
        now = timezone.now()
        action = record(
            ActionKind.REOPEN_CASE,
            by=by,
            reason=reason,
            case=case,
            player=case.player,
            game=case.game,
            about=case.about,
        )
        try:
            with transaction.atomic():
                Case.objects.filter(pk=case.pk).update(
                    state=CaseState.OPEN,
                    closed_at=None,
                    waiting_since=now,
                    waits=F("waits") + 1,
                    taken_by=by.pk,
                    taken_at=now,
                )
        except IntegrityError:
            raise RuleError(
                "open_already", _("Another case about the same is open. Go on there.")
            ) from None
    return action


def _locked(case: Case) -> Case:
    rows = Case.objects.select_for_update(of=("self",)).select_related("player", "game")
    return rows.get(pk=case.pk)


def _refuse_appeal(case: Case) -> None:
    if case.kind == CaseKind.APPEAL:
        raise RuleError("bad_request", _("An appeal is decided on its own page, once."))
