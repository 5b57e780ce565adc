"""Which tries are in a day's distribution."""

from datetime import date

from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest
from django_ratelimit.core import get_usage

from games.people.users import player_of

UNKNOWN = 3
"""People without a confirmed email address that count, from one network address: a household."""


def is_counted(request: HttpRequest, user: AbstractUser, day: date) -> bool:
    """Return whether a try that begins now is in the distribution; ask once a try.

    A new guest can try again and again, or open accounts.
    """
    if player_of(user).email_confirmed:
        return True
    usage = get_usage(
        request,
        group=f"days {day.isoformat()}",
        key="ip",
        # Much longer than the day that the group names: the windows begin at any hour.
        rate=f"{UNKNOWN}/30d",
        increment=True,
    )
    return not (usage and usage["should_limit"])
