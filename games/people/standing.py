"""What stands against a player, and what they may not do for it."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Sanction, SanctionKind
from games.order.wording import moment
from games.rules.errors import RuleError

_KEEP_AWAY = (SanctionKind.BAN, SanctionKind.SUSPENSION)


class Standing(NamedTuple):
    """A sanction that stands."""

    kind: str
    until: datetime | None
    reason: str
    id: int = 0
    """Its key, where it was looked up."""


def standing_sanctions(*, now: datetime) -> QuerySet[Sanction]:
    """The sanctions that stand at ``now``."""
    still = Q(until__isnull=True) | Q(until__gt=now)
    return Sanction.objects.filter(still, ended_at__isnull=True)


def standing_of(user: AbstractUser) -> list[Standing]:
    """All that stands against ``user``, the oldest first; one small query."""
    found = standing_sanctions(now=timezone.now()).filter(player=user.pk).order_by("pk")
    return [Standing(*row) for row in found.values_list("kind", "until", "reason", "pk")]


def lock_player(user: AbstractUser) -> None:
    """Let nobody else seat ``user``, or keep them away, until the transaction is over.

    Players are locked before games: two who wait for each other would wait for ever.
    ``RuleError`` (``not_seated``) for a guest who became an account meanwhile.
    """
    users = get_user_model()._default_manager.select_for_update(no_key=True)
    if users.filter(pk=user.pk).values_list("pk").first() is None:
        raise RuleError("not_seated", _("You have signed in meanwhile. Load the page again."))


def is_kept_away(user_id: int) -> bool:
    """Whether a ban or a suspension stands against somebody."""
    standing = standing_sanctions(now=timezone.now())
    return standing.filter(player=user_id, kind__in=_KEEP_AWAY).exists()


def refuse_to_sit(user: AbstractUser) -> None:
    """``RuleError`` (``banned``, ``suspended``) for one who may not sit down anywhere."""
    _refuse(Q(player=user.pk), _KEEP_AWAY)


def refuse_to_speak(user_id: int) -> None:
    """``RuleError`` (``banned``, ``suspended``, ``muted``) for one who may not say anything."""
    _refuse(Q(player=user_id), (*_KEEP_AWAY, SanctionKind.MUTE))


def refuse_to_play(*, game_id: int, seat: int, warned: bool = False) -> None:
    """``RuleError`` where the player of ``seat`` may not move.

    ``banned``, ``suspended``, or, unless one may be ``warned``, ``unread_warning`` until a warning
    was read.
    """
    kinds = _KEEP_AWAY if warned else (*_KEEP_AWAY, SanctionKind.WARNING)
    _refuse(Q(player__seats__game=game_id, player__seats__number=seat), kinds)


def _refuse(whose: Q, kinds: Collection[str]) -> None:
    found = standing_sanctions(now=timezone.now()).filter(whose, kind__in=kinds)
    for kind, until, reason in found.order_by("pk").values_list("kind", "until", "reason"):
        raise refusal_for(Standing(kind, until, reason))


def refusal_for(standing: Standing) -> RuleError:
    """What one is answered against whom this stands."""
    until = standing.until and moment(standing.until)
    match standing.kind:
        case SanctionKind.WARNING:
            return RuleError(
                "unread_warning",
                _("A moderator has warned you. Read the warning first; then play on."),
            )
        case SanctionKind.MUTE:
            sentence = _("You can’t write here until {until}. The reason: {reason}")
            code = "muted"
        case SanctionKind.SUSPENSION:
            sentence = _("You can’t play until {until}. The reason: {reason}")
            code = "suspended"
        case _:
            sentence = _("Your account is banned. The reason: {reason}")
            code = "banned"
    if standing.kind == SanctionKind.MUTE and until is None:
        sentence = _("You can’t write here any more. The reason: {reason}")
    return RuleError(code, sentence.format(until=until, reason=standing.reason))
