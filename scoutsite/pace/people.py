"""Made-up people, drawn by a seed: where they live, when they sleep, what they do when told.

What is called assumed has no source: ``docs/pace.md`` shows what other numbers would change.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from zoneinfo import ZoneInfo

from scoutsite.pace.hours import Hours

ZONES = {
    "one": ("Europe/Berlin",),
    "mixed": ("Europe/Berlin", "America/New_York", "Asia/Tokyo"),
    "world": (
        *("America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Europe/London"),
        *("Europe/Berlin", "Africa/Nairobi", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney"),
    ),
}
"""Where people live, by setting: each draws one. Assumed."""
LEVELS = ("easy", "steady")
"""How people play: as these bots. With half of each, games at four have about 105 turns."""
UP = (7.0, 1.0)
TO_BED = (23.0, 1.0)
"""Mean hour and its standard deviation among people. Assumed."""
MOST_APART = 2.0
"""Most hours by which somebody differs from the mean."""
AWAY_DAYS = 5
AWAY_FROM = (1, 10)
"""How long somebody who goes away is away, and in how many days after the invitation they go: the
first and the last of them. Assumed."""
HABITUAL = ((8.0, 10.0), (18.0, 22.0))
"""Between which hours people look at the site by themselves: once in the morning, once in the
evening. Assumed."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What people have in common. Medians are of waking time, and spreads are log-normal."""

    phones: float = 2 / 3
    """The share of people who allow notifications on a phone. Assumed."""
    push_minutes: float = 6
    """Until somebody acts on a push. Assumed, of the order that studies of notifications report."""
    push_spread: float = 1.2
    """One in twenty takes over 40 minutes. Assumed."""
    email_hours: float = 2
    """Until somebody acts on an email. Kooti et al., *Evolution of conversations in the age of
    email overload* (2015), found 47 minutes for replies between people who write to each other;
    what a site writes is less urgent. Assumed."""
    email_spread: float = 1.0
    """One in twenty takes over 10 hours. Assumed."""
    forgets: float = 0.15
    """How often a notice leads to nothing. Assumed."""
    keeps_habit: float = 0.85
    """How often the habitual look takes place. Assumed."""
    away: float = 0
    """The share of people who go away for days during the game, and look at nothing there."""
    glances: float = 0.15
    """How often somebody opens the table at their turn, and leaves it for later. Assumed."""
    thinks_seconds: float = 45
    thinks_spread: float = 0.8
    """From a look to the move. Assumed."""
    stays_minutes: float = 2
    stays_spread: float = 1.0
    """How long the page stays open after a move. Assumed."""
    notices_seconds: float = 15
    notices_spread: float = 0.7
    """Until somebody with the page open sees that it is their turn. The page shows it in half a
    second; the rest is assumed."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays."""

    number: int
    """In the order of the seats before the game begins; 0 opens it."""
    zone: str
    hours: Hours
    has_phone: bool
    level: str
    looks: tuple[timedelta, ...]
    """When they look at the site by themselves, from midnight."""
    away: tuple[date, ...]
    """The days on which they are away, in order."""
    key: str
    """What all chances of theirs are drawn by."""


def draw_people(players: int, *, key: str, zones: str, habits: Habits, opens: date) -> list[Person]:
    """Return the people of one game; the same ``key`` gives the same.

    ``opens`` is the day of the invitation.
    """
    chance = Random(f"people {key}")  # noqa: S311 (a simulation)
    return [
        _drawn(number, f"{key} {number}", zones, habits, opens, chance) for number in range(players)
    ]


def _drawn(
    number: int, key: str, zones: str, habits: Habits, opens: date, chance: Random
) -> Person:
    zone, away = chance.choice(ZONES[zones]), _away(habits, opens, f"away {key}")
    hours = Hours(ZoneInfo(zone), _hour(UP, chance), _hour(TO_BED, chance), f"hours {key}", away)
    return Person(
        number=number,
        zone=zone,
        hours=hours,
        has_phone=chance.random() < habits.phones,
        level=chance.choice(LEVELS),
        looks=tuple(timedelta(hours=chance.uniform(*between)) for between in HABITUAL),
        away=away,
        key=key,
    )


def _away(habits: Habits, opens: date, key: str) -> tuple[date, ...]:
    # By a chance of its own: all else stays as it is without.
    chance = Random(key)  # noqa: S311 (a simulation)
    if chance.random() >= habits.away:
        return ()
    first = opens + chance.randint(*AWAY_FROM) * _DAY
    return tuple(first + day * _DAY for day in range(AWAY_DAYS))


def _hour(about: tuple[float, float], chance: Random) -> timedelta:
    mean, deviation = about
    apart = chance.gauss(0, deviation)
    return timedelta(hours=mean + max(-MOST_APART, min(apart, MOST_APART)))
