"""What follows whatever was appended to a log, in the same transaction."""

from games.live import announce
from games.log.store import Log
from games.models import Game, Seat
from games.notices import schedule as notices
from games.play.watchers import forget_watchers
from games.results.outcomes import project_end
from games.results.projections import write_projection


def conclude(game: Game, log: Log) -> None:
    """Make projections and notices true to ``log``; after the commit tell those who wait."""
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    write_projection(game, log, seats)
    if log.over:
        forget_watchers(game_id=game.pk)
    notices.schedule(game, log, seats)
    announce.game_changed(
        game,
        log.version,
        bots={seat.bot or game.substitute for seat in seats if seat.number in log.bots_to_act},
        user_ids=[seat.user_id for seat in seats if seat.user_id is not None],
    )
    # Last, for it takes the ledger.
    project_end(game, log)
