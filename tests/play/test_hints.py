"""Hints: the best moves for a player among bots, from the player's knowledge."""

import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Audience, Game
from games.play import hints, thinking
from games.play.chairs import leave, take_back
from games.play.hints import NoHintError, advise, best_moves, hints_are_on
from games.play.outlook import Outlook, outlooks
from games.play.tables import Table, table_for
from games.rules import game as rules
from games.rules.cards import Cards, parse_cards
from games.rules.deal import Deal, deal_round
from games.rules.errors import RuleError
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.views import ActiveSet, View, view_for
from tests.pages.conftest import MINE, SEVENS, filled, keep_all, play
from tests.pages.seats import put_bot_on
from tests.tables import bot_game, is_on, people_game, play_on
from tests.workers import wait_until

pytestmark = pytest.mark.django_db


def parse(names: str) -> Cards:
    return parse_cards(names.split())


def at(game: Game, seat: int = 0) -> Table:
    user = game.seats.get(number=seat).user
    assert user is not None
    found = table_for(public_id=game.public_id, user=user)
    assert found is not None
    return found


def refusal_of(ask: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refused:
        ask()
    return refused.value.code


def play_to_the_player(game: Game) -> None:
    keep_all(game, range(game.players))
    play_on(game, until=is_on(0))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_hint_names_up_to_three_legal_moves_the_best_first(players: int) -> None:
    game = bot_game(players)
    play_to_the_player(game)
    table = at(game)
    assert table.view is not None
    hint = advise(table)
    assert 1 <= len(hint) <= 3
    points = [advice.points for advice in hint]
    assert points == sorted(points, reverse=True)
    moves = [advice.move for advice in hint]
    assert len({*moves}) == len(moves)
    assert {*moves} <= {*table.view.legal_moves()}


def test_a_hand_that_may_be_turned_gets_both_ways() -> None:
    hint = advise(at(bot_game(4)))
    assert {advice.move for advice in hint} == {Orient(flip=False), Orient(flip=True)}


def test_the_same_position_gets_the_same_hint() -> None:
    dealt = deal_round(bytes(range(32)), "", 4, 0)
    view = view_for(rules.deal(rules.new_game(4), dealt), 2)
    assert best_moves(view) == best_moves(view)


def test_hints_are_on_against_bots_alone_and_nowhere_else() -> None:
    assert hints_are_on(at(bot_game(2)))
    assert not hints_are_on(at(people_game(2)))
    assert not hints_are_on(at(people_game(3, bots=1)))


def test_there_is_no_hint_among_people_even_after_all_others_left() -> None:
    game = people_game(3, bots=1)
    assert refusal_of(lambda: advise(at(game))) == "no_hints"
    leave(game_id=game.pk, seat=1)
    assert refusal_of(lambda: advise(at(game))) == "no_hints"


def test_only_the_player_gets_a_hint() -> None:
    game = bot_game(3)
    Game.objects.update(audience=Audience.OPEN)
    seen = table_for(public_id=game.public_id, user=AnonymousUser())
    assert seen is not None
    assert not hints_are_on(seen)
    assert refusal_of(lambda: advise(seen)) == "not_seated"


def test_a_hint_waits_for_ones_turn() -> None:
    game = bot_game(3)
    play(game, 0, Orient(flip=False))
    assert hints_are_on(at(game))
    assert refusal_of(lambda: advise(at(game))) == "not_your_turn"


def test_there_is_no_hint_while_a_bot_keeps_the_chair() -> None:
    game = bot_game(3)
    put_bot_on(game, 0)
    assert refusal_of(lambda: advise(at(game))) == "not_your_turn"
    take_back(game_id=game.pk, seat=0)
    assert advise(at(game))


def test_a_game_that_is_over_has_no_hint() -> None:
    game = bot_game(2)
    play_on(game)
    assert refusal_of(lambda: advise(at(game))) == "game_over"


def test_an_expert_that_fails_gives_no_hint_and_tells_no_card(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: View, chance: Random) -> None:
        raise LookupError("my card " * 3)

    monkeypatch.setattr(hints, "valued_moves", broken)
    with pytest.raises(NoHintError):
        advise(at(bot_game(3)))
    assert "Bot expert failed" in caplog.text
    assert "my card my card" not in caplog.text


def test_a_hint_has_the_time_of_a_move_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    over = threading.Event()
    asked: list[threading.Thread] = []

    def think_long(view: View, chance: Random) -> list[tuple[float, Move]]:
        asked.append(threading.current_thread())
        over.wait(60)
        return [(1.0, Orient(flip=True))]

    table = at(bot_game(3))
    monkeypatch.setattr(hints, "valued_moves", think_long)
    monkeypatch.setattr(thinking, "MOVE_SECONDS", 0.05)
    for _ in range(2):
        with pytest.raises(NoHintError):
            advise(table)
    wait_until(lambda: bool(asked))
    assert len(asked) == 1, "presses do not pile up threads"
    assert "took too long" in caplog.text
    over.set()
    asked[0].join(20)
    monkeypatch.setattr(thinking, "MOVE_SECONDS", 60)
    assert [advice.move for advice in advise(table)] == [Orient(flip=True)]


@pytest.fixture
def view() -> View:
    """The design's position: seat 3 has shown 7-7, seat 0 is on."""
    state = rules.deal(rules.new_game(4), Deal(filled({0: MINE, 3: SEVENS}, 4), 3))
    for seat in range(4):
        state = rules.play(state, seat, Orient(flip=False))
    return view_for(rules.play(state, 3, Show(0, 2)), 0)


def outlook(view: View, move: Move) -> Outlook:
    assert move in view.legal_moves()
    return outlooks(view, [move], Random(0))[0]


def test_a_show_wins_what_it_beats_and_leaves_a_hand(view: View) -> None:
    found = outlook(view, Show(1, 3))
    assert (found.won, found.held, found.shown) == (2, 9, parse("8/10 8/9"))
    assert found.needed_before == 7
    assert found.needed == 6
    assert not found.ends_round
    assert 0 <= found.stands <= 1
    assert outlook(view, Show(3, 6)).stands > found.stands


def test_a_scout_makes_a_set(view: View) -> None:
    found = outlook(view, Scout("right", flip=False, to=1))
    assert (found.held, found.joined) == (12, parse("6/8 7/9 8/10"))
    assert not found.empties_ring
    assert not found.ends_round
    assert outlook(view, Scout("right", flip=False, to=6)).joined == b""


def test_a_scout_and_show_wins_what_the_scout_left(view: View) -> None:
    found = outlook(view, ScoutAndShow("right", flip=False, to=1, start=0, stop=3))
    assert (found.won, found.held, found.shown) == (1, 9, parse("6/8 7/9 8/10"))


def test_the_last_card_ends_the_round(view: View) -> None:
    last = replace(view, hand=parse("9/1"), active_set=ActiveSet(3, parse("7/6")))
    found = outlook(last, Show(0, 1))
    assert found.ends_round
    assert found.needed == 0


def test_a_scout_before_the_owners_turn_ends_the_round(view: View) -> None:
    unbeaten = replace(view, active_set=ActiveSet(1, parse(SEVENS)))
    assert outlook(unbeaten, Scout("right", flip=False, to=1)).ends_round
    single = replace(view, active_set=ActiveSet(2, parse("7/6")))
    found = outlook(single, Scout("left", flip=False, to=1))
    assert found.empties_ring
    assert not found.ends_round


@pytest.mark.parametrize(
    ("hand", "chips", "active", "to", "over"),
    [
        ("3/9", 1, "7/6 7/9", 0, True),
        ("3/9", 2, "7/6 7/9", 0, False),
        ("9/3", 1, "7/6 7/8", 0, False),
        ("3/9", 1, "7/6", 0, False),
        ("6/9 3/9", 1, "7/6 7/9 7/5", 0, True),
        ("7/4 7/8", 1, "7/6 7/9 7/5", 1, False),
    ],
)
def test_with_two_players_a_scout_ends_the_round_if_nothing_can_follow_it(
    hand: str, chips: int, active: str, to: int, over: bool
) -> None:
    mine, ring = parse(hand), parse(active)
    state = rules.deal(rules.new_game(2), Deal(filled({0: hand, 1: active}, 2), 1))
    for seat in range(2):
        state = rules.play(state, seat, Orient(flip=False))
    state = rules.play(state, 1, Show(0, len(ring)))
    assert state.round is not None
    state = state._replace(
        round=state.round._replace(
            hands=(mine, state.round.hands[1]), chips=(chips, state.round.chips[1])
        )
    )
    view = view_for(state, 0)
    move = Scout("left", flip=False, to=to)
    assert outlook(view, move).ends_round == over
    assert bool(rules.play(state, 0, move).results) == over


def test_both_ways_to_hold_a_hand_are_compared() -> None:
    dealt = deal_round(bytes(range(32)), "", 3, 0)
    view = view_for(rules.deal(rules.new_game(3), dealt), 0)
    keep, turn = outlooks(view, [Orient(flip=False), Orient(flip=True)], Random(0))
    assert (keep.needed, keep.needed_before) == (turn.needed_before, turn.needed)
