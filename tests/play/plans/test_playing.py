"""The first order that fits is played, once, as if by hand, at a time that tells nothing."""

from datetime import timedelta
from random import Random
from statistics import median

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.live import watching
from games.models import Actor, GameSummary, Move, Plan, PlanOutcome
from games.order.players import warn
from games.play.plans import playing, waits
from games.play.plans.keeping import put_plan
from games.play.plans.outcomes import outcomes_of
from games.play.plans.playing import look_at_plans, play_plan
from games.play.sweeping import turns
from games.rules.moves import Orient, Show
from games.upkeep.verify import first_fault
from tests.order.people import moderator
from tests.play.plans.planned import (
    Planned,
    last_row,
    outcomes,
    planned,
    plans,
    state_of,
    sweep,
    sweep_for,
)
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["show", "scout", "scout_and_show"])
def test_the_first_order_that_fits_is_the_players_move(kind: str) -> None:
    table = planned(kind=kind)
    order, misfit = table.orders
    put_plan(game_id=table.game.pk, seat=table.planner, seq=table.seq, orders=[misfit, order])
    table.go_on()
    sweep_for()
    row = last_row(table.game)
    assert (row.seat, row.actor, row.seq) == (table.planner, Actor.PLAYER, table.seq + 1)
    assert state_of(table.game).moves[-1].move == table.plays
    assert plans(table.game) == []
    assert outcomes(table.game) == [(table.planner, row.seq, row.version)]
    (outcome,) = outcomes_of(game_id=table.game.pk, seat=table.planner)
    assert [each.order for each in outcome.tried] == [misfit]
    assert first_fault(table.game) is None


def test_if_none_fits_nothing_is_played_and_the_player_is_told_why() -> None:
    table = planned()
    misfit = table.orders[1]
    put_plan(game_id=table.game.pk, seat=table.planner, seq=table.seq, orders=[misfit])
    after = table.go_on().log.state
    sweep()
    assert state_of(table.game) == after
    assert plans(table.game) == []
    (outcome,) = outcomes_of(game_id=table.game.pk, seat=table.planner)
    assert (outcome.seq, outcome.version) == (after.seq, None)
    (tried,) = outcome.tried
    assert after.round is not None
    assert isinstance(misfit.move, Show)
    hand = after.round.hands[table.planner]
    assert (tried.order, tried.shown) == (misfit, hand[misfit.move.start : misfit.move.stop])
    assert tried.reason == ("not_stronger", after.round.owner, after.round.active)


def test_nothing_is_played_before_its_turn_or_its_time() -> None:
    table = planned()
    table.put()
    version = last_row(table.game).version
    sweep()
    assert not play_plan(seat_id=table.seat.pk)
    table.go_on()
    now = timezone.now()
    assert look_at_plans(now=now) == []
    due = Plan.objects.get().due_at
    assert due is not None
    assert timedelta(seconds=9) < due - now < timedelta(seconds=241)
    assert not play_plan(seat_id=table.seat.pk)
    assert last_row(table.game).version == version + 1
    with time_machine.travel(due, tick=False):
        assert play_plan(seat_id=table.seat.pk)
        assert not play_plan(seat_id=table.seat.pk)
    assert last_row(table.game).version == version + 2


def test_one_order_is_played_where_two_play_and_then_the_player_decides() -> None:
    table = planned(people_game(2))
    table.put()
    table.go_on()
    sweep_for()
    state = state_of(table.game)
    assert state.to_act == (table.planner,), "after a Scout the same player plays again"
    assert plans(table.game) == []
    with pytest.raises(Exception, match="turn"):
        put_plan(game_id=table.game.pk, seat=table.planner, seq=state.seq, orders=table.orders)


def test_a_worker_that_dies_before_the_commit_leaves_the_plan_to_the_next_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = planned()
    table.put()
    table.go_on()
    sweep()
    version = last_row(table.game).version
    due = Plan.objects.get().due_at
    assert due is not None

    def die(**_move: object) -> None:
        raise SystemExit

    with time_machine.travel(due, tick=False):
        with monkeypatch.context() as patch:
            patch.setattr(playing, "enter_move", die)
            with pytest.raises(SystemExit):
                play_plan(seat_id=table.seat.pk)
        assert (last_row(table.game).version, plans(table.game)) == (version, [table.planner])
        assert not PlanOutcome.objects.exists()
        assert [each.seconds for each in look_at_plans(now=due)] == [0]
        sweep(due)
    assert last_row(table.game).version == version + 1


def test_a_plan_is_played_before_the_deadline_and_after_an_outage_in_its_own_time() -> None:
    table = planned(people_game(3, turn_seconds=3600))
    table.put()
    table.go_on()
    summary = GameSummary.objects.get(pk=table.game.pk)
    assert summary.deadline is not None
    late = summary.began_at + timedelta(minutes=40)
    with time_machine.travel(late, tick=False):
        assert look_at_plans(now=late) == []
        due = Plan.objects.get().due_at
        assert due is not None
        assert late + timedelta(seconds=9) < due < late + timedelta(minutes=5)
    last_minute = summary.deadline - timedelta(seconds=90)
    with time_machine.travel(last_minute, tick=False):
        look_at_plans(now=last_minute)
        due = Plan.objects.get().due_at
        assert due is not None
        assert last_minute < due < summary.deadline - timedelta(seconds=30)


def test_a_message_that_was_held_up_has_nothing_played_the_moment_it_comes() -> None:
    """Else everybody's planned moves would be made with a worker's first breath."""
    table = planned()
    table.put()
    table.go_on()
    sweep()
    version = last_row(table.game).version
    due = Plan.objects.get().due_at
    assert due is not None
    late = due + timedelta(seconds=50)
    with time_machine.travel(late, tick=False):
        assert not play_plan(seat_id=table.seat.pk)
        assert look_at_plans(now=late) == []
    assert last_row(table.game).version == version
    due = Plan.objects.get().due_at
    assert due is not None
    assert late + timedelta(seconds=9) < due


def test_a_plan_whose_time_ran_out_in_an_outage_waits_until_the_clock_has_given_it_back() -> None:
    table = planned(people_game(3, turn_seconds=3600))
    turns.note_look(timezone.now())
    table.put()
    table.go_on()
    back = timezone.now() + timedelta(hours=2)
    with time_machine.travel(back, tick=False):
        assert look_at_plans(now=back) == []
        assert Plan.objects.get().due_at is None, "nothing is drawn once the time is over"
        assert turns.turns_to_take(now=back) == []
        assert look_at_plans(now=back) == []
    due = Plan.objects.get().due_at
    assert due is not None
    assert back + timedelta(seconds=9) < due < back + timedelta(seconds=241)


def test_plans_that_wait_for_days_do_not_hold_up_those_whose_turn_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playing, "AT_ONCE", 1)
    away, here = planned(), planned()
    for table in (away, here):
        table.put()
        table.go_on()
    Plan.objects.filter(pk=away.seat.pk).update(due_at=timezone.now() + timedelta(days=9))
    look_at_plans(now=timezone.now())
    assert Plan.objects.get(pk=here.seat.pk).due_at is not None


def test_a_player_who_is_warned_meanwhile_plays_nothing_and_is_told_why() -> None:
    table = planned()
    table.put()
    warn(player=table.user, by=moderator(), reason="Insults")  # type: ignore[arg-type]
    version = table.go_on().log.version
    sweep_for()
    assert last_row(table.game).version == version - 1
    (outcome,) = outcomes_of(game_id=table.game.pk, seat=table.planner)
    assert {each.reason.code for each in outcome.tried} == {"unread_warning"}
    assert outcome.version is None


def test_a_planned_move_is_a_visit_of_that_day() -> None:
    table = planned()
    table.put()
    table.go_on()
    assert table.user.last_seen is None  # type: ignore[attr-defined]
    sweep_for()
    assert table.user.last_seen == last_row(table.game).created_at.date()  # type: ignore[attr-defined]


def test_a_programs_planned_move_is_no_visit_as_none_of_its_moves_is() -> None:
    table = planned()
    args = {"game_id": table.game.pk, "seat": table.planner, "seq": table.seq}
    put_plan(**args, orders=table.orders, by_token=True)
    table.go_on()
    sweep_for()
    assert plans(table.game) == []
    assert table.user.last_seen is None  # type: ignore[attr-defined]


def drawn(turn: waits.Turn, count: int = 2_000, late: float = 0) -> list[float]:
    chance, now = Random(0), turn.began_at + timedelta(seconds=late)
    times = (waits.due_at(turn, now=now, chance=chance) for _ in range(count))
    return [(due - turn.began_at).total_seconds() for due in times]


@pytest.mark.parametrize("late", [0, 2, 5])
def test_planned_moves_take_the_times_of_prompt_players(late: float) -> None:
    turn = waits.Turn(timezone.now(), 86_400, timezone.now() + timedelta(days=1), looking=False)
    times = drawn(turn, late=late)
    assert 10 <= min(times) < 13
    assert 200 < max(times) <= 240
    assert 40 < median(times) < 50
    looking = drawn(turn._replace(looking=True), late=late)
    assert max(3, late) <= min(looking) < max(3, late) + 1
    assert 11 < max(looking) <= 12


@pytest.mark.parametrize("seconds", [8, 60, 300, 3600])
def test_they_always_come_before_the_deadline(seconds: int) -> None:
    began = timezone.now()
    for looking in (False, True):
        turn = waits.Turn(began, seconds, began + timedelta(seconds=seconds), looking=looking)
        times = drawn(turn)
        assert 0 < min(times)
        assert max(times) <= seconds - min(30, seconds / 10)
        assert len({round(time, 2) for time in times}) > 100


def test_more_time_for_a_turn_does_not_put_its_plan_off() -> None:
    now = timezone.now()
    # A moderator gave 12 hours more just after it began.
    began = now + timedelta(hours=12)
    turn = waits.Turn(began, 86_400, began + timedelta(days=1), looking=False)
    due = [waits.due_at(turn, now=now, chance=Random(seed)) for seed in range(100)]
    assert timedelta(seconds=10) <= min(due) - now
    assert max(due) - now <= timedelta(seconds=240)


@pytest.mark.parametrize("seconds", [30, 60, 120, 300])
def test_however_short_the_clock_nobody_is_quicker_than_a_person(seconds: int) -> None:
    """Somebody who has to come first takes ten seconds, with a minute's time as with a day's."""
    began = timezone.now()
    turn = waits.Turn(began, seconds, began + timedelta(seconds=seconds), looking=False)
    assert min(drawn(turn)) >= 10
    assert min(drawn(turn._replace(looking=True))) >= 3


def wait_of(table: Planned) -> float:
    """In seconds, from the turn's beginning."""
    table.put()
    began = table.go_on().log.began_at
    look_at_plans(now=timezone.now())
    due = Plan.objects.get(pk=table.seat.pk).due_at
    assert due is not None
    return (due - began).total_seconds()


def test_a_planner_with_the_table_open_is_as_quick_as_one_who_looks() -> None:
    table, browser = planned(), Client()
    browser.force_login(table.user)  # type: ignore[arg-type]
    browser.get(f"/games/{table.game.public_id}/board/", headers={"Page-Visible": "1"})
    assert 3 <= wait_of(table) <= 12


def test_a_page_elsewhere_and_somebody_else_at_the_table_make_no_planner_quick() -> None:
    table, elsewhere = planned(), planned()
    user, other = table.user.pk, table.game.seats.get(number=table.mover).user_id
    for spot in (
        *(table.game.public_id, watching.person(user)),
        watching.person_at(other, table.game.public_id),
        watching.person_at(user, elsewhere.game.public_id),
    ):
        watching.asked_for_news(spot)
    assert wait_of(table) >= 10


def test_a_plan_of_an_earlier_decision_is_never_played() -> None:
    """However it came to be there still."""
    table = planned()
    table.put()
    (row,) = Plan.objects.values()
    table.go_on()
    table.by_hand()
    play_on(table.game, until=lambda state: state.to_act == (table.planner,))
    version = last_row(table.game).version
    Plan.objects.create(**row | {"due_at": timezone.now()})
    sweep()
    assert last_row(table.game).version == version
    assert plans(table.game) == []
    assert not Move.objects.filter(game=table.game, type=Orient.type, version__gt=version).exists()
