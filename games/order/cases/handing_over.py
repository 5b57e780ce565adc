"""What becomes of a guest's cases when the guest becomes an account."""

from django.db.models import F

from games.models import Case, CaseKind, CaseNote, CaseState, Report


def hand_over_cases(*, source_id: int, target_id: int) -> None:
    """Make the cases of one user another's; of two open ones, the older goes on."""
    rows = Case.objects.select_for_update(of=("self",)).filter(
        player__in=(source_id, target_id), kind=CaseKind.REPORTS, state=CaseState.OPEN
    )
    waiting = list(rows.order_by("pk"))
    for other in waiting[1:]:
        first = waiting[0]
        Report.objects.filter(case=other).update(case=first)
        CaseNote.objects.filter(case=other).update(case=first)
        if other.urgent and not first.urgent:
            Case.objects.filter(pk=first.pk).update(
                urgent=True, waiting_since=other.waiting_since, waits=F("waits") + 1
            )
        other.delete()
    Case.objects.filter(player=source_id).update(player=target_id)
    CaseNote.objects.filter(player=source_id).update(player=target_id)
