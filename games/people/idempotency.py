"""Repeated requests, done once and answered each time."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import IdempotencyKey
from games.rules.errors import RuleError

KEPT_FOR = timedelta(days=2)


class Answer(NamedTuple):
    """A status and JSON body."""

    status: int
    body: Any


def once(
    *, user: AbstractUser, key: str, request: bytes, act: Callable[[], Answer], again: bool = False
) -> Answer:
    """Return ``act``'s answer, or the earlier one for this ``key`` and ``request``.

    The key is committed with what ``act`` writes, unless it refuses. With ``again``, ``act``
    answers anew. Raise ``key_reused``.
    """
    digest = hashlib.sha256(request).hexdigest()
    with transaction.atomic():
        row, new = IdempotencyKey.objects.select_for_update().get_or_create(
            user_id=user.pk, key=key, defaults={"request": digest}
        )
        if row.request != digest:
            raise RuleError("key_reused", _("This key has already been used for another request."))
        if again:
            return act()
        if not new and row.status is not None:
            return Answer(row.status, row.answer)
        answer = act()
        row.status, row.answer = answer
        row.save(update_fields=["status", "answer"])
    return answer


def forget_old(*, now: datetime) -> int:
    """Delete expired keys; return the number."""
    return IdempotencyKey.objects.filter(created_at__lt=now - KEPT_FOR).delete()[0]
