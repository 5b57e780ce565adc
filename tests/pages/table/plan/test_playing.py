"""What a plan's player sees when their turn has come, and afterwards."""

import pytest

from games.log.store import load, load_state
from games.models import Game, Move, Plan
from games.play.plans.keeping import plan_of, put_plan
from games.rules.cards import parse_card
from games.rules.moves import Orient, Scout, Show
from games.rules.orders import Order
from tests.logs import write
from tests.pages.conftest import MINE, DealHands, play
from tests.pages.seats import at_seat
from tests.pages.table.plan.conftest import Planner, change
from tests.play.plans.planned import sweep_for
from tests.tables import people_game, play_on

PAIR, RUN = Order(Show(1, 3)), Order(Show(3, 6))
TAKE = Order(Scout("left", False, 3), parse_card("7/6"))


def plan(game: Game, *orders: Order, seat: int = 0) -> None:
    put_plan(game_id=game.pk, seat=seat, seq=load_state(game).seq, orders=orders)


def others_scout(game: Game) -> None:
    """Both sevens go, and the ring is empty."""
    play(game, 2, Scout("left", False, 0))
    play(game, 3, Scout("left", False, 0))


def nines(game: Game) -> None:
    play(game, 2, Scout("left", False, 0))
    play(game, 3, Show(0, 2))


def test_a_plan_that_is_about_to_be_played_says_what_and_never_when(
    game: Game, planner: Planner
) -> None:
    plan(game, TAKE, PAIR)
    others_scout(game)
    page = planner.look()
    assert "Your plan will be played: Show 8-8" in page.text
    assert page.headings == ["You’re on"]
    assert {"play", "clear"} <= page.buttons.keys()
    assert not {"show", "scout", "end-left"} & page.buttons.keys()


def test_it_is_played_at_once_by_hand(game: Game, planner: Planner) -> None:
    plan(game, PAIR)
    others_scout(game)
    planner.look()
    pressed = planner.page
    page = change(planner, "play")
    assert "You show 8-8 in an empty ring" in page.text
    assert "from your plan" not in page.text
    assert not Plan.objects.exists()
    planner.page = pressed
    change(planner, "play")
    assert Move.objects.filter(game=game, seat=0, type="show").count() == 1


def test_a_player_who_decides_after_all_has_their_turn(game: Game, planner: Planner) -> None:
    plan(game, PAIR)
    others_scout(game)
    planner.look()
    page = change(planner, "clear")
    assert {"show", "scout"} <= page.buttons.keys()
    assert "plan will be played" not in page.text
    sweep_for()
    assert load(game).to_act == (0,)


def test_a_played_plan_is_told_to_its_player_alone(game: Game, planner: Planner) -> None:
    plan(game, RUN, PAIR)
    nines(game)
    sweep_for()
    page = planner.look()
    assert "Played from your plan: Show 6-5-4 It beat Guest 4’s 9-9 and won 2 cards." in page.text
    assert "You show 6-5-4, beat Guest 4’s 9-9 and take 2 cards from your plan" in page.text
    for seat in (1, 2, 3):
        assert "plan:" not in at_seat(game, seat).page.text
        assert "from your plan" not in at_seat(game, seat).page.text
    play(game, 1, Scout("left", False, 0))
    assert "Played from your plan" in planner.look().text
    state = play_on(game, until=lambda state: state.moves[-1].seat == 0)
    assert not state.results
    page = planner.look()
    assert "Played from your plan" not in page.text
    assert "take 2 cards from your plan" in page.text


def test_a_plan_that_did_not_fit_says_why_until_the_next_move(game: Game, planner: Planner) -> None:
    plan(game, PAIR, TAKE)
    nines(game)
    sweep_for()
    page = planner.look()
    said = "Your plan didn’t fit, so it’s up to you"
    assert said in page.text
    assert "it doesn’t beat Guest 4’s 9-9" in page.text
    assert "Take the 7 (7/6): it’s no longer in the ring" in page.text
    assert "8-8 doesn’t beat 9-9, and the 7 is gone." in page.text
    assert {"show", "scout"} <= page.buttons.keys()
    assert said not in at_seat(game, 1).page.text
    page = planner.press("show", cards=[3, 4, 5])
    assert said not in page.text


@pytest.fixture
def choosing(db: None, deal: DealHands) -> Game:
    """Seats 0, who starts, and 1 have turned their hands, seats 2 and 3 have not."""
    deal({0: MINE.replace("3/10", "1/2")}, starter=0)
    game = people_game(4)
    write(game, [(0, Orient(flip=False)), (1, Orient(flip=False))])
    return game


def test_the_first_player_plans_the_first_show_while_others_choose(choosing: Game) -> None:
    planner = at_seat(choosing, 0)
    assert planner.page.headings == ["You start"]
    assert "You hold the 1/2. Guest 3 and Guest 4 are still choosing." in planner.page.text
    assert "6-5-4 for your first show?" in planner.page.text
    assert planner.page.buttons["add"] == "Plan to show 6-5-4"
    page = change(planner, "add")
    assert "Planned: Show 6-5-4 first" in page.text
    assert "As soon as everyone has chosen." in page.text
    assert planner.look().buttons["plan-list"] == "Change"
    write(choosing, [(2, Orient(flip=False)), (3, Orient(flip=True))])
    sweep_for()
    assert "Played from your plan: Show 6-5-4 The ring was empty." in planner.look().text


def test_the_first_player_may_decide_later(choosing: Game) -> None:
    planner = at_seat(choosing, 0)
    page = planner.press("plan-off")
    assert page.buttons["plan-compose"] == "Plan your turn"
    assert "for your first show?" not in page.text
    assert not Plan.objects.exists()
    assert "for your first show?" in planner.look().text


def test_nothing_is_suggested_where_the_game_shows_no_legal_sets(choosing: Game) -> None:
    Game.objects.filter(pk=choosing.pk).update(show_legal_sets=False)
    page = at_seat(choosing, 0).page
    assert "Choose your first show" in page.text
    assert page.checked == []
    assert "pick-3-6" not in page.buttons


def test_others_who_have_chosen_may_plan_too(choosing: Game) -> None:
    planner = at_seat(choosing, 1)
    assert planner.page.headings == ["The others are choosing"]
    assert planner.page.buttons["plan-compose"] == "Plan your turn"
    planner.press("plan-compose")
    change(planner, "add", cards=(0,))
    assert plan_of(game_id=choosing.pk, seat=1) is not None
    assert "plan-compose" not in at_seat(choosing, 2).page.buttons


def test_a_plan_of_the_last_round_is_not_shown_in_the_next(game: Game, planner: Planner) -> None:
    plan(game, PAIR)
    play_on(game, until=lambda state: bool(state.results))
    assert Plan.objects.exists()
    write(game, [(0, Orient(flip=False))])
    page = planner.look()
    assert "Show 8-8" not in page.text
    assert "Your plan: 1 order" not in page.text
