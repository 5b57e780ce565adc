"""Games in which somebody has planned what comes next."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import time_machine
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from games.log.store import load
from games.models import Actor, Game, Move, Plan, PlanOutcome, Seat
from games.play.move import Entered, enter_move
from games.play.plans.keeping import put_plan
from games.play.plans.playing import look_at_plans, play_plan
from games.rules import game as rules
from games.rules.game import GameState
from games.rules.legal import legal_moves
from games.rules.moves import Move as RulesMove
from games.rules.moves import Orient, Show
from games.rules.orders import Order, Reason, fitting
from games.rules.scouting import scouted_card
from games.rules.state import RoundState
from tests.tables import next_move, people_game, play_on


class Planned(NamedTuple):
    """Somebody is to act, and the next seat's orders are for the turn after that."""

    game: Game
    mover: int
    move: RulesMove
    seq: int
    planner: int
    orders: tuple[Order, ...]
    plays: RulesMove
    """What the first order is then."""

    @property
    def seat(self) -> Seat:
        return self.game.seats.get(number=self.planner)

    @property
    def user(self) -> AbstractBaseUser:
        user = self.seat.user
        assert user is not None
        return user

    def put(self) -> None:
        put_plan(game_id=self.game.pk, seat=self.planner, seq=self.seq, orders=self.orders)

    def go_on(self) -> Entered:
        """Let the other player move, which begins the planner's turn."""
        return enter_move(
            game_id=self.game.pk,
            seat=self.mover,
            move=self.move,
            seq=self.seq,
            actor=Actor.PLAYER,
        )

    def by_hand(self) -> Entered:
        """Let the planner play the same as the first order."""
        return enter_move(
            game_id=self.game.pk,
            seat=self.planner,
            move=self.plays,
            seq=self.seq + 1,
            actor=Actor.PLAYER,
        )


def order_of(move: RulesMove, state: RoundState) -> Order:
    """The order that asks for just this move."""
    assert not isinstance(move, Orient)
    return Order(move, None if isinstance(move, Show) else scouted_card(state.active, move.end))


def planned(
    game: Game | None = None, *, kind: str = "scout", moves: int = 8, planner: int | None = None
) -> Planned:
    """Plan a move of the kind ``kind`` that fits, and a show that doesn't."""
    game = game or people_game(3)

    def is_ready(state: GameState) -> bool:
        found = _next(state, kind) if state.seq >= moves else None
        return found is not None and planner in (None, found[2])

    state = play_on(game, until=is_ready)
    found = _next(state, kind)
    assert found is not None
    mover, move, seat, plays, order, misfit = found
    return Planned(game, mover, move, state.seq, seat, (order, misfit), plays)


def _next(
    state: GameState, kind: str
) -> tuple[int, RulesMove, int, RulesMove, Order, Order] | None:
    if state.round is None or not state.round.oriented:
        return None
    mover, move = next_move(state)
    after = rules.play(state, mover, move)
    if after.needs_deal or after.over or after.round is None:
        return None
    planner = after.to_act[0]
    legal = legal_moves(after.round, planner)
    plays = next((each for each in legal if each.type == kind), None)
    shows = (Order(Show(start, start + 1)) for start in range(len(after.round.hands[planner])))
    misfit = next((o for o in shows if isinstance(fitting(o, after.round, planner), Reason)), None)
    if planner == mover or plays is None or misfit is None:
        return None
    if rules.play(after, planner, plays).round_number > state.round_number:
        return None
    return mover, move, planner, plays, order_of(plays, after.round), misfit


def sweep(now: datetime | None = None) -> None:
    """As the worker does, with nobody waiting for the clock."""
    now = now or timezone.now()
    with time_machine.travel(now, tick=False):
        for due in look_at_plans(now=now):
            with time_machine.travel(now + timedelta(seconds=due.seconds), tick=False):
                play_plan(seat_id=due.seat_id)


def sweep_for(seconds: int = 300) -> None:
    """Every five seconds from now on, as long as there is a plan."""
    now = timezone.now()
    for passed in range(0, seconds, 5):
        if not Plan.objects.exists():
            return
        sweep(now + timedelta(seconds=passed))


def plans(game: Game) -> list[int]:
    """The seats that have one."""
    return list(Plan.objects.filter(seat__game=game).values_list("seat__number", flat=True))


def outcomes(game: Game) -> Sequence[tuple[int, int, int | None]]:
    rows = PlanOutcome.objects.filter(seat__game=game).order_by("seq")
    return list(rows.values_list("seat__number", "seq", "version"))


def last_row(game: Game) -> Move:
    return Move.objects.filter(game=game).latest("version")


def state_of(game: Game) -> GameState:
    return load(game).state
