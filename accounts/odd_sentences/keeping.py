"""What is kept of odd sentences, how many wait, and for how long."""

from datetime import datetime, timedelta
from typing import Any

from accounts.odd_sentences.models import OddSentence

KEPT_WHEN_DONE = timedelta(days=90)


def how_many_wait() -> int:
    """Return how many sentences nobody is done with."""
    return OddSentence.objects.filter(done_at=None).count()


def sent_by(user_id: int) -> list[dict[str, Any]]:
    """Return what a user has sent, for their own data, oldest first."""
    return [
        {
            "sentence": each.text,
            "suggestion": each.suggestion,
            "page": each.path,
            "language": each.language,
            "sent": each.created_at,
        }
        for each in OddSentence.objects.filter(user=user_id).order_by("pk")
    ]


def forget_done(*, now: datetime) -> None:
    """Delete the sentences that were done long ago."""
    OddSentence.objects.filter(done_at__lt=now - KEPT_WHEN_DONE).delete()
