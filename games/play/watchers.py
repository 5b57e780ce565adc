"""Who watched a game: a moderator who did does not open its hands."""

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils import timezone

from games.models import GameStatus, Watcher
from games.play.tables import Stamp


def forget_watchers(*, game_id: int) -> None:
    """Keep no longer who watched a game: it is over, and its hands are open to all."""
    Watcher.objects.filter(game=game_id).delete()


def forget_late_watchers() -> int:
    """Forget those noted by a look that began before a game was over; how many they were."""
    over = (GameStatus.FINISHED, GameStatus.VOIDED)
    return Watcher.objects.filter(game__summary__status__in=over).delete()[0]


def note_watcher(*, stamp: Stamp, user: AbstractUser | AnonymousUser) -> None:
    """Write down, once, that ``user`` looks at a running game without sitting there."""
    if user.pk is None or stamp.seat is not None or stamp.status != GameStatus.RUNNING:
        return
    # SQLite would take its one write lock for nothing.
    if not Watcher.objects.filter(game=stamp.game_id, user=user.pk).exists():
        Watcher.objects.bulk_create(
            [Watcher(game_id=stamp.game_id, user_id=user.pk, first_seen_at=timezone.now())],
            ignore_conflicts=True,
        )
