"""What moderators may not learn about their own cases."""

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import NOT_OVER, ActionKind, Case, FormerPlayer, ModerationAction, Report, Seat

User = AbstractUser | AnonymousUser

_ABOUT_CASES = (ActionKind.CLOSE_REPORT, ActionKind.CLOSE_CASE, ActionKind.REOPEN_CASE)


def reports_for(viewer: User) -> QuerySet[Report]:
    """Return the reports ``viewer`` may read.

    Only administrators see those about themselves or games they sit or sat in.
    """
    reports = Report.objects.all()
    if viewer.is_superuser:
        return reports
    return reports.exclude(Q(player=viewer.pk) | _sat_there(viewer))


def cases_for(viewer: User) -> QuerySet[Case]:
    """Return the cases ``viewer`` may read.

    Only administrators see those about themselves, and those with a report they may not read.
    """
    cases = Case.objects.all()
    if viewer.is_superuser:
        return cases
    reports = Report.objects.filter(case=OuterRef("pk"))
    hidden = reports.filter(Q(player=viewer.pk) | _sat_there(viewer))
    return cases.exclude(Q(player=viewer.pk) | _sat_there(viewer) | Q(Exists(hidden)))


def actions_for(viewer: User) -> QuerySet[ModerationAction]:
    """Return the audit log ``viewer`` may read, latest first.

    Unless administrators, they learn only after their own game that its hands were opened, and
    nothing of how cases hidden from them were closed.
    """
    actions = ModerationAction.objects.order_by("-pk")
    if viewer.is_superuser:
        return actions
    going_on = _seats_of(viewer).filter(game__summary__status__in=NOT_OVER)
    looked = Q(kind=ActionKind.OPEN_HANDS) & Q(Exists(going_on))
    concerns = Q(player=viewer.pk) | _sat_there(viewer)
    hidden = Case.objects.filter(pk=OuterRef("case")).exclude(pk__in=cases_for(viewer).values("pk"))
    settled = Q(kind__in=_ABOUT_CASES) & (concerns | Q(Exists(hidden)))
    return actions.exclude(looked).exclude(settled)


def _sat_there(viewer: User) -> Q:
    """Whether they sit at the game's table, or sat there until somebody took their chair."""
    had = FormerPlayer.objects.filter(seat__game=OuterRef("game"), user=viewer.pk)
    return Q(Exists(_seats_of(viewer))) | Q(Exists(had))


def _seats_of(viewer: User) -> QuerySet[Seat]:
    return Seat.objects.filter(game=OuterRef("game"), user=viewer.pk)
