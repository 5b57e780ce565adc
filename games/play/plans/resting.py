"""When a plan may be played while its player rests. Reads."""

from datetime import datetime

from django.contrib.auth import get_user_model

from games.models import Game
from games.people.away import tells_holidays
from games.play.plans.waits import margin_of
from games.rest.reckoning import Rest, rest_of

_COLUMNS = ("time_zone", "quiet_week", "holidays", "plans_at_night")


def not_before(player_id: int, game: Game, moment: datetime, deadline: datetime | None) -> datetime:
    """Return when, from ``moment`` on, a player's plan may be played; one query.

    Not while the others see them on holiday; in their quiet hours only if they want that, or if the
    clock would decide before those end.
    """
    rows = get_user_model()._default_manager.filter(pk=player_id)
    zone, week, holidays, at_night = rows.values_list(*_COLUMNS).get()
    rest = rest_of(zone, week, holidays)
    back = _back_from_holiday(rest, moment) if tells_holidays(game.turn_seconds) else moment
    morning = None if at_night else rest.quiet_until(back)
    if morning is None:
        return back
    in_time = deadline is None or morning < deadline - margin_of(game.turn_seconds)
    return morning if in_time else back


def _back_from_holiday(rest: Rest, moment: datetime) -> datetime:
    holiday = rest.away_at(moment)
    return moment if holiday is None else holiday.ends_at
