"""What follows an append to a log, in its transaction."""

from collections.abc import Sequence

from games.live import announce
from games.live.channel import Wake
from games.log.reading import read_rows
from games.log.replay import Log
from games.models import ChairOffer, Game
from games.notices import schedule as notices
from games.people.seated import Seated, seated_at
from games.people.taste import parse_taste
from games.play.watchers import forget_watchers
from games.results.days import project_day
from games.results.outcomes import project_end
from games.results.projections import status_of, write_projection
from games.results.records import project_record


def conclude(game: Game, log: Log, seated: Sequence[Seated] | None = None) -> None:
    """Update projections and notices; wake others after the commit.

    ``seated`` is everyone with a seat, if known.
    """
    if seated is None:
        seated = seated_at(game.pk)
    seats = [each.seat for each in seated]
    write_projection(game, log, seats)
    rows = read_rows(game.pk) if log.over else None
    if rows:
        forget_watchers(game_id=game.pk)
        ChairOffer.objects.filter(seat__game=game.pk).delete()
        project_record(game, log, rows)
        project_day(game, log)
    notices.schedule(game, log, seated)
    announce.game_changed(
        game,
        Wake(game.public_id, log.version, log.state.seq, status_of(log), log.may_act),
        bots={seat.bot or game.substitute for seat in seats if seat.number in log.bots_to_act},
        user_ids=[seat.user_id for seat in seats if seat.user_id is not None],
        slower=_slower(seated),
    )
    if rows:
        # Last, for it takes the ledger.
        project_end(game, log, rows)


def _slower(seated: Sequence[Seated]) -> float:
    """Return by how much bots pause longer: by the choice of the one person among them."""
    people = [each for each in seated if each.seat.user_id is not None]
    # With others, it would tell them of somebody's settings.
    return parse_taste(people[0].taste).factor if len(people) == 1 else 1.0
