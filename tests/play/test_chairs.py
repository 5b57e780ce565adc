"""People leave, agree to stop, or stay away; the others' game goes on."""

import pytest

from games.lobby.leaving import leave_all
from games.lobby.lists import my_games
from games.log.store import load
from games.models import Actor, ChairEvent, Game, GameStatus, GameSummary, Move, Seat
from games.play.bots import play_bots
from games.play.chairs import leave, take_back
from games.play.ending import agree_to_end
from games.play.move import enter_move
from games.play.tables import table_for
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.tables import bot_game, is_on, next_move, people_game, play_on

pytestmark = pytest.mark.django_db


def status(game: Game) -> str:
    return str(GameSummary.objects.get(pk=game.pk).status)


def test_who_leaves_hands_the_chair_to_a_bot_for_good() -> None:
    game = people_game()
    leave(game_id=game.pk, seat=1)
    leave(game_id=game.pk, seat=1)
    assert Move.objects.filter(game=game, type=ChairEvent.LEAVE).count() == 1
    with pytest.raises(RuleError) as refused:
        take_back(game_id=game.pk, seat=1)
    assert refused.value.code == "not_seated"
    assert play_bots(game_id=game.pk, version=load(game).version) == 1
    play_on(game, moves=2)
    play_on(game, until=is_on(1))
    assert play_bots(game_id=game.pk, version=load(game).version) == 1
    assert Move.objects.filter(game=game, seat=1, actor=Actor.BOT).count() == 2
    assert first_fault(game) is None


def test_who_left_sees_what_a_spectator_sees_and_no_list_names_the_game() -> None:
    game = people_game()
    user = Seat.objects.get(game=game, number=1).user
    assert user is not None
    leave(game_id=game.pk, seat=1)
    table = table_for(public_id=game.public_id, user=user)
    assert table is not None
    assert table.seat is None
    assert table.view is not None
    assert table.view.hand is None
    assert table.own_moves == ()
    mine = my_games(user=user)
    assert (mine.waiting_for_me, mine.waiting_for_others) == ([], [])


def test_a_game_that_everybody_leaves_ends_unfinished() -> None:
    game = people_game(players=3, bots=1)
    leave(game_id=game.pk, seat=0)
    assert status(game) == GameStatus.RUNNING
    leave(game_id=game.pk, seat=1)
    assert status(game) == GameStatus.VOIDED
    assert first_fault(game) is None


def test_all_people_agreeing_ends_the_game_and_opens_the_hands() -> None:
    game = people_game(players=3, bots=1)
    play_on(game, moves=5)
    stranger = Seat.objects.get(game=game, number=0).user
    assert stranger is not None
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    before = table_for(public_id=game.public_id, user=stranger)
    assert before is not None
    assert before.opened == ()
    assert before.secret is None
    agree_to_end(game_id=game.pk, seat=0, agrees=False)
    agree_to_end(game_id=game.pk, seat=1, agrees=True)
    assert status(game) == GameStatus.RUNNING
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    assert status(game) == GameStatus.VOIDED
    table = table_for(public_id=game.public_id, user=stranger)
    assert table is not None
    assert [len(hand) for hand in table.opened[0].dealt.hands] == [12, 12, 12]
    assert table.view is not None
    assert (table.view.phase, table.view.to_act, table.view.winners) == ("over", (), None)
    assert first_fault(game) is None


def test_nothing_can_be_played_once_a_game_is_voided() -> None:
    game = bot_game()
    state = play_on(game, moves=5)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    rows = Move.objects.filter(game=game).count()
    seat, move = next_move(state)
    with pytest.raises(RuleError) as refused:
        enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)
    assert refused.value.code == "game_over"
    assert play_bots(game_id=game.pk, version=load(game).version) == 0
    for act in (take_back, leave):
        with pytest.raises(RuleError) as refused:
            act(game_id=game.pk, seat=0)
        assert refused.value.code == "game_over"
    assert Move.objects.filter(game=game).count() == rows


def test_who_still_hesitates_is_outvoted_by_nobody_but_by_leaving() -> None:
    game = people_game(players=3)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    agree_to_end(game_id=game.pk, seat=1, agrees=True)
    assert status(game) == GameStatus.RUNNING
    leave(game_id=game.pk, seat=2)
    assert status(game) == GameStatus.VOIDED


def test_who_goes_away_for_good_leaves_every_game() -> None:
    running, waiting = people_game(players=3), people_game(players=3)
    user = Seat.objects.get(game=running, number=0).user
    assert user is not None
    Seat.objects.filter(game=waiting, number=0).update(user=user)
    leave_all(user=user)
    for game in (running, waiting):
        assert load(game).chairs.left == {0}
        assert first_fault(game) is None
