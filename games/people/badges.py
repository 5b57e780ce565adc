"""Names of accounts with their badges."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractUser
from django.utils.safestring import SafeString

from games.people.kinds import kinds_among
from games.words.names import named


def names_of(users: Collection[AbstractUser]) -> dict[int, SafeString]:
    """Return each user's name with its badge, by key; one query."""
    kinds = kinds_among(users)
    return {user.pk: named(user.get_short_name(), kinds[user.pk]) for user in users}


def name_of(user: AbstractUser) -> SafeString:
    """Return one user's name with its badge."""
    return names_of([user])[user.pk]
