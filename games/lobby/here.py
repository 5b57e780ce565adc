"""Presence at a waiting table, for those who sit there: reads."""

from django.db.models import Q

from games.live.watching import person_at, watched_of
from games.models import Seat


def here_at(*, game_id: int, public_id: str) -> frozenset[int]:
    """Return the seats of people who have the table's page open, if they let others see it.

    Guests always do: they have come by a link, for this table.
    """
    shown = Q(user__is_guest=True) | Q(user__shows_presence=True)
    seats = Seat.objects.filter(shown, game=game_id).values_list("user_id", "number")
    spots = {person_at(user_id, public_id): number for user_id, number in seats}
    return frozenset(spots[spot] for spot in watched_of(list(spots)))
