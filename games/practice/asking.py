"""What is asked next, and how far a user is."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Sum

from games.models import PracticeCard, PracticeKind, PracticePosition


class Progress(NamedTuple):
    """How far a user is with a kind of position."""

    kind: PracticeKind
    positions: int
    """Answered at least once."""
    answers: int
    right: int
    due: int
    next_due: datetime | None
    """None if none has been answered."""


def progress_of(user_id: int, *, now: datetime) -> list[Progress]:
    """Return a user's progress with each kind, in one query."""
    rows = {
        row["position__kind"]: row
        for row in PracticeCard.objects.filter(user=user_id)
        .values("position__kind")
        .annotate(
            positions=Count("pk"),
            all_answers=Sum("answers"),
            all_right=Sum("right"),
            due=Count("pk", filter=Q(due_at__lte=now)),
            next_due=Min("due_at"),
        )
    }
    return [
        Progress(
            kind,
            row["positions"],
            row["all_answers"],
            row["all_right"],
            row["due"],
            row["next_due"],
        )
        if (row := rows.get(kind))
        else Progress(kind, 0, 0, 0, 0, None)
        for kind in PracticeKind
    ]


def next_for(user_id: int, *, now: datetime, kind: str = "") -> str | None:
    """Return the address of the position that a user is asked next; None if there is none today.

    What has been due longest comes first, then what they haven't seen.
    """
    due = PracticeCard.objects.filter(user=user_id, due_at__lte=now)
    if kind:
        due = due.filter(position__kind=kind)
    first = due.order_by("due_at").values_list("position__public_id", flat=True).first()
    if first is not None:
        return first
    seen = PracticeCard.objects.filter(user=user_id, position=OuterRef("pk"))
    return _first(_of_kind(kind).filter(~Exists(seen)))


def next_after(position: str, *, kind: str = "") -> str | None:
    """Return the position after another, round and round: for those without progress."""
    rows = _of_kind(kind)
    return _first(rows.filter(public_id__gt=position)) or _first(rows)


def _of_kind(kind: str) -> QuerySet[PracticePosition]:
    rows = PracticePosition.objects.order_by("public_id")
    return rows.filter(kind=kind) if kind else rows


def _first(rows: QuerySet[PracticePosition]) -> str | None:
    return rows.values_list("public_id", flat=True).first()
