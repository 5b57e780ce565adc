"""Orders are left by the buttons that name them, without JavaScript too."""

import re

from games.models import Game, Move
from games.play.plans.keeping import plan_of
from games.rules.cards import parse_card
from games.rules.moves import Scout, ScoutAndShow, Show
from games.rules.orders import Order
from tests.pages.conftest import play
from tests.pages.seats import at_seat
from tests.pages.table.plan.conftest import Planner, change

SEVEN = parse_card("7/6")


def orders(game: Game, seat: int = 0) -> list[Order]:
    plan = plan_of(game_id=game.pk, seat=seat)
    return list(plan.orders) if plan else []


def test_a_set_is_planned_while_others_think(game: Game, planner: Planner) -> None:
    assert planner.page.buttons["plan-compose"] == "Plan your turn"
    page = planner.press("plan-compose")
    assert page.buttons["add"] == "Add to my plan"
    assert page.buttons["end-left"].startswith("Plan to take 7")
    assert "Two turns come before yours. This may be gone by then." in page.text
    assert "Would beat 7-7" in page.text
    page = planner.press("look", cards=[3, 4, 5])
    assert "Add 6-5-4 to your plan?" in page.text
    assert orders(game) == []
    page = change(planner, "add")
    assert orders(game) == [Order(Show(3, 6))]
    assert "Your plan 1 of 5" in page.text
    assert "Order 1 of 5 added: show 6-5-4." in page.text
    assert "Otherwise: I’ll decide" in page.text
    assert "Only you can see this plan" in page.text
    assert planner.look().buttons["plan-list"] == "Your plan: 1 order"
    assert Move.objects.filter(game=game).exclude(type="orient").count() == 1


def test_a_card_is_planned_with_the_taps_of_a_scout(game: Game, planner: Planner) -> None:
    planner.press("plan-compose")
    page = planner.press("end-left")
    assert "Choose a gap for the 7" in page.text
    planner.press("flip")
    page = planner.press("gap-1")
    assert "between 6 and 8" in page.text
    assert "Only if it lies at an end then." in page.text
    page = change(planner, "add")
    assert orders(game) == [Order(Scout("left", True, 1), SEVEN)]
    assert "Take the 6 (6/7)" in page.text
    assert "if it lies at an end, this way up, here: between 6 and 8" in page.text


def test_both_are_planned_in_two_steps(game: Game, planner: Planner) -> None:
    planner.press("plan-compose")
    planner.press("both")
    planner.press("end-left")
    planner.press("gap-3")
    page = planner.press("next")
    assert "Choose any set to show" in page.text
    change(planner, "add", cards=(1, 2, 3))
    assert orders(game) == []
    page = change(planner, "add", cards=(2, 3))
    assert orders(game) == [Order(ScoutAndShow("left", False, 3, 2, 4), SEVEN)]
    assert "Take the 7 (7/6) and show 8-7" in page.text


def test_orders_move_up_and_go_and_five_are_the_most(game: Game, planner: Planner) -> None:
    planner.press("plan-compose")
    for card in range(5):
        change(planner, "add", cards=(card,))
    assert "Five orders are the most." in planner.page.text
    page = change(planner, "add", cards=(5,))
    assert "Five orders are the most." in page.text
    assert len(orders(game)) == 5
    page = change(planner, "up-4")
    assert "Move order 2 up: show 8" in page.buttons["up-1"]
    assert orders(game)[3:] == [Order(Show(4, 5)), Order(Show(3, 4))]
    assert "Order 1 removed." in change(planner, "drop-0").text
    assert orders(game)[0] == Order(Show(1, 2))


def test_a_press_at_an_old_page_changes_a_plan_once(game: Game, planner: Planner) -> None:
    planner.press("plan-compose")
    change(planner, "add", cards=(1,))
    change(planner, "add", cards=(2,))
    old = planner.page
    change(planner, "drop-0")
    planner.page = old
    assert "Your plan has changed" in change(planner, "drop-0").text
    assert orders(game) == [Order(Show(2, 3))]
    planner.press("plan-compose")
    assert "You’ve planned that already" in change(planner, "add", cards=(2,)).text
    assert orders(game) == [Order(Show(2, 3))]


def test_a_page_that_is_out_of_date_loses_nothing(game: Game, planner: Planner) -> None:
    planner.press("plan-compose")
    change(planner, "add", cards=(1, 2))
    planner.press("plan-compose")
    play(game, 2, Scout("left", False, 0))
    page = change(planner, "add", cards=(3, 4, 5))
    assert "This page was out of date" in page.alert
    assert page.checked == ["3", "4", "5"]
    assert orders(game) == [Order(Show(1, 3))]
    change(planner, "add")
    assert orders(game) == [Order(Show(1, 3)), Order(Show(3, 6))]


def test_news_keeps_what_is_being_planned_if_its_card_still_lies_there(
    game: Game, planner: Planner
) -> None:
    planner.press("plan-compose")
    planner.press("end-right")
    fields = dict(planner.page.fields)
    asked = {name: fields[name] for name in ("plan", "mode", "end", "wanted", "flip", "to")}
    play(game, 2, Scout("left", False, 0))
    board = planner.client.get(f"{planner.path}board/", asked).content.decode()
    assert "Choose a gap for the 7" in board
    play(game, 3, Show(0, 2))
    board = planner.client.get(f"{planner.path}board/", asked).content.decode()
    assert "Choose a gap" not in board
    # The turn has come: there is nothing more to plan.
    assert "do-show" in board
    assert "do-add" not in board


def test_nobody_else_sees_any_of_it(game: Game, planner: Planner) -> None:
    other = at_seat(game, 2)
    tag = other.client.get(f"{other.path}board/")["ETag"]
    before = _without_tokens(other.look().html)
    planner.press("plan-compose")
    change(planner, "add", cards=(1, 2))
    assert _without_tokens(other.look().html) == before
    assert other.client.get(f"{other.path}board/")["ETag"] == tag
    assert "Plan" not in at_seat(game, 2).page.text


def _without_tokens(html: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value="|data-left=")[^"]*', "", html)
