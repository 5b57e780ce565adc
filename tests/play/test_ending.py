"""Players end a game unfinished by agreement, or by the silence of those who are away."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.log.store import load
from games.models import (
    Actor,
    ChairEvent,
    Game,
    GameStatus,
    Move,
    Notice,
    NoticeState,
    Seat,
    Stage,
    Way,
)
from games.order.games import pause, resume
from games.play.chairs import keep, leave, take_back
from games.play.clock import void_abandoned
from games.play.ending import agree_to_end, end_unanswered, offered_games
from games.play.move import enter_move
from games.upkeep.rebuild import rebuild
from games.upkeep.verify import first_fault
from tests.accounts.people import account
from tests.order.people import moderator
from tests.tables import is_on, next_move, people_game, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def status(game: Game) -> str:
    return str(Game.objects.select_related("summary").get(pk=game.pk).summary.status)


def agreed(game: Game) -> set[int]:
    """As the log says and as lists do."""
    offer = load(game).chairs.offer
    told = set(offer.agreed if offer else ())
    seats = Seat.objects.filter(game=game, summary__agrees=True)
    assert set(seats.values_list("number", flat=True)) == told
    return told


def move(game: Game, actor: str = Actor.PLAYER) -> int:
    state = load(game).state
    seat, chosen = next_move(state)
    enter_move(game_id=game.pk, seat=seat, move=chosen, seq=state.seq, actor=actor)
    return seat


def test_an_offer_and_each_answer_are_rows_of_the_log() -> None:
    game = people_game(players=3)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    agree_to_end(game_id=game.pk, seat=1, agrees=True)
    agree_to_end(game_id=game.pk, seat=1, agrees=False)
    rows = Move.objects.filter(game=game).order_by("version")
    assert list(rows.values_list("type", "seat", "actor")) == [
        (ChairEvent.AGREE, 0, Actor.PLAYER),
        (ChairEvent.AGREE, 1, Actor.PLAYER),
        (ChairEvent.DISAGREE, 1, Actor.PLAYER),
    ]
    assert agreed(game) == {0}
    assert first_fault(game) is None


def test_one_alone_ends_no_game_while_a_bot_keeps_the_others_chair() -> None:
    game = people_game(players=2)
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    assert status(game) == GameStatus.RUNNING
    # A player may answer without coming back.
    agree_to_end(game_id=game.pk, seat=1, agrees=True)
    assert status(game) == GameStatus.VOIDED


def test_whoever_has_left_is_not_asked() -> None:
    game = people_game(players=3)
    leave(game_id=game.pk, seat=2)
    for seat in (0, 1):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    assert status(game) == GameStatus.VOIDED
    offer = load(game).chairs.offer
    assert offer is not None
    assert offer.left_before == {2}


def test_an_offer_lapses_with_the_next_move_of_anybody_who_has_not_agreed() -> None:
    game = people_game(players=2)
    play_on(game, until=is_on(0))
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    while load(game).state.to_act == (0,):
        move(game)
        assert agreed(game) == {0}, "who agreed plays on without taking the offer back"
    move(game)
    assert agreed(game) == set()
    assert not Game.objects.filter(pk=game.pk, summary__offered_at__isnull=False).exists()
    agree_to_end(game_id=game.pk, seat=1, agrees=True)
    assert status(game) == GameStatus.RUNNING


def test_the_moves_of_bots_let_an_offer_stand() -> None:
    game = people_game(players=2)
    play_on(game, until=is_on(1))
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    move(game, Actor.BOT)
    assert agreed(game) == {0}


def test_an_offer_that_only_leavers_made_is_gone() -> None:
    game = people_game(players=3)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    leave(game_id=game.pk, seat=0)
    assert agreed(game) == set()
    assert status(game) == GameStatus.RUNNING


def test_after_seven_days_a_kept_chair_counts_as_left_and_not_an_hour_before() -> None:
    game = people_game(players=3)
    keep(game_id=game.pk, seat=2, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    assert offered_games(now=NOON + 7 * DAY) == [], "seat 1 is there"
    assert not end_unanswered(game_id=game.pk, now=NOON + 7 * DAY)
    agree_to_end(game_id=game.pk, seat=1, agrees=True)
    assert offered_games(now=NOON + 7 * DAY - timedelta(hours=1)) == []
    assert offered_games(now=NOON + 7 * DAY) == [game.pk]
    assert not end_unanswered(game_id=game.pk, now=NOON + 7 * DAY - timedelta(hours=1))
    with time_machine.travel(NOON + 7 * DAY, tick=False):
        assert end_unanswered(game_id=game.pk, now=NOON + 7 * DAY)
        assert not end_unanswered(game_id=game.pk, now=NOON + 7 * DAY)
    assert status(game) == GameStatus.VOIDED
    row = Move.objects.filter(game=game).latest("version")
    assert (row.type, row.actor) == (ChairEvent.VOID, Actor.CLOCK)
    assert first_fault(game) is None


def test_coming_back_or_being_away_for_less_starts_the_seven_days_anew() -> None:
    game = people_game(players=2)
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    with time_machine.travel(NOON + 5 * DAY, tick=False):
        take_back(game_id=game.pk, seat=1)
        keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    assert not end_unanswered(game_id=game.pk, now=NOON + 11 * DAY)
    assert end_unanswered(game_id=game.pk, now=NOON + 12 * DAY)


def game_of(*users: User) -> Game:
    game = people_game(players=len(users))
    for number, user in enumerate(users):
        Seat.objects.filter(game=game, number=number).update(user=user, name=user.username)
    return game


def test_those_who_have_not_agreed_are_asked_by_notice_once() -> None:
    maya, bruno, ilse = (account(name, f"{name}@example.org") for name in ("Maya", "Bruno", "Ilse"))
    game = game_of(maya, bruno, ilse)
    keep(game_id=game.pk, seat=2, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    play_on(game, moves=2)
    asked = Notice.objects.filter(game=game, stage=Stage.OFFER, way=Way.MAIL)
    assert sorted(asked.values_list("user__username", "due_at")) == [
        ("Bruno", NOON),
        ("Ilse", NOON),
    ]


def test_the_seven_days_count_from_the_email_and_not_from_the_offer() -> None:
    maya, bruno = account("Maya", "maya@example.org"), account("Bruno", "bruno@example.org")
    game = game_of(maya, bruno)
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    assert not end_unanswered(game_id=game.pk, now=NOON + 8 * DAY), "the email has not gone out"
    asked = Notice.objects.filter(game=game, stage=Stage.OFFER, way=Way.MAIL)
    asked.update(state=NoticeState.SENT, closed_at=NOON + 2 * DAY)
    assert not end_unanswered(game_id=game.pk, now=NOON + 8 * DAY)
    assert end_unanswered(game_id=game.pk, now=NOON + 9 * DAY)


def test_an_offer_withdrawn_and_made_again_asks_again() -> None:
    maya, bruno = account("Maya", "maya@example.org"), account("Bruno", "bruno@example.org")
    game = game_of(maya, bruno)
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    agree_to_end(game_id=game.pk, seat=0, agrees=False)
    asked = Notice.objects.filter(game=game, stage=Stage.OFFER, way=Way.MAIL)
    asked.update(state=NoticeState.DROPPED, closed_at=NOON, attempts=1)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    assert list(asked.values_list("state", "attempts", "closed_at")) == [("due", 0, None)]
    assert not end_unanswered(game_id=game.pk, now=NOON + 8 * DAY)


@pytest.mark.parametrize(("tell_turns", "asked"), [("deadline", [NOON]), ("none", [])])
def test_who_wants_few_emails_is_asked_where_time_runs(
    tell_turns: str, asked: list[datetime]
) -> None:
    maya, bruno = account("Maya", "maya@example.org"), account("Bruno", "bruno@example.org")
    User.objects.filter(pk=bruno.pk).update(tell_turns=tell_turns)
    game = game_of(maya, bruno)
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    offers = Notice.objects.filter(game=game, stage=Stage.OFFER, way=Way.MAIL)
    assert list(offers.values_list("due_at", flat=True)) == asked


def test_a_game_that_was_paused_while_the_last_one_left_ends_when_it_resumes() -> None:
    judge = moderator("Judge")
    game = people_game(players=3)
    for seat in (0, 1):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    pause(game_id=game.pk, by=judge, reason="A report.")
    leave(game_id=game.pk, seat=2)
    assert status(game) == GameStatus.RUNNING
    resume(game_id=game.pk, by=judge, reason="Settled.")
    assert status(game) == GameStatus.VOIDED


def test_answers_do_not_put_off_the_end_of_a_game_that_all_have_abandoned() -> None:
    game = people_game(players=2)
    for seat in (0, 1):
        keep(game_id=game.pk, seat=seat, actor=Actor.CLOCK)
    with time_machine.travel(NOON + 20 * DAY, tick=False):
        agree_to_end(game_id=game.pk, seat=0, agrees=True)
        agree_to_end(game_id=game.pk, seat=0, agrees=False)
    assert Game.objects.get(pk=game.pk).summary.paused_since == NOON
    with time_machine.travel(NOON + 30 * DAY, tick=False):
        assert void_abandoned(game_id=game.pk, now=NOON + 30 * DAY)


def test_rebuilding_changes_nothing_about_a_standing_offer() -> None:
    game = people_game(players=3)
    keep(game_id=game.pk, seat=2, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    before = (Game.objects.get(pk=game.pk).summary.offered_at, agreed(game))
    rebuild(game_id=game.pk)
    assert (Game.objects.get(pk=game.pk).summary.offered_at, agreed(game)) == before
