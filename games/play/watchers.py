"""Watchers of games: moderators among them may not open hands."""

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils import timezone

from games.models import OVER, GameStatus, Watcher
from games.play.stamps import Stamp


def forget_watchers(*, game_id: int) -> None:
    """Forget a finished game's watchers, as its hands are open."""
    Watcher.objects.filter(game=game_id).delete()


def forget_late_watchers() -> int:
    """Forget watchers recorded as a game ended; return the number."""
    return Watcher.objects.filter(game__summary__status__in=OVER).delete()[0]


def note_watcher(*, stamp: Stamp, user: AbstractUser | AnonymousUser) -> None:
    """Record once that ``user`` watches a running game without a seat."""
    if user.pk is None or stamp.seat is not None or stamp.status != GameStatus.RUNNING:
        return
    # SQLite would take its only write lock for nothing.
    if not Watcher.objects.filter(game=stamp.game_id, user=user.pk).exists():
        Watcher.objects.bulk_create(
            [Watcher(game_id=stamp.game_id, user_id=user.pk, first_seen_at=timezone.now())],
            ignore_conflicts=True,
        )
