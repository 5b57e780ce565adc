"""What a moderator is not to learn, having a part in it: who complained of them, and who looked."""

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import ActionKind, GameStatus, ModerationAction, Report, Seat

User = AbstractUser | AnonymousUser

_NOT_OVER = (GameStatus.OPEN, GameStatus.RUNNING)


def reports_for(reader: User) -> QuerySet[Report]:
    """The reports that ``reader`` may read.

    None about themselves or about a game they sit or sat in, unless they are an administrator.
    """
    reports = Report.objects.all()
    if getattr(reader, "is_superuser", False):
        return reports
    return reports.exclude(Q(player=reader.pk) | Exists(_seats_of(reader)))


def actions_for(reader: User) -> QuerySet[ModerationAction]:
    """The rows of the audit log that ``reader`` may read, the latest first.

    That somebody opened the hands of a game, its players learn when it is over, and what became of
    a report that ``reader`` may not read stays hidden with it; but not from administrators.
    """
    actions = ModerationAction.objects.order_by("-pk")
    if getattr(reader, "is_superuser", False):
        return actions
    going_on = _seats_of(reader).filter(game__summary__status__in=_NOT_OVER)
    looked = Q(kind=ActionKind.OPEN_HANDS) & Q(Exists(going_on))
    concerns = Q(player=reader.pk) | Q(Exists(_seats_of(reader)))
    return actions.exclude(looked).exclude(Q(kind=ActionKind.CLOSE_REPORT) & concerns)


def _seats_of(reader: User) -> QuerySet[Seat]:
    """The seats of ``reader`` in the game of a row (``OuterRef``)."""
    return Seat.objects.filter(game=OuterRef("game"), user=reader.pk)
