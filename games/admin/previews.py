"""What pages say before an act is done: who reads what."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.utils.safestring import SafeString

from games.admin.judging import usernames_of
from games.order.audit import ByMail, Telling


class Reading(NamedTuple):
    """A text, and who reads it."""

    readers: list[SafeString]
    text: str
    mail: ByMail
    times: int
    """How often each of them reads it."""


def readings(told: Iterable[Telling]) -> list[Reading]:
    """Return who reads what, and by which mail; those who read the same together."""
    found: dict[tuple[str, ByMail], Counter[int]] = defaultdict(Counter)
    for user_id, text, mail in told:
        found[text, mail][user_id] += 1
    users: Any = get_user_model()._default_manager
    people = users.in_bulk({user_id for readers in found.values() for user_id in readers})
    names = usernames_of(list(people.values()))
    return [
        Reading([names[user_id] for user_id in readers], text, mail, max(readers.values()))
        for (text, mail), readers in found.items()
    ]
