"""What moderators may not learn about their own cases."""

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import NOT_OVER, ActionKind, FormerPlayer, ModerationAction, Report, Seat

User = AbstractUser | AnonymousUser


def reports_for(viewer: User) -> QuerySet[Report]:
    """Return the reports ``viewer`` may read.

    Only administrators see those about themselves or games they sit or sat in.
    """
    reports = Report.objects.all()
    if viewer.is_superuser:
        return reports
    return reports.exclude(Q(player=viewer.pk) | _sat_there(viewer))


def actions_for(viewer: User) -> QuerySet[ModerationAction]:
    """Return the audit log ``viewer`` may read, latest first.

    Unless administrators, they learn only after their own game that its hands were opened, and
    nothing of acts on reports hidden from them.
    """
    actions = ModerationAction.objects.order_by("-pk")
    if viewer.is_superuser:
        return actions
    going_on = _seats_of(viewer).filter(game__summary__status__in=NOT_OVER)
    looked = Q(kind=ActionKind.OPEN_HANDS) & Q(Exists(going_on))
    concerns = Q(player=viewer.pk) | _sat_there(viewer)
    return actions.exclude(looked).exclude(Q(kind=ActionKind.CLOSE_REPORT) & concerns)


def _sat_there(viewer: User) -> Q:
    """Whether they sit at the game's table, or sat there until somebody took their chair."""
    had = FormerPlayer.objects.filter(seat__game=OuterRef("game"), user=viewer.pk)
    return Q(Exists(_seats_of(viewer))) | Q(Exists(had))


def _seats_of(viewer: User) -> QuerySet[Seat]:
    return Seat.objects.filter(game=OuterRef("game"), user=viewer.pk)
