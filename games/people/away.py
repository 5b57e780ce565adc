"""Players on holiday, as everybody at a table may know."""

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta

from games.log.deadlines import REST_FROM
from games.models import Game, Seat
from games.rest.reckoning import rest_of


def away_at(
    game: Game, seats: Iterable[Seat], now: datetime, *, left: Collection[int] = ()
) -> dict[int, date]:
    """Return by seat the day on which its player is back, where one is on holiday.

    A seat whose player ``left`` has nobody to come back. ``seats`` come with their kinds.
    """
    if not tells_holidays(game.turn_seconds):
        return {}
    found = ((seat.number, back_on(seat.holidays, now)) for seat in seats)
    return {number: day for number, day in found if day is not None and number not in left}


def tells_holidays(turn_seconds: int | None) -> bool:
    """Return whether a game is so slow that it matters who is on holiday."""
    return turn_seconds is None or timedelta(seconds=turn_seconds) >= REST_FROM


def back_on(holidays: str | None, now: datetime) -> date | None:
    """Return the day on which a user with these holidays is back; None if they are not away."""
    holiday = rest_of("UTC", "", holidays or "").away_at(now)
    return holiday and holiday.back_on
