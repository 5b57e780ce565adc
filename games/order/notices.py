"""What the moderators told players, and whether they read it."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from games.models import PlayerNotice


def mark_read(*, user: AbstractUser, notices: Collection[int]) -> None:
    """Note that ``user`` read these notices (keys), and no other."""
    unread = PlayerNotice.objects.filter(user=user.pk, read_at__isnull=True, pk__in=notices)
    unread.update(read_at=timezone.now())
