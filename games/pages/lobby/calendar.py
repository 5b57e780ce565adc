"""Deadlines and starts as a calendar (RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, vDuration

from games.lobby.deadlines import Deadline, Start
from games.words.links import site_link

PRODUCT = "-//Next Act//Deadlines//EN"
_ASK_AGAIN = timedelta(hours=1)
"""How long a calendar may wait until it asks again."""


def calendar_of(deadlines: Iterable[Deadline], starts: Iterable[Start] = ()) -> bytes:
    """Return a calendar with an entry for each; the same for the same ones."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("Next Act: your turns"))
    calendar.add("refresh-interval", _ASK_AGAIN, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(_ASK_AGAIN))
    for each in deadlines:
        calendar.add_component(_entry(each))
    for start in starts:
        calendar.add_component(_start(start))
    written: bytes = calendar.to_ical()
    return written


def _entry(deadline: Deadline) -> Event:
    link = site_link(reverse("games:table", args=[deadline.public_id]))
    entry = Event()
    # The same for as long as this turn lasts, also if its time is extended.
    entry.add("uid", f"{deadline.public_id}-{deadline.seat}-{deadline.seq}@next-act")
    entry.add("dtstamp", deadline.began_at.astimezone(UTC))
    entry.add("dtstart", deadline.at.astimezone(UTC))
    entry.add("summary", _("Your turn in {game}").format(game=deadline.game))
    entry.add("description", _("Your time ends now. Take your turn: {link}").format(link=link))
    entry.add("url", link)
    # Nobody is busy because a turn ends.
    entry.add("transp", "TRANSPARENT")
    return entry


def _start(start: Start) -> Event:
    link = site_link(reverse("games:table", args=[start.public_id]))
    entry = Event()
    entry.add("uid", f"{start.public_id}-start@next-act")
    entry.add("dtstamp", start.created_at.astimezone(UTC))
    entry.add("dtstart", start.at.astimezone(UTC))
    entry.add("summary", _("{game} starts").format(game=start.game))
    entry.add("description", _("The cards are dealt now: {link}").format(link=link))
    entry.add("url", link)
    entry.add("transp", "TRANSPARENT")
    return entry
