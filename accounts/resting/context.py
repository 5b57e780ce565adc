"""What the page "How we tell you" shows of an account's rest."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.resting.painted import painted
from accounts.resting.stock import stock_of
from accounts.resting.typed import hours_offered, typed_week
from games.rest.week import week_text


def quiet_context(user: User) -> dict[str, Any]:
    """Return the week to paint, and the times to type."""
    rest = user.rest
    return {
        "days": painted(rest, timezone.now()),
        "nights": typed_week(rest.week),
        "hours": hours_offered(),
        "was": week_text(rest.week),
    }


def holiday_context(user: User) -> dict[str, Any]:
    """Return the days off, and an empty form for more."""
    return {"stock": stock_of(user.rest, timezone.now()), "holiday": {}}
