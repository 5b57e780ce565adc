"""Repeated requests, done once.

What is kept of an answer is small: a repeat is told of the game as it is then.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import IdempotencyKey
from games.rules.errors import RuleError

KEPT_FOR = timedelta(days=2)
AT_MOST = 3_000
"""Most keys kept for an account, of moves and of other requests each."""


class Answer(NamedTuple):
    """A status and a game, or what else the log tells the same, as JSON; empty: no body."""

    status: int
    body: dict[str, Any]


class Done(NamedTuple):
    """What an earlier request did: its status, and the game it led to, empty if to none."""

    status: int
    game: str
    version: int


class TooManyKeysError(Exception):
    """All keys of an account are in use for ``wait`` more seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__()
        self.wait = wait


def once(
    *,
    user: AbstractUser,
    key: str,
    request: bytes,
    act: Callable[[], Answer],
    told_by_log: bool = False,
) -> Answer | Done:
    """Return ``act``'s answer, or what the same ``request`` with this ``key`` did before.

    The key is committed with what ``act`` writes, unless it refuses. With ``told_by_log``, ``act``
    always answers and does nothing twice, so old keys may be forgotten; others are never, and one
    too many raises ``TooManyKeysError``. Raise ``key_reused``.
    """
    digest = hashlib.sha256(request).hexdigest()
    with transaction.atomic():
        row, new = IdempotencyKey.objects.select_for_update().get_or_create(
            user_id=user.pk, key=key, defaults={"request": digest}
        )
        if row.request != digest:
            raise RuleError("key_reused", _("This key has already been used for another request."))
        if told_by_log:
            if new:
                _forget_oldest_moves(user)
            return act()
        if row.status is not None:
            return Done(row.status, row.game, row.version)
        _check_number(user)
        answer = act()
        row.status, row.game = answer.status, answer.body.get("id", "")
        row.version = answer.body.get("version", 0)
        row.save(update_fields=["status", "game", "version"])
    return answer


def _check_number(user: AbstractUser) -> None:
    """Forget none: what has been done must not be done again."""
    now = timezone.now()
    kept = IdempotencyKey.objects.filter(
        user_id=user.pk, status__isnull=False, created_at__gt=now - KEPT_FOR
    ).order_by("created_at")
    if kept.count() >= AT_MOST:
        raise TooManyKeysError((kept[0].created_at + KEPT_FOR - now).total_seconds())


def _forget_oldest_moves(user: AbstractUser) -> None:
    moves = IdempotencyKey.objects.filter(user_id=user.pk, status__isnull=True).order_by("-pk")
    # Another move may be forgetting them too, or be one of them, sent again.
    oldest = moves.select_for_update(skip_locked=True).values_list("pk", flat=True)[AT_MOST:]
    if found := [*oldest]:
        IdempotencyKey.objects.filter(pk__in=found).delete()


def forget_old(*, now: datetime) -> int:
    """Delete expired keys; return the number."""
    return IdempotencyKey.objects.filter(created_at__lt=now - KEPT_FOR).delete()[0]
