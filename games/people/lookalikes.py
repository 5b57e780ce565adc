"""Finding users by what their names look like."""

from typing import TypeVar

from django.contrib.auth.models import AbstractUser
from django.db.models import Case, Q, QuerySet, Value, When

from games.people.name_keys import looks, name_key

U = TypeVar("U", bound=AbstractUser)


def looking_like(*names: str) -> Q:
    """Match users whose names look like one of ``names``."""
    keys = frozenset().union(*map(looks, names))
    return Q(name_key__in=keys) | Q(name_look__in=keys)


def one_called(name: str, users: QuerySet[U]) -> U | None:
    """Return the one of ``users`` whom ``name`` means: in any case, but best as it is written."""
    found = users.filter(Q(username=name) | Q(name_key=name_key(name)))
    return found.order_by(Case(When(username=name, then=Value(0)), default=Value(1))).first()
