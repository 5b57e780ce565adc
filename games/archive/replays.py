"""What a user may replay: a whole game that is over, or the round in play as they saw it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.archive.records import names_in
from games.log.store import load_state
from games.models import Game, GameStatus, ImportedRecord, Seat
from games.play.tables import Stamp, stamp_for
from games.rules.game import GameState
from games.rules.json_values import read_json
from games.rules.records import read_record
from games.rules.replays import (
    ReplayedRound,
    game_of,
    in_play,
    opened_round,
    stopped_round,
    watched_round,
)


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to be stepped through, as one reader may see it."""

    name: str
    seats: Sequence[Seat]
    """All seats, by number."""
    seat: int | None
    """The reader's own seat; None for everybody else."""
    finished: bool
    """Whether the game was played to its end."""
    voided: bool
    """Whether it counts for nobody: it ended unfinished, or was voided afterwards."""
    numbers: tuple[int, ...]
    """The rounds there are to replay: all of a game that is over, of another the current one."""
    round: ReplayedRound | None
    """The one that was asked for, as the reader may see it; None if it is not among these."""
    totals_by_round: tuple[tuple[int, ...], ...]
    """The points of each seat in each finished round."""
    stamp: Stamp | None = None
    """The game it is of; None for an imported record."""

    @property
    def over(self) -> bool:
        """Whether nothing more can happen: then all hands are open."""
        return self.finished or self.voided


def replay_for(
    *,
    public_id: str,
    user: AbstractUser | AnonymousUser,
    invitation: str = "",
    number: int | None = None,
) -> Replay | None:
    """The replay of a game for ``user``; None if there is no such game for them.

    ``number`` is the round they want to see, from 0; without one it is the first there is.
    ``invitation`` is the secret part of the game's link, if the user came by it.
    """
    stamp = stamp_for(public_id=public_id, user=user, invitation=invitation)
    if stamp is None:
        return None
    game = Game.objects.get(pk=stamp.game_id)
    seats = list(game.seats.order_by("number"))
    return _replay(load_state(game), number, game.name, seats, stamp)


def imported_replay(record: ImportedRecord, number: int | None = None) -> Replay:
    """The replay of round ``number`` of an imported record: a game of nobody on this site."""
    value = read_json(record.record)
    state = game_of(read_record(value))
    names = names_in(value, state.players)
    seats = [Seat(number=number, name=name) for number, name in enumerate(names)]
    return _replay(state, number, record.title, seats)


def _replay(
    state: GameState,
    number: int | None,
    name: str,
    seats: Sequence[Seat],
    stamp: Stamp | None = None,
) -> Replay:
    seat = stamp.seat if stamp else None
    voided = stamp is not None and stamp.status == GameStatus.VOIDED
    over = state.over or voided
    numbers = [result.number for result in state.results] if over else []
    if in_play(state):
        numbers.append(state.round_number)
    if number is None and numbers:
        number = numbers[0]
    # Opening a round is the most of the work: it is done for the one that is looked at.
    return Replay(
        name=name,
        seats=seats,
        seat=seat,
        finished=state.over,
        voided=voided,
        numbers=tuple(numbers),
        round=_round(state, number, seat, over=over) if number in numbers else None,
        totals_by_round=tuple(
            tuple(score.total for score in each.scores) for each in state.results
        ),
        stamp=stamp,
    )


def _round(
    state: GameState, number: int | None, seat: int | None, *, over: bool
) -> ReplayedRound | None:
    """The round of that number, which is there to replay; open when the game is ``over``."""
    result = next((each for each in state.results if each.number == number), None)
    if result is not None:
        return opened_round(result)
    return stopped_round(state) if over else watched_round(state, seat)
