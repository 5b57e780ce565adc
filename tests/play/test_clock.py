"""Time runs out for one turn, then for a chair, then for a game; never early, never twice."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.log.chairs import Chairs, after_row
from games.log.store import load
from games.models import Actor, ChairEvent, Game, GameStatus, GameSummary, Move, SeatSummary
from games.play import clock
from games.play.bots import play_bots
from games.play.chairs import take_back
from games.play.clock import abandoned_games, due_games, expire, void_abandoned
from games.play.move import enter_move
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.play.test_simultaneous import at_once
from tests.tables import bot_game, next_move, people_game, play_on

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
INSTANT = timedelta(microseconds=1)


def summary(game: Game) -> GameSummary:
    return GameSummary.objects.get(pk=game.pk)


def deadline(game: Game) -> datetime:
    at = summary(game).deadline
    assert at is not None
    return at


def rows(game: Game) -> list[tuple[int, str, str]]:
    return list(
        Move.objects.filter(game=game).order_by("version").values_list("seat", "type", "actor")
    )


def run_out(game: Game) -> None:
    with time_machine.travel(deadline(game), tick=False):
        assert game.pk in due_games(now=timezone.now())
        expire(game_id=game.pk)


def miss_turns(game: Game, seat: int) -> None:
    """Until a bot keeps the chair; the others play."""
    while seat not in load(game).chairs.kept:
        log = load(game)
        if log.state.to_act == (seat,):
            run_out(game)
        else:
            with time_machine.travel(summary(game).changed_at + timedelta(seconds=1), tick=False):
                play_on(game, moves=1)


def play_until(game: Game, seat: int) -> None:
    while load(game).state.to_act != (seat,):
        log = load(game)
        if log.bots_to_act:
            play_bots(game_id=game.pk, version=log.version)
        else:
            play_on(game, moves=1)


def test_a_turn_is_over_so_long_after_it_began_and_not_an_instant_before() -> None:
    game = people_game()
    began = summary(game).changed_at
    assert deadline(game) == began + DAY
    assert due_games(now=began + DAY - INSTANT) == []
    with time_machine.travel(began + DAY - INSTANT, tick=False):
        assert expire(game_id=game.pk) == 0
    assert rows(game) == []
    run_out(game)
    assert rows(game) == [(seat, "orient", "clock") for seat in range(3)]
    assert set(Move.objects.filter(game=game).values_list("flip", flat=True)) == {False}


def test_who_has_chosen_a_side_in_time_keeps_it_when_the_others_run_out_of_time() -> None:
    game = people_game()
    play_on(game, moves=1)
    began = summary(game).began_at
    assert deadline(game) == began + DAY
    run_out(game)
    assert [actor for _, _, actor in rows(game)] == ["player", "clock", "clock"]


def test_a_turn_that_runs_out_is_played_by_the_substitute_and_its_player_stays() -> None:
    game = people_game()
    play_on(game, moves=3)
    seat = load(game).state.to_act[0]
    run_out(game)
    assert rows(game)[-1][0] == seat
    assert rows(game)[-1][2] == Actor.CLOCK
    log = load(game)
    assert log.chairs.missed_by(seat) == 1
    assert seat not in log.chairs.kept
    assert first_fault(game) is None


def test_after_two_missed_turns_in_a_row_a_bot_keeps_the_chair() -> None:
    game = people_game(players=4)
    play_on(game, moves=4)
    seat = load(game).state.to_act[0]
    miss_turns(game, seat)
    taken = [row for row in rows(game) if row[0] == seat and row[1] != "orient"]
    assert [actor for _, _, actor in taken] == ["clock", "clock", "clock"]
    assert taken[-1][1] == ChairEvent.KEEP
    row = SeatSummary.objects.get(seat__game=game, seat__number=seat)
    assert row.kept
    assert not row.to_act
    assert first_fault(game) is None


def test_a_turn_made_in_between_makes_the_count_begin_anew() -> None:
    game = people_game(players=2)
    play_on(game, moves=2)
    seat = load(game).state.to_act[0]
    run_out(game)
    while load(game).chairs.missed_by(seat):
        play_on(game, moves=1)
    play_until(game, seat)
    run_out(game)
    assert load(game).chairs.missed_by(seat) == 1
    assert load(game).chairs.kept == frozenset()


def test_an_orientation_and_a_turn_missed_in_a_row_cost_the_chair_too() -> None:
    game = people_game(players=2)
    run_out(game)
    (first,) = load(game).state.to_act
    run_out(game)
    assert load(game).chairs.kept == {first}
    assert [actor for seat, _, actor in rows(game) if seat == first] == ["clock"] * 3
    assert first_fault(game) is None


def test_an_orientation_of_ones_own_makes_the_count_begin_anew() -> None:
    chairs = Chairs()
    for type_, actor in (("show", Actor.CLOCK), ("orient", Actor.PLAYER), ("show", Actor.CLOCK)):
        chairs = after_row(chairs, type=type_, seat=1, actor=actor, at=timezone.now())
    assert chairs.missed_by(1) == 1
    assert (
        after_row(chairs, type="orient", seat=1, actor=Actor.CLOCK, at=timezone.now()).missed_by(1)
        == 2
    )


def test_a_bot_plays_for_a_kept_chair_and_its_player_may_not() -> None:
    game = people_game(players=4)
    play_on(game, moves=4)
    seat = load(game).state.to_act[0]
    miss_turns(game, seat)
    play_until(game, seat)
    log = load(game)
    assert summary(game).deadline is None
    assert summary(game).bot_due_at is not None
    _, move = next_move(log.state)
    with pytest.raises(RuleError) as refused:
        enter_move(game_id=game.pk, seat=seat, move=move, seq=log.state.seq, actor=Actor.PLAYER)
    assert refused.value.code == "not_your_turn"
    assert play_bots(game_id=game.pk, version=log.version) == 1
    assert rows(game)[-1][0] == seat
    assert rows(game)[-1][2] == Actor.BOT


def test_taking_the_chair_back_gives_the_whole_time_again_and_a_late_bot_nothing() -> None:
    game = people_game(players=4)
    play_on(game, moves=4)
    seat = load(game).state.to_act[0]
    miss_turns(game, seat)
    play_until(game, seat)
    log = load(game)
    back = summary(game).changed_at + 5 * DAY
    with time_machine.travel(back, tick=False):
        take_back(game_id=game.pk, seat=seat)
        take_back(game_id=game.pk, seat=seat)
    assert deadline(game) == back + DAY
    assert [row for row in rows(game) if row[1] == ChairEvent.TAKE_BACK] == [
        (seat, "take_back", "player")
    ]
    _, move = next_move(log.state)
    with pytest.raises(RuleError) as refused:
        enter_move(game_id=game.pk, seat=seat, move=move, seq=log.state.seq, actor=Actor.BOT)
    assert refused.value.code == "not_your_turn"
    assert first_fault(game) is None


def test_someone_elses_return_leaves_the_running_clock_alone() -> None:
    game = people_game(players=4)
    play_on(game, moves=4)
    seat = load(game).state.to_act[0]
    miss_turns(game, seat)
    assert load(game).state.to_act != (seat,)
    before = deadline(game)
    with time_machine.travel(before - timedelta(hours=1), tick=False):
        take_back(game_id=game.pk, seat=seat)
    assert deadline(game) == before


def test_a_game_without_people_pauses_until_one_is_back_and_is_voided_after_thirty_days() -> None:
    game = people_game(players=3, bots=2)
    while not load(game).paused:
        log = load(game)
        if log.bots_to_act:
            play_bots(game_id=game.pk, version=log.version)
        else:
            run_out(game)
    paused = summary(game)
    assert (paused.deadline, paused.bot_due_at) == (None, None)
    assert paused.paused_since is not None
    log = load(game)
    assert play_bots(game_id=game.pk, version=log.version) == 0
    assert abandoned_games(now=paused.paused_since + 30 * DAY - INSTANT) == []
    now = paused.paused_since + 30 * DAY
    assert abandoned_games(now=now) == [game.pk]
    with time_machine.travel(now - timedelta(seconds=1), tick=False):
        take_back(game_id=game.pk, seat=0)
    assert not void_abandoned(game_id=game.pk, now=now)
    assert summary(game).paused_since is None
    assert first_fault(game) is None


def test_a_game_nobody_came_back_to_is_voided_once() -> None:
    game = people_game(players=2)
    while not load(game).paused:
        run_out(game)
    since = summary(game).paused_since
    assert since is not None
    with time_machine.travel(since + 30 * DAY, tick=False):
        assert void_abandoned(game_id=game.pk, now=timezone.now())
        assert not void_abandoned(game_id=game.pk, now=timezone.now())
    assert summary(game).status == GameStatus.VOIDED
    assert rows(game)[-1][1:] == (ChairEvent.VOID, "clock")
    assert not SeatSummary.objects.filter(seat__game=game, to_act=True).exists()
    assert first_fault(game) is None


def test_with_two_players_every_scout_of_a_chain_has_its_own_time() -> None:
    game = people_game(players=2)
    play_on(game, moves=2)
    for _ in range(12):
        at = deadline(game) - timedelta(hours=1)
        with time_machine.travel(at, tick=False):
            play_on(game, moves=1, level="random")
        if load(game).state.results:
            break
        assert deadline(game) == at + DAY


def test_a_game_without_a_clock_waits_for_ever() -> None:
    game = bot_game()
    play_on(game, moves=5)
    assert summary(game).deadline is None
    assert due_games(now=timezone.now() + 1000 * DAY) == []


def test_the_deadline_does_not_wait_for_bots() -> None:
    game = people_game(players=4, bots=3)
    while not load(game).bots_to_act or not load(game).state.round.oriented:  # type: ignore[union-attr]
        play_on(game, moves=1)
    assert summary(game).deadline is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(4))
def test_a_move_and_its_deadline_at_the_same_instant_give_exactly_one_of_the_two(
    attempt: int,
) -> None:
    game = people_game(players=2)
    play_on(game, moves=2 + attempt)
    state = load(game).state
    seat, move = next_move(state)

    def act(number: int) -> str:
        if number % 2:
            return "" if clock.expire(game_id=game.pk) else "late"
        try:
            enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)
        except RuleError as refused:
            return refused.code
        return ""

    with time_machine.travel(deadline(game), tick=False):
        answers = at_once(6, act)
    assert set(answers) <= {"", "late", "stale"}
    assert Move.objects.filter(game=game, seq=state.seq).count() == 1
    assert first_fault(game) is None
