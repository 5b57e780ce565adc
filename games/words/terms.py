"""A game's terms in short."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.words.times import time_and_zone, turn_time


def players_in_short(players: int) -> str:
    """Return ``"4 players"``."""
    return ngettext("{count} player", "{count} players", players).format(count=players)


def time_in_short(turn_seconds: int | None) -> str:
    """Return ``"1 day a turn"``."""
    if turn_seconds is None:
        return _("no time limit")
    return _("{time} a turn").format(time=turn_time(turn_seconds))


def start_in_short(starts_at: datetime, now: datetime) -> str:
    """Return ``"starts Sun 20:00 CET"``."""
    return _("starts {time}").format(time=time_and_zone(starts_at, now))


def kind_in_short(*, rated: bool, for_bot_accounts: bool = False) -> str:
    """Return ``"rated"``, ``"rated, for bot accounts"`` or ``"friendly"``."""
    if for_bot_accounts:
        return _("rated, for bot accounts")
    return _("rated") if rated else _("friendly")
