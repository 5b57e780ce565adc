"""Holidays as others see them."""

from datetime import date

from django.utils.translation import gettext as _

from games.words.times import short_day


def on_holiday(back: date) -> str:
    """Return ``"on holiday until 28 Dec"``."""
    return _("on holiday until {day}").format(day=short_day(back))
