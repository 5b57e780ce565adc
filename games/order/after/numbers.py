"""The numbers of each month that anybody may read."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from statistics import median

from django.db.models import Count, F, Min
from django.utils import timezone

from games.models import (
    ActionKind,
    Appeal,
    AppealOutcome,
    ModerationAction,
    MonthInOrder,
    Report,
)

FEW = 5
"""A smaller number might point at somebody, so it isn't told."""
NOT_COUNTED = (
    ActionKind.CLOSE_REPORT,
    ActionKind.CLOSE_CASE,
    ActionKind.REOPEN_CASE,
    ActionKind.OPEN_HANDS,
    ActionKind.GRANT_APPEAL,
    ActionKind.UPHOLD,
    ActionKind.DISMISS_SIGN,
)
"""Told as answers, and each by itself to the players of its game."""


def count_months(*, now: datetime | None = None) -> int:
    """Count the months that are not final, those that are over once more; return how many."""
    now = now or timezone.now()
    first = _first_month()
    if first is None:
        return 0
    final = {
        month
        for month, at in MonthInOrder.objects.values_list("month", "counted_at")
        if at >= _begin(_after(month))
    }
    due = [month for month in _months(first, now.astimezone(UTC).date()) if month not in final]
    for month in due:
        MonthInOrder.objects.update_or_create(
            month=month, defaults={**_counted(month), "counted_at": now}
        )
    return len(due)


def latest_months(*, until: date | None = None, most: int) -> list[MonthInOrder]:
    """Return the latest months, or those up to one, latest first; one query."""
    months = MonthInOrder.objects.order_by("-month")
    return list((months.filter(month__lte=until) if until else months)[:most])


def _counted(month: date) -> dict[str, object]:
    span = (_begin(month), _begin(_after(month)))
    closed = Report.objects.filter(closed_at__gte=span[0], closed_at__lt=span[1])
    waits = [
        (end - start).total_seconds() / 60
        for start, end in closed.values_list("created_at", "closed_at")
        if end is not None
    ]
    acts = ModerationAction.objects.filter(created_at__gte=span[0], created_at__lt=span[1])
    kinds = acts.exclude(kind__in=NOT_COUNTED).order_by().values_list("kind")
    appeals = Appeal.objects.filter(created_at__gte=span[0], created_at__lt=span[1])
    decided = Appeal.objects.filter(decided_at__gte=span[0], decided_at__lt=span[1])
    return {
        "appeals": appeals.count(),
        "granted": decided.filter(outcome=AppealOutcome.GRANTED).count(),
        "upheld": decided.filter(outcome=AppealOutcome.UPHELD).count(),
        "reports": Report.objects.filter(created_at__gte=span[0], created_at__lt=span[1]).count(),
        "answered": len(waits),
        "median_minutes": round(median(waits)) if waits else None,
        "acts": dict(kinds.annotate(count=Count("pk")).order_by(F("count").desc())),
    }


def _first_month() -> date | None:
    oldest = (
        ModerationAction.objects.aggregate(at=Min("created_at"))["at"],
        Report.objects.aggregate(at=Min("created_at"))["at"],
    )
    times = [at.astimezone(UTC) for at in oldest if at is not None]
    return min(times).date().replace(day=1) if times else None


def _months(first: date, today: date) -> Iterator[date]:
    month = first
    while month <= today:
        yield month
        month = _after(month)


def _after(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _begin(month: date) -> datetime:
    return datetime(month.year, month.month, 1, tzinfo=UTC)
