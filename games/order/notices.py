"""Marking moderators' notices as read."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from games.models import PlayerNotice
from games.notices.seen import read_news


def mark_read(*, user: AbstractUser, notices: Collection[int]) -> None:
    """Mark the user's own ``notices`` (keys) as read."""
    unread = PlayerNotice.objects.filter(user=user.pk, read_at__isnull=True, pk__in=notices)
    unread.update(read_at=timezone.now())
    if notices:
        read_news(user_id=user.pk, about=notices)
