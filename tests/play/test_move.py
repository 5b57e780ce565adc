"""Each move is recorded once, through one function, whatever else happens."""

import pytest

from games.bots.registry import choose_move
from games.log.store import load, load_state
from games.models import Actor, Game, Move, SeatSummary
from games.play.move import enter_move
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.moves import Move as RulesMove
from games.rules.moves import Orient, Scout, Show
from games.rules.views import view_for
from games.upkeep.verify import first_fault
from tests.logs import actor_of
from tests.pages.seats import without_chance
from tests.tables import bot_game, ends_the_round, next_move, play_on

pytestmark = pytest.mark.django_db


def enter(game: Game, seat: int, move: RulesMove, seq: int) -> GameState:
    return enter_move(game_id=game.pk, seat=seat, move=move, seq=seq, actor=Actor.PLAYER).log.state


def refusal(game: Game, seat: int, move: RulesMove, seq: int) -> str:
    before = Move.objects.count()
    with pytest.raises(RuleError) as refused:
        enter(game, seat, move, seq)
    assert Move.objects.count() == before
    return refused.value.code


def test_a_move_is_in_the_log_with_its_seat_its_actor_and_its_decision() -> None:
    game = bot_game()
    state = play_on(game, moves=4)
    seat, move = next_move(state)
    enter(game, seat, move, state.seq)
    row = Move.objects.filter(game=game).latest("version")
    assert (row.version, row.seq, row.seat, row.actor, row.type) == (
        4,
        1,
        seat,
        "player",
        move.type,
    )


def test_the_same_move_again_changes_nothing_and_shows_the_table_as_it_is() -> None:
    game = bot_game()
    state = play_on(game, moves=4)
    seat, move = next_move(state)
    after = enter(game, seat, move, state.seq)
    again = enter(game, seat, move, state.seq)
    assert again == after
    play_on(game, moves=3)
    assert enter(game, seat, move, state.seq) == load_state(game)
    assert Move.objects.filter(game=game).count() == 8


def test_another_move_for_a_closed_decision_is_stale() -> None:
    game = bot_game()
    state = play_on(game, moves=4)
    seat, move = next_move(state)
    enter(game, seat, move, state.seq)
    assert refusal(game, seat, Show(0, 11), state.seq) == "stale"
    assert refusal(game, seat, move, state.seq + 2) == "stale"


def test_a_second_choice_of_orientation_is_refused_and_the_same_one_is_not() -> None:
    game = bot_game()
    enter(game, 0, Orient(flip=True), 0)
    assert enter(game, 0, Orient(flip=True), 0).version == 1
    assert refusal(game, 0, Orient(flip=False), 0) == "not_your_turn"


def test_nobodys_orientation_makes_anothers_stale() -> None:
    game = bot_game()
    for seat in (2, 0, 3, 1):
        state = enter(game, seat, Orient(flip=bool(seat % 2)), 0)
    assert (state.version, state.seq) == (4, 1)


def test_a_refused_move_leaves_no_trace() -> None:
    game = bot_game()
    state = play_on(game, moves=4)
    seat = state.to_act[0]
    assert refusal(game, seat, Scout("left", flip=False, to=0), state.seq) == "nothing_to_scout"
    assert refusal(game, seat, Show(3, 3), state.seq) == "no_such_cards"
    assert refusal(game, (seat + 1) % 4, Show(0, 1), state.seq) == "not_your_turn"
    assert load_state(game) == state


def test_either_name_of_the_one_end_is_the_same_move_again() -> None:
    """A one-card Active Set's "right" is logged as "left" and recognised again."""
    game = bot_game(3)
    state = play_on(game, moves=3)
    seat = state.to_act[0]
    state = enter(game, seat, Show(0, 1), state.seq)
    scouting = state.to_act[0]
    after = enter(game, scouting, Scout("right", flip=True, to=2), state.seq)
    assert Move.objects.filter(game=game).latest("version").end == "left"
    assert enter(game, scouting, Scout("right", flip=True, to=2), state.seq) == after
    assert enter(game, scouting, Scout("left", flip=True, to=2), state.seq) == after
    assert refusal(game, scouting, Scout("right", flip=False, to=2), state.seq) == "stale"


def test_the_end_of_a_round_deals_the_next_in_the_same_step() -> None:
    game = bot_game(3)
    state = play_on(game, until=ends_the_round)
    seat, move = next_move(state)
    state = enter(game, seat, move, state.seq)
    assert state.round_number == 1
    assert not state.needs_deal
    assert load_state(game) == state
    assert (
        list(SeatSummary.objects.order_by("seat__number").values_list("to_act", flat=True))
        == [True] * 3
    )


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    game = bot_game(2)
    state = play_on(game)
    assert state.over
    assert refusal(game, 0, Show(0, 1), state.seq) == "game_over"
    assert refusal(game, 0, Show(0, 1), 3) == "game_over"


@pytest.mark.slow
def test_bots_and_people_play_by_the_same_way_to_the_same_log() -> None:
    game = bot_game(5)
    state = play_by_the_door(game)
    assert state.over
    assert state.version == Move.objects.filter(game=game).count()
    assert state.seq == len(set(Move.objects.filter(game=game).values_list("seq", flat=True)))
    assert choose_move("easy", view_for(load_state(game, version=0), 1), 1) in (
        Orient(flip=False),
        Orient(flip=True),
    )


def play_by_the_door(game: Game) -> GameState:
    state = load_state(game)
    while not state.over:
        seat, move = next_move(state)
        actor = actor_of(load(game), seat)
        state = enter_move(
            game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=actor
        ).log.state
    return state


def test_a_game_that_tests_write_at_once_is_the_one_that_is_played_move_by_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_chance(monkeypatch)
    played, written = bot_game(3), bot_game(3)
    assert play_by_the_door(played) == play_on(written)
    assert first_fault(played) is None
    assert first_fault(written) is None
    columns = ("version", "seq", "seat", "actor", "type", "end", "to", "start", "stop", "flip")
    one, other = (Move.objects.filter(game=game).order_by("version") for game in (played, written))
    assert list(one.values_list(*columns)) == list(other.values_list(*columns))
