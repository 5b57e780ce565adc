"""A player's current sanctions, and what they forbid."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db.models import DateTimeField, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Sanction, SanctionKind
from games.rules.errors import RuleError
from games.words.times import moment

KEEP_AWAY = (SanctionKind.BAN, SanctionKind.SUSPENSION)
SILENCE = (*KEEP_AWAY, SanctionKind.MUTE)

ENDS = ("away_until", "warned_until", "silent_until")
"""Columns of another query: when the last sanction of a group ends; null without one."""
_GROUPS = (KEEP_AWAY, (SanctionKind.WARNING,), SILENCE)
_FOREVER = datetime(9999, 1, 1, tzinfo=UTC)


class Standing(NamedTuple):
    """A sanction in force."""

    kind: str
    until: datetime | None
    reason: str
    id: int = 0


class Barred(NamedTuple):
    """What moderators keep a player from."""

    away: bool = False
    """They may not play for now."""
    warned: bool = False
    """They have a warning to confirm before they move."""
    silenced: bool = False
    """They may not write."""

    @property
    def from_moving(self) -> bool:
        return self.away or self.warned


NOTHING = Barred()


def ends_of_sanctions(user: int) -> dict[str, Subquery]:
    """Return the columns ``ENDS``, for the user with this key."""
    return {name: _end(user, kinds) for name, kinds in zip(ENDS, _GROUPS, strict=True)}


def barred_at(now: datetime, ends: Collection[datetime | None]) -> Barred:
    """Return what the values of ``ENDS`` forbid at ``now``."""
    return Barred(*(end is not None and now < end for end in ends))


def _end(user: int, kinds: Collection[SanctionKind]) -> Subquery:
    standing = Sanction.objects.filter(player=user, ended_at=None, kind__in=kinds)
    ends = standing.annotate(ends=Coalesce("until", Value(_FOREVER, DateTimeField())))
    return Subquery(ends.order_by("-ends").values("ends")[:1])


def standing_sanctions(*, now: datetime) -> QuerySet[Sanction]:
    """Return the sanctions in force."""
    still = Q(until__isnull=True) | Q(until__gt=now)
    return Sanction.objects.filter(still, ended_at__isnull=True)


def standing_of(user: AbstractUser) -> list[Standing]:
    """Return the user's sanctions in force, oldest first; one query."""
    found = standing_sanctions(now=timezone.now()).filter(player=user.pk).order_by("pk")
    return [Standing(*row) for row in found.values_list("kind", "until", "reason", "pk")]


def lock_player(user: AbstractUser) -> None:
    """Lock ``user``, before any game, until the transaction ends.

    Raise ``not_seated`` for a guest who has become an account.
    """
    users = get_user_model()._default_manager.select_for_update(no_key=True)
    if users.filter(pk=user.pk).values_list("pk").first() is None:
        raise RuleError("not_seated", _("You’ve signed in meanwhile. Load the page again."))


def is_kept_away(user_id: int) -> bool:
    """Return whether a user is banned or suspended."""
    standing = standing_sanctions(now=timezone.now())
    return standing.filter(player=user_id, kind__in=KEEP_AWAY).exists()


def refuse_to_sit(user: AbstractUser) -> None:
    """Raise ``banned`` or ``suspended``."""
    _refuse(user.pk, KEEP_AWAY)


def refuse_to_speak(user_id: int) -> None:
    """Raise ``banned``, ``suspended`` or ``muted``."""
    _refuse(user_id, SILENCE)


def _refuse(user_id: int, kinds: Collection[str]) -> None:
    found = standing_sanctions(now=timezone.now()).filter(player=user_id, kind__in=kinds)
    for kind, until, reason in found.order_by("pk").values_list("kind", "until", "reason"):
        raise refusal_for(Standing(kind, until, reason))


def refusal_for(standing: Standing) -> RuleError:
    """Return the refusal for a sanction."""
    until = standing.until and moment(standing.until)
    match standing.kind:
        case SanctionKind.WARNING:
            return RuleError(
                "unread_warning",
                _("A moderator has warned you. Read the warning first, then you can play on."),
            )
        case SanctionKind.MUTE:
            sentence = _("You can’t write here until {until}. Reason: {reason}")
            code = "muted"
        case SanctionKind.SUSPENSION:
            sentence = _("You can’t play until {until}. Reason: {reason}")
            code = "suspended"
        case _:
            sentence = _("Your account is banned. Reason: {reason}")
            code = "banned"
    if standing.kind == SanctionKind.MUTE and until is None:
        sentence = _("You can no longer write here. Reason: {reason}")
    return RuleError(code, sentence.format(until=until, reason=standing.reason))
