"""What a look at a table is noted for."""

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.models import OVER
from games.notices.seen import mark_seen, read_news
from games.play.tables import Table

User = AbstractUser | AnonymousUser


def note_look(found: Table, user: User, *, at_stake: bool, has_news: bool) -> None:
    """Note that a player saw their turn or the end, if that is ``at_stake``, and read the news."""
    mine = next((seat for seat in found.seats if seat.number == found.seat), None)
    # The end comes after the last decision, also where no move brings it.
    seq = found.stamp.seq + (found.stamp.status in OVER)
    if at_stake and mine and (mine.seen_seq is None or mine.seen_seq < seq):
        mark_seen(seat_id=mine.pk, seq=seq)
    if has_news and user.pk is not None:
        read_news(user_id=user.pk, game_id=found.game.pk)
