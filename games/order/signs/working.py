"""Working out signs in batches: a pass a day over the people who were here lately, and all chat."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from django.contrib.auth import get_user_model

from games.models import SignWork
from games.order.signs.chat import signs_of_chat
from games.order.signs.keeping import Found, forget_old_signs, keep
from games.order.signs.late_turns import signs_of_turns
from games.order.signs.rated_games import signs_of_rated_games
from games.order.signs.reviewed_games import signs_of_reviews
from games.order.signs.shared_marks import signs_of_marks

AT_ONCE = 100
"""People in a batch."""
LATELY = timedelta(days=7)
"""People who were not here for so long have no new signs."""
EVERY = timedelta(hours=20)
"""From the beginning of a pass to that of the next."""

_PLAYERS, _CHAT = "players", "chat"


def work_out_signs(*, now: datetime, seconds: float) -> int:
    """Go on with the pass for so long at most; return the number of people looked at.

    A batch that is cut off is looked at again, and writes nothing twice.
    """
    until = time.monotonic() + seconds
    _look_at_chat(now)
    looked_at = 0
    for people in _batches(now, until):
        for found in signs_of(people, now=now):
            keep(found, now=now)
        looked_at += len(people)
    return looked_at


def signs_of(user_ids: list[int], *, now: datetime) -> Iterator[Found]:
    """Yield all signs about these people; a number of queries that doesn't depend on them."""
    yield from chain(
        signs_of_marks(user_ids, now=now),
        signs_of_rated_games(user_ids, now=now),
        signs_of_reviews(user_ids, now=now),
        signs_of_turns(user_ids, now=now),
    )


def _batches(now: datetime, until: float) -> Iterator[list[int]]:
    """Yield the next people of a pass, and note each batch once it has been looked at."""
    work, made = SignWork.objects.get_or_create(name=_PLAYERS, defaults={"began_at": now})
    mine = SignWork.objects.filter(pk=work.pk)
    if work.position == 0 and not made:
        if now - work.began_at < EVERY:
            return
        forget_old_signs(now=now)
        mine.update(began_at=now)
    position = work.position
    while True:
        here = _here_lately(now).filter(pk__gt=position).order_by("pk")
        people = list(here.values_list("pk", flat=True)[:AT_ONCE])
        if people:
            yield people
        position = people[-1] if len(people) == AT_ONCE else 0
        mine.update(position=position)
        if not position or time.monotonic() > until:
            return


def _here_lately(now: datetime) -> Any:
    users: Any = get_user_model()._default_manager
    return users.filter(last_seen__gte=(now - LATELY).date(), is_active=True)


def _look_at_chat(now: datetime) -> None:
    work, _made = SignWork.objects.get_or_create(name=_CHAT, defaults={"began_at": now})
    found, last = signs_of_chat(work.position)
    for each in found:
        keep(each, now=now)
    if last != work.position:
        SignWork.objects.filter(pk=work.pk).update(position=last)
