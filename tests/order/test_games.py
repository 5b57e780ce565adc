"""Moderators act in a game through its log, so that a rebuild gives the same."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.log.store import load
from games.models import (
    Actor,
    Game,
    GameSummary,
    ModerationAction,
    PlayerNotice,
    Rating,
    SeatSummary,
)
from games.order import games
from games.order.hands import LOOK_FOR, opened_game
from games.order.wording import sentence
from games.play import chairs, clock, ending
from games.play.chat import say
from games.play.move import enter_move
from games.play.tables import table_for
from games.play.watchers import note_watcher
from games.rules.errors import RuleError
from games.upkeep.rebuild import rebuild
from games.upkeep.verify import first_fault
from tests.order.people import moderator, player, table_of
from tests.pages.seats import at_seat, on_turn, one_move, summary, watching
from tests.tables import next_move, play_on

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def game() -> Game:
    return table_of(player("Bruno"), player("Maya"))


def move_of(game: Game) -> None:
    state = load(game).state
    seat, move = next_move(state)
    enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)


def deadline_of(game: Game) -> datetime:
    deadline = summary(game).deadline
    assert deadline is not None
    return deadline


def test_while_a_game_is_paused_nobody_moves_and_no_time_passes(game: Game, ada: User) -> None:
    before = deadline_of(game)
    with time_machine.travel(before - HOUR, tick=False):
        games.pause(game_id=game.pk, by=ada, reason="Bruno reported it.")
        with pytest.raises(RuleError) as refused:
            move_of(game)
    assert refused.value.code == "paused"
    paused = summary(game)
    assert (paused.halted, paused.deadline, paused.bot_due_at) == (True, None, None)
    assert not SeatSummary.objects.filter(seat__game=game, to_act=True).exists()
    with time_machine.travel(before + 40 * timedelta(days=1), tick=False):
        assert clock.due_games(now=timezone.now()) == []
        assert clock.abandoned_games(now=timezone.now()) == []
        games.resume(game_id=game.pk, by=ada, reason="Settled.")
        assert deadline_of(game) == timezone.now() + HOUR
        move_of(game)


def test_nobody_ends_a_paused_game_but_everybody_may_leave_it(game: Game, ada: User) -> None:
    ending.agree_to_end(game_id=game.pk, seat=0, agrees=True)
    games.pause(game_id=game.pk, by=ada, reason="A report of cheating.")
    with pytest.raises(RuleError) as refused:
        ending.agree_to_end(game_id=game.pk, seat=1, agrees=True)
    assert refused.value.code == "paused"
    page = at_seat(game, 1).at("end", vote="agree").text
    assert "It can’t be ended until it resumes." in page
    chairs.leave(game_id=game.pk, seat=1)
    assert summary(game).status == "running"
    assert load(game).chairs.left == {1}


def test_that_hands_were_opened_is_told_to_those_who_sat_there_alone(game: Game, ada: User) -> None:
    games.open_hands(game_id=game.pk, by=ada, reason="A report of cheating.")
    chairs.leave(game_id=game.pk, seat=1)
    games.void(game_id=game.pk, by=ada, reason="They cheated.")
    told = "A moderator looked at the hands"
    assert told in at_seat(game, 0).look().text
    assert told in at_seat(game, 1).look().text, "who left sat there, too"
    assert told not in watching(game).look().text
    someone = Client()
    someone.force_login(player("Ilse"))
    page = someone.get(f"/games/{game.public_id}/").content.decode()
    assert told not in page
    assert "A report of cheating." not in page


def test_an_extension_puts_the_deadline_of_this_decision_off_alone(game: Game, ada: User) -> None:
    before = deadline_of(game)
    games.extend(game_id=game.pk, minutes=90, by=ada, reason="The site was away.")
    assert deadline_of(game) == before + timedelta(minutes=90)
    one_move(game)
    assert deadline_of(game) - summary(game).changed_at == timedelta(days=1)


def test_a_rebuild_gives_the_same_deadline_as_the_acts_did(game: Game, ada: User) -> None:
    start = summary(game).changed_at
    acts: tuple[tuple[int, Callable[..., object], dict[str, int]], ...] = (
        (1, games.pause, {}),
        (3, games.extend, {"minutes": 45}),
        (5, games.resume, {}),
        (6, games.put_bot, {"seat": 1 - on_turn(game)}),
    )
    for hour, act, more in acts:
        with time_machine.travel(start + hour * HOUR, tick=False):
            act(game_id=game.pk, by=ada, reason="In order.", **more)
    assert first_fault(game) is None
    kept = summary(game)
    assert kept.deadline == start + timedelta(days=1) + 4 * HOUR + timedelta(minutes=45)
    GameSummary.objects.filter(pk=game.pk).update(deadline=None, began_at=start, halted=True)
    rebuild(game_id=game.pk)
    assert summary(game).deadline == kept.deadline
    assert first_fault(game) is None


def test_a_bot_is_put_on_a_chair_and_the_chair_given_back(game: Game, ada: User) -> None:
    seat = on_turn(game)
    games.put_bot(game_id=game.pk, seat=seat, by=ada, reason="Away for a month.")
    assert load(game).bots_to_act == (seat,)
    games.give_back(game_id=game.pk, seat=seat, by=ada, reason="Back again.")
    assert load(game).people_to_act == (seat,)


def test_a_voided_game_counts_for_nobody_and_its_hands_are_open(game: Game, ada: User) -> None:
    games.void(game_id=game.pk, by=ada, reason="Two accounts of one person.")
    bruno = User.objects.get(username="Bruno")
    found = table_for(public_id=game.public_id, user=bruno)
    assert found is not None
    assert found.opened
    assert summary(game).status == "voided"
    with pytest.raises(RuleError, match="already voided"):
        games.void(game_id=game.pk, by=ada, reason="Again.")


def test_a_finished_game_that_is_voided_has_no_winner_any_more(game: Game, ada: User) -> None:
    play_on(game)
    assert SeatSummary.objects.filter(seat__game=game, winner=True).exists()
    games.void(game_id=game.pk, by=ada, reason="Played by a program.")
    assert summary(game).status == "voided"
    assert not SeatSummary.objects.filter(seat__game=game, winner=True).exists()
    assert first_fault(game) is None


def test_each_act_is_one_row_with_its_reason_and_is_told_to_the_table(
    game: Game, ada: User
) -> None:
    action = games.pause(game_id=game.pk, by=ada, reason="A quarrel.")
    assert ModerationAction.objects.count() == 1
    assert sentence(action) == (
        f"Ada paused “Saturday cards” ({game.public_id}). Reason: A quarrel."
    )
    told = PlayerNotice.objects.order_by("user")
    assert [notice.user.username for notice in told] == ["Bruno", "Maya"]
    assert all("A quarrel." in notice.text and notice.mail_due for notice in told)


def test_an_act_needs_a_reason_and_a_moderator(game: Game, ada: User) -> None:
    with pytest.raises(RuleError) as refused:
        games.pause(game_id=game.pk, by=ada, reason="  ")
    assert refused.value.code == "no_reason"
    with pytest.raises(RuleError) as refused:
        games.pause(game_id=game.pk, by=player("Ilse"), reason="I want it.")
    assert refused.value.code == "not_moderator"
    assert not load(game).halted
    assert not ModerationAction.objects.exists()


def test_a_moderator_does_not_act_in_a_game_of_their_own(ada: User) -> None:
    game = table_of(ada, player("Bruno"))
    with pytest.raises(RuleError) as refused:
        games.void(game_id=game.pk, by=ada, reason="I was losing.")
    assert refused.value.code == "own_case"


def test_the_hands_are_opened_to_one_who_has_no_part_in_the_game(game: Game, ada: User) -> None:
    action = games.open_hands(game_id=game.pk, by=ada, reason="A report of cheating.")
    found = opened_game(action.pk, ada, None)
    state = load(game).state
    assert found is not None
    assert found[1].round is not None
    assert state.round is not None
    assert found[1].round.positions[-1].hands == state.round.hands
    assert opened_game(action.pk, moderator("Zoe"), None) is None, "it is another’s look"
    with time_machine.travel(timezone.now() + LOOK_FOR, tick=False):
        assert opened_game(action.pk, ada, None) is None
    assert sentence(action).startswith(
        f"Ada opened the hands of “Saturday cards” ({game.public_id}) while it was running."
    )


def test_the_hands_stay_closed_to_who_watched_sat_or_wrote_there(game: Game, ada: User) -> None:
    def refused() -> str:
        with pytest.raises(RuleError) as caught, transaction.atomic():
            games.open_hands(game_id=game.pk, by=ada, reason="Curious.")
        return caught.value.code

    found = table_for(public_id=game.public_id, user=ada)
    assert found is not None
    note_watcher(stamp=found.stamp, user=ada)
    assert refused() == "took_part"
    game.watchers.all().delete()
    message = say(game_id=game.pk, seat=0, text="Hello")
    type(message).objects.update(user=ada)
    assert refused() == "took_part"
    type(message).objects.all().delete()
    game.seats.filter(number=0).update(user=ada)
    chairs.leave(game_id=game.pk, seat=0)
    assert refused() == "took_part"


@pytest.mark.parametrize("change", ["UPDATE {t} SET reason = 'x'", "DELETE FROM {t}"])
def test_the_database_refuses_to_change_the_audit_log(game: Game, ada: User, change: str) -> None:
    games.pause(game_id=game.pk, by=ada, reason="A quarrel.")
    with (
        pytest.raises(DatabaseError, match="written once"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change.format(t="games_moderationaction"))
    assert ModerationAction.objects.get().reason == "A quarrel."


def test_ratings_follow_when_a_finished_rated_game_is_voided(ada: User) -> None:
    game = table_of(player("Bruno"), player("Maya"), rated=True)
    play_on(game)
    assert Rating.objects.count() == 2
    games.void(game_id=game.pk, by=ada, reason="Played by a program.")
    assert not Rating.objects.exists()
    assert first_fault(game) is None
