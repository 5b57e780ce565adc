"""A request that was sent twice is done once, and answered twice."""

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
"""So long a key is remembered."""


class Answer(NamedTuple):
    """A status and a JSON body."""

    status: int
    body: Any


def once(
    *, user: AbstractUser, key: str, request: bytes, act: Callable[[], Answer], again: bool = False
) -> Answer:
    """What ``act`` answers, or what it answered to the same ``request`` under the same ``key``.

    All that ``act`` writes is committed together with the key; a refusal it raises leaves no key.
    With ``again``, for what is done once anyway, ``act`` answers anew each time.
    ``RuleError``: ``key_reused`` when the key came with another request.
    """
    digest = hashlib.sha256(request).hexdigest()
    with transaction.atomic():
        row, new = IdempotencyKey.objects.select_for_update().get_or_create(
            user_id=user.pk, key=key, defaults={"request": digest}
        )
        if row.request != digest:
            raise RuleError("key_reused", _("This key was used for another request."))
        if again:
            return act()
        if not new and row.status is not None:
            return Answer(row.status, row.answer)
        answer = act()
        row.status, row.answer = answer
        row.save(update_fields=["status", "answer"])
    return answer


def forget_old(*, now: datetime) -> int:
    """Forget keys that are no longer remembered; returns how many."""
    return IdempotencyKey.objects.filter(created_at__lt=now - KEPT_FOR).delete()[0]
