"""Signs as rows: written, brought up to date, moved, forgotten."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Q

from games.models import Sign, SignKind, Strength

KEPT_FOR = timedelta(days=90)
"""A sign that was not seen for so long is deleted."""
DISMISSED_FOR = timedelta(days=90)
"""How long a sign that a moderator has dismissed stays away."""
GROWN = 1.5
"""Unless it weighs so many times what it did then."""


class Found(NamedTuple):
    """A sign, as the figures say it now."""

    kind: SignKind
    strength: Strength
    player_id: int
    figures: dict[str, Any]
    weight: float
    """How much there is of it, never negative."""
    other_id: int | None = None
    game_id: int | None = None


def keep(found: Found, *, now: datetime) -> None:
    """Write the sign, or bring its row up to date; a dismissed one may come back."""
    values: dict[str, Any] = {
        "strength": found.strength,
        "figures": found.figures,
        "weight": found.weight,
        "last_seen_at": now,
    }
    with transaction.atomic():
        about: dict[str, Any] = {
            "kind": found.kind,
            "player_id": found.player_id,
            "other_id": found.other_id,
            "game_id": found.game_id,
        }
        sign, _made = Sign.objects.update_or_create(
            **about,
            defaults=values,
            create_defaults={**values, "first_seen_at": now},
        )
        comes_back = Q(dismissed_until__lte=now) | Q(weight__gt=F("dismissed_weight") * GROWN)
        Sign.objects.filter(comes_back, pk=sign.pk).update(
            dismissed_until=None, dismissed_weight=None
        )


def move_signs(*, source_id: int, target_id: int) -> None:
    """Give the signs of a guest to their account, but for those that it has itself."""
    Sign.objects.filter(player=source_id, other=target_id).delete()
    Sign.objects.filter(player=target_id, other=source_id).delete()
    for column in ("player", "other"):
        for sign in Sign.objects.filter(**{column: source_id}):
            setattr(sign, f"{column}_id", target_id)
            same = Sign.objects.filter(
                kind=sign.kind, player=sign.player_id, other=sign.other_id, game=sign.game_id
            )
            if same.exists():
                sign.delete()
            else:
                sign.save(update_fields=[column])


def forget_old_signs(*, now: datetime) -> None:
    """Delete signs that were not seen for long, and are not being kept away."""
    gone = Sign.objects.filter(last_seen_at__lte=now - KEPT_FOR)
    gone.filter(Q(dismissed_until=None) | Q(dismissed_until__lte=now)).delete()
