"""Players who are gone: in a game without a clock the others need not wait for ever."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.log.store import load
from games.models import (
    Actor,
    ChairEvent,
    Game,
    GameSummary,
    Move,
    Notice,
    NoticeState,
    Seat,
    SeatSummary,
    Stage,
    Way,
)
from games.order.games import pause
from games.play.chairs import leave, take_back
from games.play.ending import agree_to_end
from games.play.silence import keep_silent
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.order.people import moderator
from tests.pages.seats import at_seat
from tests.tables import is_on, people_game, play_on

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)
HOUR = timedelta(hours=1)


def waiting_for(seat: int, *, turn_seconds: int | None = None, players: int = 3) -> Game:
    """A game in which it is this seat's turn."""
    game = people_game(players, turn_seconds=turn_seconds)
    play_on(game, moves=players)
    play_on(game, until=is_on(seat))
    return game


def began(game: Game) -> datetime:
    return GameSummary.objects.get(game=game).began_at


def keep_after(game: Game, span: timedelta, *, by: int = 0, seat: int = 1) -> str:
    """Press, and return the code of the refusal."""
    with time_machine.travel(began(game) + span, tick=False):
        try:
            keep_silent(game_id=game.pk, by_seat=by, seat=seat)
        except RuleError as refused:
            return refused.code
    return ""


def reachable(game: Game, seat: int) -> None:
    users = User.objects.filter(seats__game=game, seats__number=seat)
    users.update(email=f"player{seat}@example.org", email_confirmed=True)


def told(game: Game, seat: int, times: int, **more: object) -> None:
    user = Seat.objects.get(game=game, number=seat).user
    seq = GameSummary.objects.get(game=game).seq
    Notice.objects.update_or_create(
        user=user,
        game=game,
        seat=seat,
        seq=seq,
        stage=Stage.TURN,
        way=Way.MAIL,
        defaults={"told": times, "due_at": timezone.now(), **more},
    )


def test_after_seven_days_of_silence_any_other_player_may_put_a_bot_on_the_chair() -> None:
    game = waiting_for(1)
    assert keep_after(game, WEEK - HOUR) == "too_early"
    assert keep_after(game, WEEK, by=2) == ""
    assert keep_after(game, WEEK, by=0) == "", "twice is once"
    rows = Move.objects.filter(game=game, type=ChairEvent.KEEP)
    assert rows.values_list("seat", "actor").get() == (1, Actor.PLAYER)
    assert SeatSummary.objects.get(seat__game=game, seat__number=1).kept
    assert load(game).bots_to_act == (1,)
    assert first_fault(game) is None


def test_a_page_that_stays_open_offers_it_too() -> None:
    game = waiting_for(1)
    player = at_seat(game, 0)
    board, said = f"{player.path}board/", "hasn’t moved for 7 days"
    with time_machine.travel(began(game) + HOUR, tick=False):
        tag = player.client.get(board)["ETag"]
        seen = {"If-None-Match": tag}
        assert player.client.get(board, headers=seen).status_code == 304
    with time_machine.travel(began(game) + WEEK, tick=False):
        answer = player.client.get(board, headers=seen)
    assert said in answer.content.decode()


def test_its_player_is_told_and_has_it_back_with_one_press() -> None:
    game = waiting_for(1)
    keep_after(game, WEEK)
    news = Notice.objects.get(game=game, stage=Stage.KEPT, way=Way.SITE)
    assert (news.seat, news.state) == (1, NoticeState.UNREAD)
    with time_machine.travel(began(game) + WEEK + HOUR, tick=False):
        take_back(game_id=game.pk, seat=1)
    assert load(game).chairs.kept == frozenset()
    assert load(game).chairs.kept_from(1) is None


def test_somebody_who_can_be_told_must_have_been_told_twice() -> None:
    game = waiting_for(1)
    reachable(game, 1)
    assert keep_after(game, WEEK) == "too_early"
    told(game, 1, times=1)
    assert keep_after(game, WEEK) == "too_early"
    told(game, 1, times=2)
    assert keep_after(game, WEEK) == ""


@pytest.mark.parametrize("why", ["wants none", "quiet", "failed"])
def test_somebody_who_cannot_be_told_needs_no_telling(why: str) -> None:
    game = waiting_for(1)
    reachable(game, 1)
    seat = Seat.objects.get(game=game, number=1)
    if why == "wants none":
        User.objects.filter(seats=seat.pk).update(tell_turns="none")
    elif why == "quiet":
        Seat.objects.filter(pk=seat.pk).update(quiet=True)
    else:
        told(game, 1, times=0, state=NoticeState.FAILED)
    assert keep_after(game, WEEK) == ""


def test_who_comes_back_has_seven_days_again_also_while_all_choose_their_hands() -> None:
    game = people_game(3, turn_seconds=None)
    play_on(game, moves=1)
    keep_after(game, WEEK, by=0, seat=1)
    with time_machine.travel(began(game) + WEEK + HOUR, tick=False):
        take_back(game_id=game.pk, seat=1)
    assert load(game).to_act == (1, 2), "the decision is an old one"
    assert keep_after(game, WEEK + 2 * HOUR, by=0, seat=1) == "too_early"
    assert keep_after(game, WEEK + 2 * HOUR, by=0, seat=2) == ""
    assert keep_after(game, 2 * WEEK + HOUR, by=0, seat=1) == ""
    news = Notice.objects.filter(game=game, stage=Stage.KEPT, seat=1, way=Way.SITE)
    assert news.get().state == NoticeState.UNREAD, "it is news each time"


def test_an_answer_to_an_offer_is_a_sign_of_life() -> None:
    game = waiting_for(1)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    with time_machine.travel(began(game) + WEEK - HOUR, tick=False):
        agree_to_end(game_id=game.pk, seat=1, agrees=True)
    assert keep_after(game, WEEK) == "too_early"


def test_it_is_for_those_who_wait_in_games_without_a_clock_that_go_on() -> None:
    game = waiting_for(1)
    assert keep_after(game, WEEK, by=1, seat=1) == "not_your_turn"
    assert keep_after(game, WEEK, by=0, seat=2) == "not_your_turn"
    assert keep_after(game, WEEK, by=0, seat=7) == "not_your_turn"
    leave(game_id=game.pk, seat=2)
    assert keep_after(game, WEEK, by=2) == "not_seated"
    with_a_clock = waiting_for(1, turn_seconds=14 * 24 * 3600)
    assert keep_after(with_a_clock, WEEK) == "too_early"
    pause(game_id=game.pk, by=moderator(), reason="A case")
    assert keep_after(game, WEEK) == "paused"
