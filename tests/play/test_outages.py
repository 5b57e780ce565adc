"""After an outage: clocks get their time back, and a wrong time takes nobody's turn."""

from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from celery.exceptions import SoftTimeLimitExceeded
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from games.live import announce
from games.log.now import _clock_of_postgresql
from games.log.replay import Log
from games.log.store import load_state, lock
from games.models import (
    Actor,
    ClockState,
    Game,
    GameStatus,
    GameSummary,
    Move,
    Outage,
    Plan,
    SeatSummary,
)
from games.order import games as moderating
from games.play.chairs import keep
from games.play.move import enter_move
from games.play.sweeping import turns
from games.play.sweeping.turns import FEW, held, let_go, turns_to_take
from games.rest.week import week_text
from games.rules.moves import Orient
from games.tasks import end_unanswered, expire, play_plans, sweep, void_abandoned
from games.upkeep.verify import first_fault
from tests.order.people import moderator
from tests.play.plans.planned import planned
from tests.play.test_rest import play
from tests.play.test_simultaneous import at_once
from tests.rest.weeks import NIGHTS
from tests.tables import next_move, people_game, play_on

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 11, 18, 12, tzinfo=ZoneInfo("Europe/Berlin"))
SECOND = timedelta(seconds=1)


def look_at(moment: datetime) -> None:
    with time_machine.travel(moment, tick=False):
        expire()


def deadline(game: Game) -> datetime:
    at = GameSummary.objects.get(pk=game.pk).deadline
    assert at is not None
    return at


def begun(moment: datetime) -> Game:
    with time_machine.travel(moment, tick=False):
        game = people_game()
    look_at(moment)
    return game


def taken() -> int:
    return Move.objects.filter(actor=Actor.CLOCK).exclude(type="extend").count()


def test_clocks_get_the_time_back_in_which_nobody_looked() -> None:
    game = begun(NOON)
    with time_machine.travel(NOON - 3 * DAY, tick=False):
        without_clock = people_game(turn_seconds=None)
    look_at(NOON + timedelta(minutes=2))
    assert deadline(game) == NOON + DAY
    look_at(NOON + 30 * HOUR)
    assert taken() == 0
    assert deadline(game) == NOON + 54 * HOUR - timedelta(minutes=2)
    look_at(NOON + 30 * HOUR + SECOND)
    assert Move.objects.filter(game=game, type="extend", actor=Actor.CLOCK).count() == 1
    assert Move.objects.filter(game=without_clock).count() == 0
    assert first_fault(game) is None


@pytest.mark.parametrize("error", [SoftTimeLimitExceeded, OperationalError])
def test_a_look_that_is_cut_short_leaves_no_game_without_its_time(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(NOON)

    def fail(_game_id: int) -> tuple[Game, Log]:
        raise error

    with monkeypatch.context() as only_now:
        only_now.setattr("games.play.sweeping.outages.lock", fail)
        with pytest.raises(error):
            look_at(NOON + 30 * HOUR)
    look_at(NOON + 30 * HOUR + SECOND)
    assert taken() == 0
    assert deadline(game) >= NOON + 54 * HOUR


def test_a_short_while_is_no_outage() -> None:
    game = begun(NOON)
    for minutes in range(2, 60, 2):
        look_at(NOON + timedelta(minutes=minutes))
    assert deadline(game) == NOON + DAY
    assert not Outage.objects.exists()


def test_time_is_given_back_once_and_only_for_as_long_as_the_turn_waited() -> None:
    game = begun(NOON)
    with time_machine.travel(NOON + 2 * HOUR, tick=False):
        late = people_game()
    for _ in range(3):
        look_at(NOON + 10 * HOUR)
    assert deadline(game) == NOON + 10 * HOUR + DAY
    assert deadline(late) == NOON + 10 * HOUR + DAY
    assert Move.objects.filter(type="extend").count() == 2


def rests(**columns: str) -> None:
    User.objects.update(time_zone="Europe/Berlin", **columns)


def test_time_in_which_a_clock_stood_still_anyway_is_not_given_back() -> None:
    game, night = begun(NOON), NOON + 10 * HOUR
    rests(quiet_week=week_text(NIGHTS))
    with time_machine.travel(NOON, tick=False):
        for _ in range(3):
            play(game)
    assert deadline(game) == NOON + 33 * HOUR
    ClockState.objects.update(looked_at=night)
    look_at(night + 9 * HOUR)
    assert deadline(game) == NOON + 33 * HOUR


def test_rest_that_was_added_since_does_not_stop_a_clock_that_ran() -> None:
    game = begun(NOON)
    rests(holidays="2026-11-19 2026-11-25 Europe/Berlin")
    ClockState.objects.update(looked_at=NOON + 12 * HOUR)
    look_at(NOON + 30 * HOUR)
    look_at(NOON + 30 * HOUR + SECOND)
    assert taken() == 0
    assert deadline(game) >= NOON + DAY + 18 * HOUR


def test_a_game_that_a_moderator_paused_meanwhile_gets_the_time_back_before_the_pause() -> None:
    game, ada = begun(NOON), moderator()
    with time_machine.travel(NOON + 10 * HOUR, tick=False):
        moderating.pause(game_id=game.pk, by=ada, reason="Wait.")
    look_at(NOON + 11 * HOUR)
    with time_machine.travel(NOON + 12 * HOUR, tick=False):
        moderating.resume(game_id=game.pk, by=ada, reason="Go on.")
    assert deadline(game) == NOON + DAY + 12 * HOUR
    assert first_fault(game) is None


def test_one_game_that_cannot_be_read_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, game = begun(NOON), begun(NOON)

    def locked(game_id: int) -> tuple[Game, Log]:
        if game_id == broken.pk:
            raise ValueError("This log breaks the rules.")
        return lock(game_id)

    monkeypatch.setattr("games.play.sweeping.outages.lock", locked)
    look_at(NOON + 5 * HOUR)
    assert deadline(game) == NOON + DAY + 5 * HOUR
    assert not Outage.objects.filter(given_back_at=None).exists()


def test_a_clock_that_jumps_by_thirty_days_takes_no_turn() -> None:
    games = [begun(NOON) for _ in range(3)]
    look_at(NOON + 30 * DAY)
    look_at(NOON + 30 * DAY + SECOND)
    assert taken() == 0
    assert all(deadline(game) == NOON + 31 * DAY for game in games)
    # The clock is put right.
    look_at(NOON + HOUR)
    look_at(NOON + HOUR + SECOND)
    assert taken() == 0


def test_a_machine_whose_time_is_not_the_databases_takes_no_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun(NOON)
    monkeypatch.setattr("games.tasks.database_now", lambda: NOON + SECOND)
    look_at(NOON + 2 * DAY)
    assert taken() == 0
    assert not Outage.objects.exists()


@pytest.mark.postgres
@pytest.mark.parametrize("wrong", [-2 * HOUR, 2 * HOUR], ids=["behind", "ahead"])
def test_turns_begin_by_the_databases_time(
    wrong: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an hour a turn, a machine two hours behind would begin turns that are over already."""
    monkeypatch.setattr("games.log.now._clock_of_postgresql", _clock_of_postgresql)
    right = timezone.now()
    with time_machine.travel(right + wrong):
        game = people_game(turn_seconds=3600)
        for each in range(3):
            enter_move(game_id=game.pk, seat=each, move=Orient(False), seq=0, actor=Actor.PLAYER)
        state = load_state(game)
        seat, move = next_move(state)
        enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)
    expire()
    assert taken() == 0
    for at in (*Move.objects.values_list("created_at", flat=True), deadline(game) - HOUR):
        assert timedelta(0) <= at - right < timedelta(minutes=5)


def move_on(game: Game) -> None:
    state = load_state(game)
    seat, move = next_move(state)
    enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)


@pytest.mark.parametrize(
    ("moves", "looks"),
    [(True, True), (True, False), (False, True), (False, False)],
    ids=["moved and looked at", "moved", "looked at", "begun"],
)
def test_turns_that_began_while_the_time_was_set_back_are_not_taken(
    moves: bool, looks: bool
) -> None:
    game = begun(NOON)
    with time_machine.travel(NOON, tick=False):
        play_on(game, moves=3)
    behind = NOON + SECOND - 3 * DAY
    with time_machine.travel(behind, tick=False):
        if moves:
            move_on(game)
        later = people_game()
        if looks:
            expire()
    assert [deadline(game), deadline(later)] == [(behind if moves else NOON) + DAY, behind + DAY]
    for seconds in (2, 3):
        look_at(NOON + seconds * SECOND)
    assert taken() == 0
    # Whole minutes are given back.
    for each in (game, later):
        assert NOON + DAY <= deadline(each) <= NOON + DAY + timedelta(minutes=1, seconds=2)
    assert first_fault(game) is None


def test_after_an_outage_no_simpler_bot_moves_for_one_that_had_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    simply: list[bool] = []
    begun(NOON)
    with time_machine.travel(NOON, tick=False):
        game = people_game(turn_seconds=None)
    GameSummary.objects.filter(pk=game.pk).update(bot_due_at=NOON)
    monkeypatch.setattr(announce, "wake_bots", lambda *_, **how: simply.append(how["simply"]))
    back = NOON + 5 * HOUR
    seconds = [1, 100, 119]
    moments = [NOON + timedelta(seconds=90), back, *(back + each * SECOND for each in seconds)]
    for moment in (*moments, back + 121 * SECOND):
        with time_machine.travel(moment, tick=False):
            sweep()
        look_at(moment)
    assert simply == [True, False, False, False, False, True]


@pytest.mark.parametrize("jump", [30 * DAY, -30 * DAY], ids=["forward", "back"])
@pytest.mark.parametrize("task", [expire, void_abandoned])
def test_a_database_whose_time_jumps_and_is_put_right_changes_nothing(
    task: Callable[[], object], jump: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(NOON)
    monkeypatch.setattr("games.tasks.database_now", lambda: timezone.now() + jump)
    with time_machine.travel(NOON + SECOND, tick=False):
        task()
    monkeypatch.setattr("games.tasks.database_now", timezone.now)
    look_at(NOON + 2 * SECOND)
    assert (taken(), deadline(game)) == (0, NOON + DAY)
    assert not Outage.objects.exists()


def test_a_machine_whose_time_is_not_the_databases_plays_no_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its player is on holiday, and that is not over."""
    with time_machine.travel(NOON, tick=False):
        table = planned()
        User.objects.filter(pk=table.user.pk).update(holidays="2026-11-18 2026-11-20 UTC")
        table.put()
        table.go_on()

    def is_decided_on(moment: datetime) -> bool:
        with time_machine.travel(moment, tick=False):
            play_plans()
        due = Plan.objects.get().due_at
        return due is not None and due < NOON + 4 * DAY

    with monkeypatch.context() as jumped:
        jumped.setattr("games.tasks.database_now", lambda: NOON + SECOND)
        assert not is_decided_on(NOON + 3 * DAY)
    assert is_decided_on(NOON + 3 * DAY)


def many_due(games: int) -> None:
    with time_machine.travel(NOON, tick=False):
        made = [people_game() for _ in range(games)]
    GameSummary.objects.filter(pk__in=[game.pk for game in made]).update(deadline=NOON)
    expire_from = NOON + SECOND
    ClockState.objects.update_or_create(pk=1, defaults={"looked_at": expire_from})


@pytest.mark.parametrize(
    "say_so", [let_go, lambda: call_command("let_the_clock_go")], ids=["page", "command"]
)
def test_far_more_than_ever_waits_for_a_person(
    say_so: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "FEW", 2)
    many_due(3)
    with time_machine.travel(NOON + SECOND, tick=False):
        assert turns_to_take(now=NOON + SECOND) == []
        state = held()
        assert state is not None
        assert (state.held_due, state.held_since) == (3, NOON + SECOND)
        assert turns_to_take(now=NOON + SECOND) == []
        say_so()
        assert held() is None
        assert len(turns_to_take(now=NOON + SECOND)) == 3
        # Once is a precedent.
        assert let_go() == 0
        assert len(turns_to_take(now=NOON + SECOND)) == 3


def test_as_many_as_ever_wait_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    assert FEW == 50
    monkeypatch.setattr(turns, "FEW", 2)
    many_due(2)
    with time_machine.travel(NOON + SECOND, tick=False):
        assert len(turns_to_take(now=NOON + SECOND)) == 2
    many_due(7)
    with time_machine.travel(NOON + SECOND, tick=False):
        assert len(turns_to_take(now=NOON + SECOND)) == 9
        assert held() is None


def test_nothing_that_takes_weeks_ends_a_game_after_an_outage() -> None:
    game = begun(NOON)
    with time_machine.travel(NOON, tick=False):
        for seat in range(3):
            keep(game_id=game.pk, seat=seat, actor=Actor.MODERATOR)
    for task in (void_abandoned, end_unanswered):
        with time_machine.travel(NOON + 31 * DAY, tick=False):
            task()
    assert GameSummary.objects.get(pk=game.pk).status == GameStatus.RUNNING
    with time_machine.travel(NOON + 62 * DAY, tick=False):
        ClockState.objects.update(looked_at=NOON + 62 * DAY)
        void_abandoned()
    assert GameSummary.objects.get(pk=game.pk).status == GameStatus.VOIDED


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_give_the_time_back_once() -> None:
    game = begun(NOON)
    ClockState.objects.update(looked_at=NOON)
    with time_machine.travel(NOON + 5 * HOUR, tick=False):
        at_once(2, lambda _: expire())
    assert deadline(game) == NOON + 5 * HOUR + DAY
    assert SeatSummary.objects.filter(deadline=NOON + 5 * HOUR + DAY).count() == 3
    play_on(game, moves=1)
