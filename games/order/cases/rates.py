"""How often people's reports were right."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count, Q

from games.models import Report, ReportState


class Rate(NamedTuple):
    """A reporter's record."""

    right: int = 0
    """Reports upon which moderators acted."""
    closed: int = 0


def rate_about(user_id: int) -> Rate:
    """Return how often reports about a player were right."""
    closed = Report.objects.filter(player=user_id).exclude(state=ReportState.OPEN)
    found = closed.aggregate(
        right=Count("pk", filter=Q(state=ReportState.ACTED)), closed=Count("pk")
    )
    return Rate(found["right"], found["closed"])


def rates_of(user_ids: Collection[int]) -> dict[int, Rate]:
    """Return each reporter's record, in one query."""
    found = (
        Report.objects.filter(reporter__in=set(user_ids))
        .exclude(state=ReportState.OPEN)
        .values_list("reporter")
        .annotate(right=Count("pk", filter=Q(state=ReportState.ACTED)), closed=Count("pk"))
        .order_by()
    )
    rates = {user_id: Rate(right, closed) for user_id, right, closed in found}
    return {user_id: rates.get(user_id, Rate()) for user_id in user_ids}
