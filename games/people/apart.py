"""Which players keep apart because one has blocked the other."""

from django.db.models import Exists, OuterRef, Q

from games.models import Seat


def sits_with_blocked(user_id: int) -> Exists:
    """Return whether the user keeps apart from someone at a game (``OuterRef``)."""
    return Exists(Seat.objects.filter(kept_apart(user_id), game=OuterRef("pk")))


def kept_apart(user_id: int) -> Q:
    """Return the rows whose ``user`` has blocked this user or the reverse."""
    return Q(user__blocked_by__blocker=user_id) | Q(user__blocks__blocked=user_id)
