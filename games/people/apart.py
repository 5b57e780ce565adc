"""Players kept apart by a block."""

from django.db.models import Exists, OuterRef, Q

from games.models import Seat


def sits_with_blocked(user_id: int) -> Exists:
    """Match games (``OuterRef``) with someone the user is kept apart from."""
    return Exists(Seat.objects.filter(kept_apart(user_id), game=OuterRef("pk")))


def kept_apart(user_id: int) -> Q:
    """Match rows whose ``user`` has blocked this user or the reverse."""
    return Q(user__blocked_by__blocker=user_id) | Q(user__blocks__blocked=user_id)
