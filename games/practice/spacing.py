"""When a position comes back: spaced repetition by FSRS."""

from datetime import UTC, datetime, time, timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from fsrs import Card, Rating, Scheduler

from games.bots.reviewing.grades import Grade

# Days, not minutes: people come by once a day. Nothing is drawn by lot, so that the same answers
# lead to the same days.
_SCHEDULER = Scheduler(
    learning_steps=(), relearning_steps=(), maximum_interval=365, enable_fuzzing=False
)
RIGHT = (Grade.BEST, Grade.FIND)
_RATINGS = {
    # Every position here is one whose best move is far ahead: to find it is no sign of ease.
    Grade.FIND: Rating.Good,
    Grade.BEST: Rating.Good,
    Grade.FINE: Rating.Hard,
    Grade.LOOSE: Rating.Again,
    Grade.COSTLY: Rating.Again,
}


class Spaced(NamedTuple):
    """A position's card after an answer."""

    state: dict[str, Any]
    """As FSRS writes it."""
    due_at: datetime
    """The beginning of the day on which it comes back, in the zone that is active."""


def spaced(state: dict[str, Any] | None, grade: Grade, now: datetime) -> Spaced:
    """Return the card after an answer: the best move is *good*, a fine one *hard*, others *again*.

    ``state`` is the card before, None for a new position. It comes back tomorrow at the earliest.
    """
    utc = now.astimezone(UTC)
    card = Card(card_id=0, due=utc) if state is None else Card.from_dict(state)  # type: ignore[arg-type]
    card, _log = _SCHEDULER.review_card(card, _RATINGS[grade], utc)
    tomorrow = timezone.localdate(now) + timedelta(days=1)
    day = max(timezone.localdate(card.due), tomorrow)
    due_at = timezone.make_aware(datetime.combine(day, time()))
    return Spaced(dict(card.to_dict()), due_at)
