"""A player's current sanctions, and what they forbid."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Sanction, SanctionKind
from games.rules.errors import RuleError
from games.words.times import moment

KEEP_AWAY = (SanctionKind.BAN, SanctionKind.SUSPENSION)


class Standing(NamedTuple):
    """A sanction in force."""

    kind: str
    until: datetime | None
    reason: str
    id: int = 0


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
    _refuse(user_id, (*KEEP_AWAY, SanctionKind.MUTE))


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
