"""Working out anew what the names of users look like."""

from typing import Any

from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.people.name_keys import name_key, name_look

AT_ONCE = 500


def renew_keys(users: QuerySet[Any]) -> int:
    """Write the keys of all ``users``; return how many were others.

    Of those with the same key, the oldest has it, the others have it with a line of their own.
    """
    changed = []
    taken: set[str] = set()
    columns = ("pk", "username", "name_key", "name_look")
    for user in users.order_by("date_joined", "pk").only(*columns).iterator(AT_ONCE):
        key, look = name_key(user.username), name_look(user.username)
        due = f"{key}\n{user.pk}" if key in taken else key
        taken.add(key)
        if (user.name_key, user.name_look) != (due, look):
            user.name_key, user.name_look = due, look
            changed.append(user)
    # Out of each other's way first: keys are unique.
    for start in range(0, len(changed), AT_ONCE):
        some = users.filter(pk__in=[user.pk for user in changed[start : start + AT_ONCE]])
        some.update(name_key=Concat(Value("\n"), Cast(F("pk"), CharField())))
    users.bulk_update(changed, ["name_key", "name_look"], batch_size=AT_ONCE)
    return len(changed)
