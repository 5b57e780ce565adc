"""The clock's moves."""

from games.log.standing import standing_among
from games.models import Actor, ChairEvent, Move
from games.people.former import by_present_players


def clock_played(*, game_id: int, seat: int, seq: int) -> str | None:
    """Return the type of the clock's move at ``seq``, if any."""
    made = Move.objects.filter(game=game_id, seat=seat, seq=seq, actor=Actor.CLOCK)
    made = by_present_players(standing_among(made.exclude(type__in=list(ChairEvent))))
    return made.values_list("type", flat=True).first()
