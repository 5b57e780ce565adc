"""What a user may see of one game, and no more."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.log.chairs import Chairs
from games.log.deadlines import turn_over_at
from games.log.store import Log, load, secret_of
from games.models import (
    Audience,
    ChairEvent,
    Game,
    GameInvitation,
    GameStatus,
    GameSummary,
    Seat,
)
from games.rules.deal import Deal
from games.rules.game import RoundResult
from games.rules.moves import Move
from games.rules.views import View, view_for

_OVER = (GameStatus.FINISHED, GameStatus.VOIDED)


class Stamp(NamedTuple):
    """What a user's view of a game depends on: enough to say whether it has changed."""

    game_id: int
    seat: int | None
    status: GameStatus
    version: int
    seq: int
    revision: int
    reader: int | None = None
    """The key of the user; None for a stranger."""


class TableNote(NamedTuple):
    """A row of the current round as everybody may know it: who acted for a seat, and when."""

    turn: int
    """How many turns of the round lay before it: turn ``n`` is ``view.history[n]``."""
    seat: int
    type: str
    """``turn``, or a ``ChairEvent``."""
    actor: str
    at: datetime


class OpenedRound(NamedTuple):
    """The hands of a round, opened because the whole game is over."""

    number: int
    dealt: Deal
    flips: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A game as one user may see it."""

    game: Game
    seats: Sequence[Seat]
    """All seats, by number, with their summaries."""
    seat: int | None
    """The user's own seat; None for a spectator, also for one who left."""
    stamp: Stamp
    view: View | None
    """What the user may know; None before the first deal."""
    own_moves: tuple[Move, ...]
    """The user's own turns in the current round: they alone may know where their cards went."""
    results: tuple[RoundResult, ...]
    """Every hand and move of all finished rounds; empty until the whole game is over."""
    opened: tuple[OpenedRound, ...]
    """The hands of all rounds, an unfinished one's too; empty until the whole game is over."""
    totals_by_round: tuple[tuple[int, ...], ...]
    """The points of each seat in each finished round."""
    secret: str | None
    """The secret the deals follow from, in hexadecimal; None until the whole game is over."""
    chairs: Chairs
    paused: bool
    """Whether bots keep the chairs of all people."""
    halted: bool
    """Whether a moderator has paused the game."""
    began_at: datetime
    """Since when the current decision is waited for."""
    deadline: datetime | None
    """When the clock takes the current decision; None when nothing runs out."""
    notes: tuple[TableNote, ...]
    """The current round's turns and what happened to its chairs, oldest first."""


def stamp_for(
    *, public_id: str, user: AbstractUser | AnonymousUser, invitation: str = ""
) -> Stamp | None:
    """The stamp of a game for ``user`` in a few small queries; None if it does not exist for them.

    ``invitation`` is the secret part of its link, if the user came by it.
    """
    row = (
        GameSummary.objects.filter(game__public_id=public_id)
        .values_list(
            "game_id",
            "status",
            "version",
            "seq",
            "game__revision",
            "game__audience",
            "game__invitation",
        )
        .first()
    )
    if row is None:
        return None
    game_id, status, version, seq, revision, audience, key = row
    seat, sat = _seat_of(game_id, user)
    knows = bool(invitation) and invitation == key
    if not (sat or _may_see(Audience(audience), GameStatus(status), knows)):
        asked = user.pk and GameInvitation.objects.filter(game=game_id, user=user.pk).exists()
        if not asked:
            return None
    return Stamp(game_id, seat, GameStatus(status), version, seq, revision, user.pk)


def _seat_of(game_id: int, user: AbstractUser | AnonymousUser) -> tuple[int | None, bool]:
    """The seat of ``user``, and whether they ever had one: who left has none any more."""
    if user.pk is None:
        return None, False
    # Who holds two chairs, as guest and as account, is at the one that is to act.
    mine = Seat.objects.filter(game=game_id, user=user.pk).order_by("-summary__to_act", "number")
    seats = list(mine.values_list("number", "summary__left"))
    return next((number for number, left in seats if not left), None), bool(seats)


def _may_see(audience: Audience, status: GameStatus, knows_invitation: bool) -> bool:
    """Whether somebody without a seat may see a game.

    A game by invitation, once it is over, is for those who have its link; a user's own game
    against bots then for whoever has its address. Until then they exist for nobody else.
    """
    match audience:
        case Audience.OPEN:
            return True
        case Audience.INVITATION:
            return status in _OVER and knows_invitation
        case Audience.OWN:
            return status in _OVER


def table_for(
    *, public_id: str, user: AbstractUser | AnonymousUser, invitation: str = ""
) -> Table | None:
    """A game as ``user`` may see it; None if it does not exist for them."""
    stamp = stamp_for(public_id=public_id, user=user, invitation=invitation)
    if stamp is None:
        return None
    game = Game.objects.get(pk=stamp.game_id)
    log = load(game)
    state = log.state
    # What was replayed may be newer than what was stamped: a move may have come in between.
    stamp = stamp._replace(version=log.version, seq=state.seq)
    if log.over:
        over = GameStatus.VOIDED if log.chairs.voided else GameStatus.FINISHED
        stamp = stamp._replace(status=over)
    elif state.round is not None:
        stamp = stamp._replace(status=GameStatus.RUNNING)
    return Table(
        game=game,
        seats=list(game.seats.select_related("summary").order_by("number")),
        seat=stamp.seat,
        stamp=stamp,
        view=_view_of(log, stamp.seat),
        own_moves=tuple(made.move for made in state.moves if made.seat == stamp.seat),
        results=state.results if log.over else (),
        opened=_opened(log) if log.over else (),
        totals_by_round=tuple(
            tuple(score.total for score in result.scores) for result in state.results
        ),
        secret=secret_of(game).hex() if log.over else None,
        chairs=log.chairs,
        paused=log.paused,
        halted=log.halted,
        began_at=log.began_at,
        deadline=turn_over_at(began_at=log.began_at, turn_seconds=game.turn_seconds)
        if log.people_to_act
        else None,
        notes=_notes(log),
    )


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
    """Orientations are left out: who made one is nobody's business but the clock's."""
    notes, turn = [], 0
    for row in log.current_rows:
        if row.type in ChairEvent:
            notes.append(TableNote(turn, row.seat, row.type, row.actor, row.created_at))
        elif row.type != "orient":
            notes.append(TableNote(turn, row.seat, "turn", row.actor, row.created_at))
            turn += 1
    return tuple(notes)
