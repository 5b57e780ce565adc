"""What the clock did in a player's place."""

from games.models import Actor, ChairEvent, Move


def clock_played(*, game_id: int, seat: int, seq: int) -> str | None:
    """The type of the move that the clock made for ``seat`` at the decision ``seq``; None: none."""
    made = Move.objects.filter(game=game_id, seat=seat, seq=seq, actor=Actor.CLOCK)
    return made.exclude(type__in=list(ChairEvent)).values_list("type", flat=True).first()
