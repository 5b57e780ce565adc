"""The clock's moves."""

from games.log.reading import read_rows
from games.log.standing import standing
from games.models import Actor
from games.people.former import by_present_players


def clock_played(*, game_id: int, seat: int, seq: int) -> str | None:
    """Return the type of the clock's move at ``seq``, if any."""
    made = by_present_players(standing(read_rows(game_id).moves))
    return next(
        (
            row.type
            for row in made
            if (row.seat, row.seq, row.actor) == (seat, seq, Actor.CLOCK) and not row.is_chair_event
        ),
        None,
    )
