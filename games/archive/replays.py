"""Replays of ended games, and of rounds of running games as their viewers saw them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.archive.records import names_in
from games.log.rewinds import Undone
from games.log.store import load_log
from games.models import ChairEvent, GameStatus, ImportedRecord, Kind, Move, Seat
from games.play.seats import seats_now
from games.play.stamps import Stamp, stamp_for
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
    """A replay for one viewer."""

    name: str
    seats: Sequence[Seat]
    seat: int | None
    finished: bool
    voided: bool
    """Whether it doesn't count: unfinished, or voided later."""
    numbers: tuple[int, ...]
    """Available: all of an ended game; of a running one those that the viewer may know, with the
    current one if it is in play."""
    round: ReplayedRound | None
    """None if the requested round is not available."""
    totals_by_round: tuple[tuple[int, ...], ...]
    stamp: Stamp | None = None
    """None if imported."""
    undone: tuple[Undone, ...] = ()
    """The round's turns that were taken back."""

    @property
    def over(self) -> bool:
        """Whether all hands are open."""
        return self.finished or self.voided


def replay_for(
    *,
    public_id: str,
    user: AbstractUser | AnonymousUser,
    invitation: str = "",
    number: int | None = None,
) -> Replay | None:
    """Return a game's replay, or None if ``user`` may not see it.

    ``number`` is a round from 0, by default the first of an ended game, else the latest.
    """
    stamp = stamp_for(public_id=public_id, user=user, invitation=invitation)
    if stamp is None:
        return None
    now = seats_now(stamp.game_id)
    if now is None:
        return None
    # The log as it was when the stamp was made: the player may have left the seat since.
    log = load_log(now.game, at=stamp.position)
    return replay_in(log.state, number, now.game.name, now.seats, stamp, undone=log.undone)


def imported_replay(record: ImportedRecord, number: int | None = None) -> Replay:
    """Return a round of an imported record."""
    state, seats = opened_record(record)
    return replay_in(state, number, record.title, seats)


def opened_record(record: ImportedRecord) -> tuple[GameState, list[Seat]]:
    """Return the game of an imported record, and its seats by name."""
    value = read_json(record.record)
    state = game_of(read_record(value))
    names = names_in(value, state.players)
    seats = [Seat(number=number, name=name) for number, name in enumerate(names)]
    for seat in seats:
        # A record says what it likes of people.
        seat.kind = Kind.MEMBER
    return state, seats


def replay_in(
    state: GameState,
    number: int | None,
    name: str,
    seats: Sequence[Seat],
    stamp: Stamp | None = None,
    *,
    undone: Sequence[Undone] = (),
) -> Replay:
    """Return the replay of a loaded game: without a stamp, of an imported one."""
    seat = stamp.seat if stamp else None
    voided = stamp is not None and stamp.status == GameStatus.VOIDED
    over = state.over or voided
    came_in = _came_in(seats, stamp) if stamp and not over else None
    numbers = [each.number for each in state.results if came_in is None or each.number >= came_in]
    # The round of a stopped game is one of its rounds; until its hands are chosen there is none.
    if in_play(state):
        numbers.append(state.round_number)
    if number is None and numbers:
        number = numbers[0 if over else -1]
    # They know nothing of what the one before them held in the round in which they sat down.
    if came_in is not None and number is not None and number <= came_in:
        seat = None
    # Opening a round is most of the work, so only the requested one is opened.
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
        undone=tuple(each for each in undone if each.round_number == number),
    )


def _came_in(seats: Sequence[Seat], stamp: Stamp) -> int | None:
    """Return the round in which the viewer took the chair of somebody else; None if they didn't."""
    mine = next((seat for seat in seats if seat.number == stamp.seat), None)
    if mine is None or mine.taken_at is None:
        return None
    sat_down = Move.objects.filter(game=stamp.game_id, seat=mine.number, type=ChairEvent.NEW_PLAYER)
    return sat_down.order_by("-version").values_list("round__number", flat=True).first()


def _round(
    state: GameState, number: int | None, seat: int | None, *, over: bool
) -> ReplayedRound | None:
    result = next((each for each in state.results if each.number == number), None)
    if result is not None:
        opened = opened_round(result)
        return opened if over else opened.seen_by(seat)
    return stopped_round(state) if over else watched_round(state, seat)
