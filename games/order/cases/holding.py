"""Who is on a case, and who has looked at it."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Case, CaseLook, CaseState
from games.order.after.appeals import refuse_who_acted
from games.order.audit import refuse_own_case, refuse_unless_moderator
from games.rules.errors import RuleError

LATELY = timedelta(hours=1)
"""Moderators see who else has looked within this time."""
_SAME_LOOK = timedelta(minutes=1)


class Look(NamedTuple):
    """A moderator's last look."""

    user: AbstractUser
    at: datetime


def look(*, case: Case, by: AbstractUser) -> None:
    """Note that ``by`` looks at ``case``; they take an open one that nobody is on, if they may.

    Raise ``not_moderator``.
    """
    refuse_unless_moderator(by)
    now = timezone.now()
    seen = CaseLook.objects.filter(case=case, user=by.pk)
    if not seen.filter(at__gt=now - _SAME_LOOK).exists():
        CaseLook.objects.update_or_create(case=case, user_id=by.pk, defaults={"at": now})
    if case.state == CaseState.OPEN and case.taken_by_id is None:
        try:
            _refuse(case, by)
        except RuleError:
            return
        _free(case).update(taken_by=by.pk, taken_at=now)
        case.refresh_from_db(fields=["taken_by", "taken_at"])


def take(*, case: Case, by: AbstractUser) -> None:
    """Put ``by`` on the case, also instead of another.

    Raise ``closed_already``, ``not_moderator``, ``own_case`` or, of an appeal, ``own_act``.
    """
    refuse_unless_moderator(by)
    _refuse(case, by)
    _hand(case, by)


def hand_on(*, case: Case, to: AbstractUser, by: AbstractUser) -> None:
    """Put ``to`` on the case. Raise as ``take``, of either of the two."""
    refuse_unless_moderator(by)
    take(case=case, by=to)


def let_go(*, case: Case, by: AbstractUser) -> None:
    """Take ``by`` off the case, if they are on it. Raise ``not_moderator``."""
    refuse_unless_moderator(by)
    Case.objects.filter(pk=case.pk, taken_by=by.pk).update(taken_by=None, taken_at=None)


def others_lately(*, case: Case, by: AbstractUser) -> list[Look]:
    """Return who else has looked lately, latest first."""
    looks = CaseLook.objects.filter(case=case, at__gt=timezone.now() - LATELY)
    rows = looks.exclude(user=by.pk).select_related("user").order_by("-at")
    return [Look(row.user, row.at) for row in rows]


def _refuse(case: Case, by: AbstractUser) -> None:
    refuse_own_case(by=by, player=case.player, game=case.game, case=case)
    refuse_who_acted(case, by=by)


def _hand(case: Case, to: AbstractUser) -> None:
    with transaction.atomic():
        taken = Case.objects.filter(pk=case.pk, state=CaseState.OPEN)
        if not taken.update(taken_by=to.pk, taken_at=timezone.now()):
            raise RuleError("closed_already", _("This case is already closed."))


def _free(case: Case) -> QuerySet[Case]:
    return Case.objects.filter(pk=case.pk, state=CaseState.OPEN, taken_by__isnull=True)
