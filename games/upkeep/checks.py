"""System checks."""

from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning
from django.db import DatabaseError

from games.order.moderators import moderators
from games.people.recipients import recipients


def need_numba(**options: Any) -> list[CheckMessage]:
    """Warn if experts should look ahead but Numba is missing."""
    if settings.EXPERT_LOOKS_AHEAD and find_spec("numba") is None:
        return [
            CheckWarning(
                "EXPERT_LOOKS_AHEAD is on, but Numba is not installed: experts won't look ahead.",
                hint="Run make search to install it.",
                id="games.W001",
            )
        ]
    return []


def need_somebody_to_tell(**options: Any) -> list[CheckMessage]:
    """Warn if no moderator can be written to: a report of an emergency would reach nobody."""
    try:
        told = recipients(moderators().values_list("pk", flat=True))
    except DatabaseError:
        # There are no tables yet, or the database is away, which others say.
        return []
    if any(each.mailable for each in told.values()):
        return []
    return [
        CheckWarning(
            "Nobody can be told of urgent cases: no moderator has a confirmed email address.",
            hint="manage.py createsuperuser makes an administrator with one.",
            id="games.W002",
        )
    ]
