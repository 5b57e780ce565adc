"""What a look at a table is noted for."""

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.notices.seen import mark_seen, read_news
from games.play.tables import Table

User = AbstractUser | AnonymousUser


def note_look(found: Table, user: User, *, at_stake: bool, has_news: bool) -> None:
    """Note that a player saw their turn or the end, if that is ``at_stake``, and read the news."""
    mine = next((seat for seat in found.seats if seat.number == found.seat), None)
    if at_stake and mine and (mine.seen_seq is None or mine.seen_seq < found.stamp.seq):
        mark_seen(seat_id=mine.pk, seq=found.stamp.seq)
    if has_news and user.pk is not None:
        read_news(user_id=user.pk, game_id=found.game.pk)
