"""A plan is made while others think, and is gone when its seat has decided."""

from collections.abc import Callable

import pytest
import time_machine
from django.utils import timezone

from games.log.deadlines import GONE_AFTER
from games.log.store import load_state
from games.models import Actor, Game, GameSummary, PlanOutcome
from games.order import games as acts
from games.order.players import ban, suspend, warn
from games.play.chairs import keep, leave, take_back
from games.play.clock import expire
from games.play.move import enter_move
from games.play.plans.changing import Owner, mark_of, raise_order
from games.play.plans.keeping import PlanError, drop_plan, plan_of, put_plan
from games.play.plans.outcomes import outcomes_of
from games.play.plans.playing import look_at_plans
from games.play.silence import keep_silent
from games.rules.errors import RuleError
from games.rules.moves import Orient, Scout, Show
from games.rules.orders import Order
from tests.order.people import moderator
from tests.play.plans.planned import Planned, planned, plans, sweep_for
from tests.tables import ends_the_round, next_move, people_game, play_on

pytestmark = pytest.mark.django_db

ONE = Order(Show(0, 1))


def refusal(game: Game, seat: int, seq: int, *orders: Order) -> str:
    before = plans(game)
    with pytest.raises(RuleError) as refused:
        put_plan(game_id=game.pk, seat=seat, seq=seq, orders=orders or (ONE,))
    assert plans(game) == before
    return refused.value.code


def test_the_last_plan_is_kept_as_it_was_made() -> None:
    table = planned()
    put_plan(game_id=table.game.pk, seat=table.planner, seq=table.seq, orders=[ONE])
    table.put()
    found = plan_of(game_id=table.game.pk, seat=table.planner)
    assert found is not None
    assert (found.seq, found.orders) == (table.seq, table.orders)
    drop_plan(game_id=table.game.pk, seat=table.planner)
    drop_plan(game_id=table.game.pk, seat=table.planner)
    assert plan_of(game_id=table.game.pk, seat=table.planner) is None


def test_others_plan_and_the_one_to_act_decides() -> None:
    table = planned()
    assert refusal(table.game, table.mover, table.seq) == "wrong_phase"
    assert refusal(table.game, table.planner, table.seq - 1) == "stale"
    assert refusal(table.game, table.planner, table.seq + 1) == "stale"
    keep(game_id=table.game.pk, seat=table.planner, actor=Actor.MODERATOR)
    assert refusal(table.game, table.planner, table.seq) == "not_your_turn"


def test_a_plan_that_waits_to_be_played_is_changed_until_then() -> None:
    table = planned()
    table.put()
    table.go_on()
    look_at_plans(now=timezone.now())
    plan = plan_of(game_id=table.game.pk, seat=table.planner)
    assert plan is not None
    assert plan.due_at is not None
    owner = Owner(table.game.pk, table.planner)
    raise_order(owner, place=1, mark=mark_of(plan))
    other = (*table.orders[::-1], ONE)
    put_plan(game_id=table.game.pk, seat=table.planner, seq=table.seq + 1, orders=other)
    plan = plan_of(game_id=table.game.pk, seat=table.planner)
    assert plan is not None
    assert (plan.orders, plan.due_at) == (other, None), "it waits anew"
    assert refusal(table.game, table.planner, table.seq) == "stale"
    sweep_for()
    assert load_state(table.game).moves[-1].move == table.plays
    (outcome,) = outcomes_of(game_id=table.game.pk, seat=table.planner)
    assert [each.order for each in outcome.tried] == [table.orders[1]]


def test_a_player_who_has_turned_the_hand_may_plan_before_the_others_have() -> None:
    game = people_game(3)
    assert refusal(game, 1, 0) == "wrong_phase"
    enter_move(game_id=game.pk, seat=1, move=Orient(True), seq=0, actor=Actor.PLAYER)
    put_plan(game_id=game.pk, seat=1, seq=0, orders=[ONE])
    for seat in (0, 2):
        enter_move(game_id=game.pk, seat=seat, move=Orient(False), seq=0, actor=Actor.PLAYER)
    assert plans(game) == [1]
    sweep_for()
    state = load_state(game)
    assert plans(game) == ([] if state.history else [1]), "it is played if this player begins"


def test_there_is_nothing_to_plan_before_the_start_and_after_the_end() -> None:
    game = people_game(2)
    play_on(game)
    assert refusal(game, 0, load_state(game).seq) == "game_over"


def test_a_faulty_plan_says_which_order_and_why() -> None:
    table = planned()
    game, seat, seq = table.game, table.planner, table.seq
    faults = {
        (ONE, Order(Show(0, 40))): (1, "no_such_cards"),
        (ONE, ONE, Order(Scout("left", False, 99), 0)): (2, "no_such_place"),
        (): (None, ""),
        (ONE,) * 6: (None, ""),
    }
    for orders, fault in faults.items():
        with pytest.raises(PlanError) as refused:
            put_plan(game_id=game.pk, seat=seat, seq=seq, orders=orders)
        assert (refused.value.order, refused.value.fault) == fault
        assert refused.value.code == "bad_plan"
    assert plans(game) == []
    put_plan(game_id=game.pk, seat=seat, seq=seq, orders=(ONE,) * 5)


def test_a_plan_may_be_made_in_a_paused_game_and_waits() -> None:
    table = planned()
    ada = moderator()
    acts.pause(game_id=table.game.pk, by=ada, reason="A look")
    table.put()
    acts.resume(game_id=table.game.pk, by=ada, reason="Seen")
    table.go_on()
    acts.pause(game_id=table.game.pk, by=ada, reason="Again")
    sweep_for()
    assert plans(table.game) == [table.planner]
    acts.resume(game_id=table.game.pk, by=ada, reason="Go on")
    sweep_for()
    assert plans(table.game) == []


def by_hand(table: Planned) -> None:
    table.go_on()
    table.by_hand()


def by_the_clock(table: Planned) -> None:
    table.go_on()
    deadline = GameSummary.objects.get(pk=table.game.pk).deadline
    assert deadline is not None
    with time_machine.travel(deadline, tick=False):
        expire(game_id=table.game.pk)


def by_leaving(table: Planned) -> None:
    leave(game_id=table.game.pk, seat=table.planner)


def by_a_bot(table: Planned) -> None:
    keep(game_id=table.game.pk, seat=table.planner, actor=Actor.MODERATOR)
    take_back(game_id=table.game.pk, seat=table.planner)


def by_a_bot_of_the_others(table: Planned) -> None:
    """Nobody has looked at the plan for a week, in which their player said nothing."""
    Game.objects.filter(pk=table.game.pk).update(turn_seconds=None)
    table.go_on()
    with time_machine.travel(timezone.now() + GONE_AFTER, tick=False):
        keep_silent(game_id=table.game.pk, by_seat=table.mover, seat=table.planner)
        take_back(game_id=table.game.pk, seat=table.planner)


def by_suspension(table: Planned) -> None:
    suspend(player=table.user, days=3, by=moderator(), reason="Insults")  # type: ignore[arg-type]


def by_ban(table: Planned) -> None:
    ban(player=table.user, by=moderator(), reason="Insults")  # type: ignore[arg-type]


def by_the_end(table: Planned) -> None:
    acts.void(game_id=table.game.pk, by=moderator(), reason="A fault")


@pytest.mark.parametrize(
    "end",
    [
        *(by_hand, by_the_clock, by_leaving, by_a_bot, by_a_bot_of_the_others),
        *(by_suspension, by_ban, by_the_end),
    ],
)
def test_a_plan_ends_with_its_seats_decision_and_with_its_players_part(
    end: Callable[[Planned], None],
) -> None:
    table = planned()
    table.put()
    assert plans(table.game) == [table.planner]
    end(table)
    assert plans(table.game) == []
    assert not PlanOutcome.objects.exists()


def test_a_round_takes_all_its_plans_along() -> None:
    game = people_game(3)
    state = play_on(game, until=ends_the_round)
    seat, move = next_move(state)
    for other in {0, 1, 2} - {seat}:
        put_plan(game_id=game.pk, seat=other, seq=state.seq, orders=[ONE])
    enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)
    assert plans(game) == []


def test_a_player_with_a_warning_to_read_plans_nothing() -> None:
    table = planned()
    warn(player=table.user, by=moderator(), reason="Insults")  # type: ignore[arg-type]
    assert refusal(table.game, table.planner, table.seq) == "unread_warning"
