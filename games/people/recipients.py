"""Users who may get emails about games."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth import get_user_model


@dataclass(frozen=True, slots=True)
class Recipient:
    """A user with a confirmed address who accepts emails."""

    user_id: int
    name: str
    email: str
    zone: ZoneInfo
    turn_mail: str
    turn_mail_minutes: int
    digest_hour: int
    game_end_mail: bool

    @property
    def wants_ends(self) -> bool:
        return self.game_end_mail and self.turn_mail != "none"


COLUMNS = (
    *("pk", "username", "email", "time_zone"),
    *("turn_mail", "turn_mail_minutes", "digest_hour", "game_end_mail"),
    *("is_active", "is_guest", "email_confirmed", "mail_paused_reason"),
)
"""The columns for ``recipient_of``, in order."""


def recipient_of(columns: Sequence[Any]) -> Recipient | None:
    """Return the user with these ``COLUMNS``; None if they get no emails."""
    pk, name, email, zone, *chosen, active, guest, confirmed, paused = columns
    if pk is None or not (active and confirmed and email) or guest or paused:
        return None
    return Recipient(pk, name, email, _zone(zone), *chosen)


def recipients(user_ids: Collection[int]) -> dict[int, Recipient]:
    """Return the recipients among ``user_ids``; one query."""
    rows = get_user_model()._default_manager.filter(pk__in=user_ids).values_list(*COLUMNS)
    found = filter(None, map(recipient_of, rows))
    return {recipient.user_id: recipient for recipient in found}


def zones(user_ids: Collection[int]) -> dict[int, ZoneInfo]:
    """Return all these users' time zones; one query."""
    rows = get_user_model()._default_manager.filter(pk__in=user_ids)
    return {pk: _zone(zone) for pk, zone in rows.values_list("pk", "time_zone")}


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
