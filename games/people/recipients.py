"""The users to whom mails about games may go, and what they chose."""

from collections.abc import Collection
from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth import get_user_model


@dataclass(frozen=True, slots=True)
class Reader:
    """A user with a confirmed address that takes mails."""

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
        """Whether they are told when a game ends."""
        return self.game_end_mail and self.turn_mail != "none"


def readers(user_ids: Collection[int]) -> dict[int, Reader]:
    """Those of the users to whom mails about games may go, by key; one query."""
    rows = (
        get_user_model()
        .objects.filter(
            pk__in=user_ids,
            is_active=True,
            is_guest=False,
            email_confirmed=True,
            mail_paused_reason="",
        )
        .exclude(email="")
        .values_list(
            *("pk", "username", "email", "time_zone"),
            *("turn_mail", "turn_mail_minutes", "digest_hour", "game_end_mail"),
        )
    )
    return {
        pk: Reader(pk, name, email, _zone(zone), *chosen) for pk, name, email, zone, *chosen in rows
    }


def zones(user_ids: Collection[int]) -> dict[int, ZoneInfo]:
    """Where the clocks of users stand, whether they take mails or not, by key; one query."""
    rows = get_user_model()._default_manager.filter(pk__in=user_ids)
    return {pk: _zone(zone) for pk, zone in rows.values_list("pk", "time_zone")}


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
