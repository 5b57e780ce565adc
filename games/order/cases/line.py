"""The line of waiting cases."""

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Q, QuerySet

from games.models import Case, CaseKind, CaseState
from games.order.own_cases import appeals_against, cases_for

RELATED = 10
COUNTED = 100
"""More are not counted."""


def waiting_cases(viewer: AbstractUser | AnonymousUser) -> QuerySet[Case]:
    """Return the open cases that wait for ``viewer``: urgent ones first, then by their wait.

    They may read an appeal against what they did, but somebody else decides it.
    """
    found = cases_for(viewer).filter(state=CaseState.OPEN)
    found = found.exclude(kind=CaseKind.APPEAL, pk__in=appeals_against(viewer).values("case"))
    return found.order_by("-urgent", "waiting_since", "pk")


def how_many_wait(viewer: AbstractUser | AnonymousUser) -> int:
    """Return how many cases wait for ``viewer``, at most ``COUNTED``."""
    return waiting_cases(viewer).order_by()[:COUNTED].count()


def next_case(viewer: AbstractUser, *, after: Case) -> Case | None:
    """Return the first case in the line that nobody else is on, other than ``after``."""
    free = Q(taken_by__isnull=True) | Q(taken_by=viewer.pk)
    return waiting_cases(viewer).filter(free).exclude(pk=after.pk).first()


def related_cases(case: Case, *, viewer: AbstractUser | AnonymousUser) -> list[Case]:
    """Return other cases about the same player or game, or with reports from the same games."""
    alike = Q(pk__in=[])
    if case.player_id is not None:
        alike |= Q(player=case.player_id)
    games = set(case.reports.filter(game__isnull=False).values_list("game_id", flat=True))
    if case.game_id is not None:
        games.add(case.game_id)
        alike |= Q(pk__in=Case.objects.filter(reports__game=case.game_id).values("pk"))
    alike |= Q(game__in=games)
    rows = cases_for(viewer).filter(alike).exclude(pk=case.pk)
    return list(rows.select_related("player", "game").order_by("-pk")[:RELATED])
