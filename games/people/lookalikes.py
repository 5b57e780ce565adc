"""Finding users by what their names look like."""

from typing import TypeVar

from django.contrib.auth.models import AbstractUser
from django.db.models import Case, Q, QuerySet, Value, When

from games.people.name_keys import looks, name_key

U = TypeVar("U", bound=AbstractUser)


def looking_like(name: str) -> Q:
    """Match users whose names look like ``name``."""
    keys = looks(name)
    return Q(name_key__in=keys) | Q(name_look__in=keys)


def one_called(name: str, users: QuerySet[U]) -> U | None:
    """Return the one of ``users`` whom ``name`` means: in any case, but best as it is written."""
    if "\0" in name:
        # Nobody has such a name, and PostgreSQL rejects the query.
        return None
    found = users.filter(Q(username=name) | Q(name_key=name_key(name)))
    return found.order_by(Case(When(username=name, then=Value(0)), default=Value(1))).first()
