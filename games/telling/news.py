"""News of games besides turns and ends: an offer to end one, or that it is no longer rated."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.models import GameStatus, Seat, Stage
from games.people.kinds import with_kinds
from games.words.names import named

NEWS = (Stage.OFFER, Stage.FRIENDLY)


class About(NamedTuple):
    """A notice's subject."""

    game_id: int
    seat: int
    stage: str


class News(NamedTuple):
    """News for one player."""

    stage: str
    public_id: str
    game: str
    seat: int
    seq: int
    offered_by: tuple[SafeString, ...]
    """Those who agree to end the game."""
    kept: bool
    """Whether a bot keeps the player's chair."""


def news_of(notices: Collection[About]) -> dict[About, News]:
    """Return what still holds of these notices; one query."""
    games = {about.game_id for about in notices}
    if not games:
        return {}
    by_game: dict[int, list[Seat]] = defaultdict(list)
    running = Seat.objects.filter(game__in=games, game__summary__status=GameStatus.RUNNING)
    seats = with_kinds(running)
    for seat in seats.select_related("summary", "game__summary").order_by("game", "number"):
        by_game[seat.game_id].append(seat)
    found = {}
    for about in notices:
        for seat in by_game[about.game_id]:
            if seat.number == about.seat and _holds(seat, about.stage):
                found[about] = _news(seat, about.stage, by_game[about.game_id])
    return found


def _holds(seat: Seat, stage: str) -> bool:
    if stage == Stage.FRIENDLY:
        return bool(seat.game.unrated_because) and not seat.summary.left
    offered = seat.game.summary.offered_at is not None
    return offered and not (seat.summary.agrees or seat.summary.left)


def _news(seat: Seat, stage: str, seats: Collection[Seat]) -> News:
    return News(
        stage=stage,
        public_id=seat.game.public_id,
        game=seat.game.name,
        seat=seat.number,
        seq=seat.game.summary.seq,
        offered_by=tuple(named(other.name, other.kind) for other in seats if other.summary.agrees),
        kept=seat.summary.kept,
    )
