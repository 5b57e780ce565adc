"""What users see of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils import timezone

from games.log.chairs import Chairs
from games.log.deadlines import Deadlines
from games.log.replay import Log
from games.log.rewinds import Undone
from games.log.rows import MoveRow
from games.log.store import load, secret_of
from games.models import ChairEvent, FormerPlayer, Game, GameStatus, Seat
from games.people.away import away_at
from games.people.former import former_players
from games.play.move import Entered
from games.play.rewinding.offered import refusal_of
from games.play.rewinding.preview import Undoing, undoing
from games.play.seats import seats_now, seats_of
from games.play.silence import gone_at
from games.play.stamps import Stamp, stamp_for
from games.rules.cards import Cards
from games.rules.deal import Deal
from games.rules.game import RoundResult
from games.rules.moves import Move
from games.rules.replays import opened_round
from games.rules.views import View, view_for


class TableNote(NamedTuple):
    """A public row of the current round."""

    turn: int
    """Earlier turns of the round: turn ``n`` is ``view.history[n]``."""
    version: int
    """Of its row."""
    seat: int
    type: str
    """``turn``, or a ``ChairEvent``."""
    actor: str
    at: datetime


class OpenedRound(NamedTuple):
    """A round's hands, after the game."""

    number: int
    dealt: Deal
    flips: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A game as one user may see it."""

    game: Game
    seats: Sequence[Seat]
    """By number."""
    seat: int | None
    """The viewer's own; None for spectators and those who left."""
    stamp: Stamp
    view: View | None
    """What the user may know; None before the first deal."""
    own_moves: tuple[Move | None, ...]
    """The user's turns in the current round: only they may know where their cards went.

    None for those of somebody who sat there before.
    """
    last_hand: Cards | None
    """The viewer's, as the last round left it; None but between two rounds, and for those who
    took the chair since."""
    results: tuple[RoundResult, ...]
    """All hands and moves of finished rounds; empty until the game is over, or while others
    still play its deal."""
    opened: tuple[OpenedRound, ...]
    """All rounds' hands, even of an unfinished one; empty until the game is over."""
    totals_by_round: tuple[tuple[int, ...], ...]
    """By round and seat."""
    head: str
    """The seal of the log's last row, in hexadecimal; empty without a log."""
    secret: str | None
    """The secret behind the deals, in hexadecimal; None until the game is over."""
    chairs: Chairs
    paused_since: datetime | None
    """Since when bots have kept all chairs."""
    halted: bool
    """Whether a moderator paused it."""
    began_at: datetime
    """When the current decision opened."""
    deadline: datetime | None
    """When the clock decides for the viewer, or first for anybody; None without a limit."""
    deadlines: Deadlines
    """When it decides for each seat that is waited for."""
    away: Mapping[int, date]
    """When players are back who are on holiday, by seat; empty once it is over."""
    notes: tuple[TableNote, ...]
    """Of the current round, oldest first."""
    former: Sequence[FormerPlayer] = ()
    """Those whose chairs others have taken, oldest first."""
    undone: tuple[Undone, ...] = ()
    """Turns of the current round that were taken back, as everybody saw them."""
    undoing: Undoing | None = None
    """What the table is asked to take back, if anything."""
    may_rewind: bool = False
    """Whether the viewer may ask the others to take moves back."""
    gone: frozenset[int] = frozenset()
    """Seats of silent players: others may put a bot on the chair."""


def table_for(
    *, public_id: str, user: AbstractUser | AnonymousUser, invitation: str = ""
) -> Table | None:
    """Return a game as ``user`` may see it; None if they may not."""
    stamp = stamp_for(public_id=public_id, user=user, invitation=invitation)
    return stamp and table_at(stamp)


def table_at(stamp: Stamp) -> Table | None:
    """Return the game as its viewer may see it now; None if it has been closed."""
    now = seats_now(stamp.game_id)
    return now and _table(stamp, now.game, load(now.game, now.position), now.seats)


def table_after(stamp: Stamp, entered: Entered) -> Table:
    """Return the same after a move."""
    seats = [each.seat for each in entered.seated] or seats_of(stamp.game_id)
    return _table(stamp, entered.game, entered.log, seats)


def table_without_game(
    view: View,
    seats: Sequence[Seat],
    name: str,
    stamp: Stamp,
    *,
    own_moves: tuple[Move | None, ...] = (),
    totals_by_round: tuple[tuple[int, ...], ...] = (),
) -> Table:
    """Return a table at which nothing happens but what its one player does; nothing is stored."""
    return Table(
        game=Game(name=name, players=view.players, commitment=""),
        seats=seats,
        seat=stamp.seat,
        stamp=stamp,
        view=view,
        own_moves=own_moves,
        last_hand=None,
        results=(),
        opened=(),
        totals_by_round=totals_by_round,
        head="",
        secret=None,
        chairs=Chairs(),
        paused_since=None,
        halted=False,
        began_at=timezone.now(),
        deadline=None,
        deadlines={},
        away={},
        notes=(),
    )


def _table(stamp: Stamp, game: Game, log: Log, seats: Sequence[Seat]) -> Table:
    state = log.state
    away = {} if log.over else away_at(game, seats, timezone.now(), left=log.chairs.left)
    # The stamp is older than the seats and the log.
    stamp = stamp._replace(
        seat=_seat_of(stamp, log, seats),
        version=log.version,
        seq=state.seq,
        revision=game.revision,
        acting=log.may_act,
        away=tuple(sorted(away.items())),
        head=log.head,
    )
    opens = log.over and not game.is_shut
    if log.over:
        over = GameStatus.VOIDED if log.chairs.voided else GameStatus.FINISHED
        stamp = stamp._replace(status=over)
    elif state.round is not None:
        stamp = stamp._replace(status=GameStatus.RUNNING)
    return Table(
        game=game,
        seats=seats,
        seat=stamp.seat,
        stamp=stamp,
        view=_view_of(log, stamp.seat),
        own_moves=_own_moves(log, stamp.seat),
        last_hand=_last_hand(log, stamp.seat),
        results=state.results if opens else (),
        opened=_opened(log) if opens else (),
        totals_by_round=tuple(
            tuple(score.total for score in result.scores) for result in state.results
        ),
        head=log.head,
        secret=secret_of(game).hex() if opens else None,
        chairs=log.chairs,
        paused_since=log.paused_since,
        halted=log.halted,
        began_at=log.began_at,
        deadline=_deadline(game, log, stamp.seat),
        deadlines={
            seat: end
            for seat in log.people_to_act
            if (end := log.deadline_of(seat, game.turn_seconds))
        },
        away=away,
        notes=_notes(log),
        former=former_players(seats),
        undone=_undone(log),
        undoing=undoing(log, log.asked.to) if log.asked else None,
        may_rewind=_may_rewind(game, log, stamp.seat),
        gone=gone_at(game, log, seats, timezone.now()),
    )


def _deadline(game: Game, log: Log, seat: int | None) -> datetime | None:
    if seat is not None and seat in log.people_to_act:
        return log.deadline_of(seat, game.turn_seconds)
    return log.first_deadline(game.turn_seconds)


def _seat_of(stamp: Stamp, log: Log, seats: Sequence[Seat]) -> int | None:
    """A player who has just left sees what a spectator sees."""
    if stamp.viewer is None:
        return None
    own = [seat.number for seat in seats if seat.user_id == stamp.viewer]
    own = [number for number in own if number not in log.chairs.left]
    return stamp.seat if stamp.seat in own else next(iter(own), None)


def _own_moves(log: Log, seat: int | None) -> tuple[Move | None, ...]:
    before = 0
    turns = 0
    for row in log.current_rows:
        if row.seat == seat and row.type == ChairEvent.NEW_PLAYER:
            before = turns
        turns += not row.is_chair_event and row.type != "orient"
    return tuple(
        made.move if number >= before else None
        for number, made in enumerate(log.state.moves)
        if made.seat == seat
    )


def _last_hand(log: Log, seat: int | None) -> Cards | None:
    state = log.state
    if seat is None or not state.results or state.round is None or state.round.oriented:
        return None
    if any(row.seat == seat and row.type == ChairEvent.NEW_PLAYER for row in log.current_rows):
        return None
    return opened_round(state.results[-1]).positions[-1].hands[seat]


def _view_of(log: Log, seat: int | None) -> View | None:
    if log.state.round is None:
        return None
    view = view_for(log.state, seat)
    if log.chairs.voided:
        return replace(view, phase="over", to_act=(), turn=None, winners=None)
    # Nobody acts while a moderator has the game paused.
    return replace(view, to_act=()) if log.halted else view


def _opened(log: Log) -> tuple[OpenedRound, ...]:
    state = log.state
    rounds = [OpenedRound(each.number, each.dealt, each.flips) for each in state.results]
    if not state.over and state.round is not None and state.dealt is not None:
        flips = tuple(bool(flip) for flip in state.round.flips)
        rounds.append(OpenedRound(state.round_number, state.dealt, flips))
    return tuple(rounds)


def _notes(log: Log) -> tuple[TableNote, ...]:
    """Omit orientations: who made one is private."""
    notes, turn = [], 0
    for row in log.current_rows:
        if row.is_chair_event:
            notes.append(_note(turn, row, row.type))
        elif row.type != "orient":
            notes.append(_note(turn, row, "turn"))
            turn += 1
    return tuple(notes)


def _undone(log: Log) -> tuple[Undone, ...]:
    number = log.state.round_number
    return tuple(each for each in log.undone if each.round_number == number)


def _may_rewind(game: Game, log: Log, seat: int | None) -> bool:
    sits = seat is not None and seat in log.people - log.chairs.without_player
    return sits and seat is not None and refusal_of(game, log, seat) is None


def _note(turn: int, row: MoveRow, kind: str) -> TableNote:
    return TableNote(turn, row.version, row.seat, kind, row.actor, row.created_at)
