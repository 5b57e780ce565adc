"""Moves are taken back: by a moderator, or because everybody agrees."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from time_machine import Traveller

from games.archive.logs import told_log
from games.archive.own_data import games_of
from games.log.store import load
from games.models import Actor, ChairEvent, Game, GameSummary, Move, Plan
from games.order.games import pause, resume, rewind
from games.pages.witness.rows import row_lines
from games.play.chairs import keep, leave
from games.play.clock import expire
from games.play.move import enter_move
from games.play.plans.keeping import put_plan
from games.play.rewinding.asking import (
    answer_rewind,
    ask_to_rewind,
    games_to_lapse,
    lapse,
)
from games.play.rewinding.preview import turns_now
from games.results.against_bots import rating_against_bots
from games.rules.errors import RuleError
from games.rules.moves import Show
from games.rules.orders import Order
from games.upkeep.rebuild import rebuild
from games.upkeep.verify import first_fault
from tests.order.people import moderator
from tests.tables import bot_game, next_move, people_game, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def noon() -> Iterator[Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def game_with(turns: int) -> Game:
    game = people_game()
    play_on(game, game.players + turns)
    return game


def code_of(act: object, *args: object, **named: object) -> str:
    assert callable(act)
    with pytest.raises(RuleError) as refused:
        act(*args, **named)
    return str(refused.value.code)


def versions_of(game: Game) -> list[int]:
    return [turn.version for turn in turns_now(game)]


def ask(game: Game, seat: int, turn: int) -> bool:
    return ask_to_rewind(game_id=game.pk, seat=seat, to=versions_of(game)[turn])


def answer(game: Game, seat: int, *, agrees: bool) -> None:
    asked = load(game).asked
    assert asked is not None
    answer_rewind(game_id=game.pk, seat=seat, to=asked.to, agrees=agrees)


def check(game: Game) -> None:
    """The log proves itself, and lists say what it says."""
    assert first_fault(game) is None
    before = GameSummary.objects.values().get(pk=game.pk)
    rebuild(game_id=game.pk)
    assert GameSummary.objects.values().get(pk=game.pk) == before


def test_all_who_have_not_left_agree_and_the_moves_are_undone(
    noon: Traveller,
) -> None:
    game = game_with(5)
    before = load(game)
    assert not ask(game, 0, 2)
    assert not ask(game, 0, 2), "a double press asks once"
    log = load(game)
    assert log.halted
    assert log.may_act == ()
    assert log.version == before.version + 1
    seat, move = next_move(log.state)
    entered: dict[str, Any] = {
        "game_id": game.pk,
        "seat": seat,
        "move": move,
        "actor": Actor.PLAYER,
    }
    assert code_of(enter_move, seq=log.state.seq, **entered) == "paused"
    noon.shift(47 * HOUR)
    assert games_to_lapse(now=NOON + 47 * HOUR) == []
    assert expire(game_id=game.pk) == 0, "no time passes"
    answer(game, 1, agrees=True)
    answer(game, 1, agrees=True)
    answer(game, 2, agrees=True)
    log = load(game)
    assert log.asked is None
    assert not log.halted
    assert log.state.history == before.state.history[:2]
    assert log.state.seq == before.state.seq + 1
    assert [row.type for row in log.current_rows if row.is_chair_event] == [
        ChairEvent.ASK_REWIND, ChairEvent.AGREE_REWIND, ChairEvent.AGREE_REWIND, ChairEvent.REWIND,
    ]  # fmt: skip
    assert Move.objects.filter(game=game).count() == 3 + 5 + 4, "nothing is deleted"
    on = log.state.to_act[0]
    assert log.deadline_of(on, 86400) == NOON + 47 * HOUR + DAY, "a whole turn"
    check(game)


def test_one_who_would_rather_not_ends_it_and_time_goes_on(noon: Traveller) -> None:
    game = game_with(3)
    log = load(game)
    on = log.state.to_act[0]
    noon.shift(HOUR)
    ask(game, 0, 0)
    noon.shift(10 * HOUR)
    answer(game, 1, agrees=True)
    answer(game, 2, agrees=False)
    after = load(game)
    assert after.state == log.state
    assert not after.halted
    assert after.deadline_of(on, 86400) == NOON + DAY + 10 * HOUR
    assert code_of(answer_rewind, game_id=game.pk, seat=1, to=3, agrees=True) == "not_asked"
    assert code_of(ask, game, 0, 0) == "asked_before"
    ask(game, 1, 0)
    check(game)


def test_silence_is_a_no_after_two_days(noon: Traveller) -> None:
    game = game_with(3)
    ask(game, 0, 0)
    answer(game, 1, agrees=True)
    state = load(game).state
    noon.shift(2 * DAY)
    assert games_to_lapse(now=NOON + 2 * DAY) == [game.pk]
    assert lapse(game_id=game.pk, now=NOON + 2 * DAY)
    assert not lapse(game_id=game.pk, now=NOON + 2 * DAY)
    log = load(game)
    assert log.state == state
    assert not log.halted
    assert log.current_rows[-1].actor == Actor.CLOCK
    check(game)


def test_a_bot_that_keeps_a_chair_agrees_to_nothing() -> None:
    game = game_with(3)
    ask(game, 0, 0)
    keep(game_id=game.pk, seat=1, actor=Actor.MODERATOR)
    assert load(game).asked is None
    assert code_of(ask, game, 2, 0) == "chair_kept"
    check(game)


def test_leaving_ends_what_one_asked_and_counts_no_more_for_what_others_ask() -> None:
    game = game_with(3)
    ask(game, 0, 1)
    answer(game, 1, agrees=True)
    leave(game_id=game.pk, seat=2)
    log = load(game)
    assert len(log.state.history) == 1
    assert log.asked is None
    ask(game, 0, 0)
    leave(game_id=game.pk, seat=0)
    log = load(game)
    assert len(log.state.history) == 1
    assert log.asked is None
    assert not log.halted
    check(game)


def test_who_may_not_ask() -> None:
    game = game_with(0)
    assert code_of(ask_to_rewind, game_id=game.pk, seat=0, to=0) == "no_turns"
    play_on(game, 2)
    assert code_of(ask_to_rewind, game_id=game.pk, seat=0, to=0) == "stale", "an orientation"
    ask(game, 0, 0)
    assert code_of(ask, game, 1, 1) == "rewind_asked"
    rated = game_with(2)
    Game.objects.filter(pk=rated.pk).update(rated=True)
    assert code_of(ask, rated, 0, 0) == "rewind_rated"
    copy = game_with(2)
    Game.objects.filter(pk=copy.pk).update(occasion="copy")
    assert code_of(ask, copy, 0, 0) == "rewind_shared"
    left = game_with(2)
    leave(game_id=left.pk, seat=0)
    assert code_of(ask, left, 0, 0) == "not_seated"


def test_against_bots_alone_it_is_done_at_once_and_the_game_counts_for_nothing() -> None:
    game = bot_game()
    play_on(game, 4 + 6)
    assert ask(game, 0, 0)
    play_on(game, 1)
    assert ask(game, 0, 0)
    assert load(game).state.history == ()
    play_on(game)
    user = game.seats.get(number=0).user
    assert user is not None
    assert rating_against_bots(user).games == 0
    assert not game.results.exists()
    assert GameSummary.objects.get(pk=game.pk).rewound
    check(game)


def test_own_data_and_the_log_say_which_moves_were_undone() -> None:
    game = bot_game()
    play_on(game, 4 + 6)
    ask(game, 0, 2)
    play_on(game)
    user = game.seats.get(number=0).user
    assert user is not None
    (own,) = (each for each in games_of(user=user) if each["game"] == game.public_id)
    versions = [move["version"] for move in own["moves"] if move.get("undone")]
    assert versions == [row["version"] for row in own["moves"] if 6 <= row["version"] < 10]
    said = [line.what for line in row_lines(told_log(game).rows)]
    assert sum("taken back later" in each for each in said) == 4


def test_plans_are_put_away() -> None:
    game = game_with(2)
    state = load(game).state
    other = next(seat for seat in range(3) if seat not in state.to_act)
    put_plan(game_id=game.pk, seat=other, seq=state.seq, orders=[Order(Show(0, 1))])
    ask(game, 0, 0)
    assert Plan.objects.exists()
    answer(game, 1, agrees=True)
    answer(game, 2, agrees=True)
    assert not Plan.objects.exists()


def test_an_old_press_is_not_taken_for_a_move_that_was_undone() -> None:
    game = game_with(0)
    before = load(game).state
    seat, move = next_move(before)
    enter_move(game_id=game.pk, seat=seat, move=move, seq=before.seq, actor=Actor.PLAYER)
    ask(game, 0, 0)
    answer(game, 1, agrees=True)
    answer(game, 2, agrees=True)
    named: dict[str, Any] = {"game_id": game.pk, "seat": seat, "move": move, "actor": Actor.PLAYER}
    assert code_of(enter_move, seq=before.seq, **named) == "stale"
    assert enter_move(seq=load(game).state.seq, **named).new
    check(game)


def test_a_moderator_takes_moves_back_in_a_paused_game(noon: Traveller) -> None:
    game, ada = game_with(4), moderator()
    versions = versions_of(game)
    named: dict[str, Any] = {
        "game_id": game.pk,
        "by": ada,
        "reason": "The page sent the wrong move.",
    }
    assert code_of(rewind, to=versions[3], **named) == "not_paused"
    pause(**named)
    assert code_of(rewind, to=0, **named) == "stale"
    action = rewind(to=versions[3], **named)
    rewind(to=versions[1], **named)
    assert action.details["moves"] == 1
    assert action.details["first"] == 4
    log = load(game)
    assert len(log.state.history) == 1
    assert log.halted
    noon.shift(5 * HOUR)
    resume(**named)
    log = load(game)
    assert log.deadline_of(log.state.to_act[0], 86400) == NOON + 5 * HOUR + DAY
    play_on(game)
    check(game)


def test_a_pause_outlasts_what_the_table_is_asked() -> None:
    game, ada = game_with(4), moderator()
    named: dict[str, Any] = {"game_id": game.pk, "by": ada, "reason": "A report."}
    ask(game, 0, 0)
    pause(**named)
    assert code_of(pause, **named) == "paused"
    answer(game, 1, agrees=False)
    assert load(game).halted
    ask(game, 1, 2)
    resume(**named)
    assert load(game).halted, "the table is still asked"
    answer(game, 0, agrees=True)
    answer(game, 2, agrees=True)
    assert not load(game).halted
    assert len(load(game).state.history) == 2
    check(game)
