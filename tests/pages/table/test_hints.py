"""“What would you do?”: a hint at the table, as a form and in place."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.log.store import load_state
from games.models import Game
from games.play import hints
from games.rules.moves import Move, Scout, ScoutAndShow, Show
from games.rules.views import View
from tests.pages.conftest import DealHands, keep_all, play, visit
from tests.pages.page import Page, Visitor
from tests.pages.seats import at_seat
from tests.tables import bot_game, is_on, people_game, play_on

pytestmark = pytest.mark.django_db

ASK, TAKE = "Hint", "take-0"
RIGHT = Scout("right", flip=False, to=1)
THEN_SHOW = ScoutAndShow("right", flip=False, to=1, start=0, stop=3)


@pytest.fixture
def liked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set the expert's favourite moves."""

    def settle(*moves: Move) -> None:
        valued = [(2.5 - number, move) for number, move in enumerate(moves)]
        monkeypatch.setattr(hints, "valued_moves", lambda view, chance: valued)

    return settle


def test_a_table_among_bots_offers_a_hint_in_the_bar(player: Visitor) -> None:
    assert player.page.buttons["hint"] == ASK


def test_three_moves_are_named_with_points_and_reasons(
    player: Visitor, liked: Callable[..., None]
) -> None:
    liked(Show(1, 3), RIGHT, THEN_SHOW, Show(3, 6))
    page = player.press("hint")
    assert "Show 8-8 +2.5 It wins 2 cards." in page.text
    assert "Scout 7, between 6 and 8" in page.text
    assert "Scout the 7 on the right, between 6 and 8 +1.5 It makes 6-7-8" in page.text
    assert "Otto gets a chip." in page.text
    assert "Scout the 7 on the right, between 6 and 8, then show 6-7-8 +0.5" in page.text
    assert "It spends your Scout & Show." in page.text
    assert "6-5-4 −0.5" not in page.text, "three are enough"


def test_the_cards_of_the_shown_move_are_marked(
    player: Visitor, liked: Callable[..., None]
) -> None:
    """Each press of the pager shows another, without JavaScript too."""
    liked(Show(1, 3), RIGHT, THEN_SHOW)

    def marked() -> list[str]:
        return re.findall(r"card u(\d+) d\d+[a-z ]* hinted", player.page.html)

    player.press("hint")
    assert marked() == ["8", "8"]
    player.press("hint-2")
    assert marked() == ["7", "6", "8"], "the card in the ring, and those beside its gap"
    assert "2 of 3" in player.page.text
    player.press("hint-3")
    assert marked() == ["7", "6", "8"]
    player.press("hint-1")
    assert marked() == ["8", "8"]
    player.press("unhint")
    assert marked() == []
    for nonsense in ("hint-9", "hint-x"):
        assert player.press(nonsense).status == 200
        assert "take-0" in player.page.buttons


def test_only_the_best_scout_of_all_is_called_the_least_harm(
    player: Visitor, liked: Callable[..., None]
) -> None:
    """Three Scouts that each cost a Show; then one below a Scout & Show."""
    harmful = [Scout("left", flip=True, to=to) for to in (2, 4, 9)]
    liked(*harmful)
    text = player.press("hint").text
    assert text.count("It does the least harm") == 1
    assert text.index("It does the least harm") < text.index("more shows instead of")
    liked(THEN_SHOW, harmful[0])
    assert "It does the least harm" not in player.press("hint").text


@pytest.mark.parametrize("press", ["hint", "take-0"])
def test_an_expert_without_an_answer_is_excused_and_all_else_works(
    player: Visitor, monkeypatch: pytest.MonkeyPatch, press: str
) -> None:
    def broken(view: View, chance: object) -> None:
        raise LookupError("lost")

    monkeypatch.setattr(hints, "valued_moves", broken)
    page = player.press(press)
    assert "The expert has no answer just now. Ask again in a minute." in page.text
    assert page.buttons["hint"] == ASK
    page = player.press("show", cards=[1, 2])
    assert "You show" in page.text


@pytest.mark.parametrize(
    ("press", "times"), [("hint", 1), ("hint-2", 1), ("take-0", 1), ("unhint", 0), ("look", 0)]
)
def test_the_expert_is_asked_once_a_press(
    player: Visitor, monkeypatch: pytest.MonkeyPatch, press: str, times: int
) -> None:
    asked: list[View] = []

    def note(view: View, chance: object) -> list[tuple[float, Move]]:
        asked.append(view)
        return [(1.0, Show(1, 3))]

    monkeypatch.setattr(hints, "valued_moves", note)
    player.press("hint")
    asked.clear()
    player.press(press)
    assert len(asked) == times


def test_a_hint_can_be_put_away(player: Visitor) -> None:
    assert "take-0" in player.press("hint").buttons
    page = player.press("unhint")
    assert "take-0" not in page.buttons
    assert page.buttons["hint"] == ASK


@pytest.mark.parametrize(
    ("move", "press"), [(Show(1, 3), "show"), (RIGHT, "send"), (THEN_SHOW, "show")]
)
def test_a_move_of_the_hint_is_chosen_by_one_press_and_made_by_the_next(
    game: Game, player: Visitor, liked: Callable[..., None], move: Move, press: str
) -> None:
    liked(move)
    player.press("hint")
    page = player.press(TAKE)
    assert load_state(game).version == 5, "nothing is played yet"
    assert "take-0" not in page.buttons, "what it chose is to be seen"
    player.press(press)
    assert load_state(game).moves[-1].move == move


@pytest.mark.parametrize("step", ["end-right", "scout", "pick-1-3", "look"])
def test_a_hint_goes_when_one_chooses_oneself(player: Visitor, step: str) -> None:
    player.press("hint")
    assert "take-0" not in player.press(step).buttons


def test_a_script_gets_the_hint_in_place(player: Visitor) -> None:
    answer = player.send("hint", htmx=True)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "<html" not in html
    assert 'value="take-0"' in html


def test_a_hand_to_be_turned_has_a_hint_too(deal: DealHands) -> None:
    deal({0: "1/9 3/9 5/9 7/9 2/8 4/8 6/8 1/8 3/7 5/7 1/7"})
    visitor = visit(bot_game())
    page = visitor.press("hint")
    assert "Turn your hand over" in page.text
    assert "Keep your hand as dealt" in page.text
    assert "You would need 3 shows to empty your hand, the other way " in page.text
    assert page.value("way") == "keep"
    first = page.text.index("Turn your hand over") < page.text.index("Keep your hand as dealt")
    page = visitor.press("take-0" if first else "take-1")
    assert page.value("way") == "turn"
    assert "take-0" not in page.buttons


def test_a_hint_that_there_is_not_is_refused(player: Visitor) -> None:
    player.press("hint")
    assert "wasn’t understood" in player.press("take-9").text
    assert "wasn’t understood" in player.press("take-x").text


def test_one_who_waits_cannot_ask(game: Game, player: Visitor) -> None:
    player.press("show", cards=[1, 2])
    assert "hint" not in player.page.buttons
    page = player.press("hint")
    assert "It isn’t your turn" in page.text
    assert "take-0" not in page.buttons


@pytest.mark.parametrize("bots", [0, 2])
def test_among_people_there_is_no_hint_whatever_is_sent(bots: int) -> None:
    game = people_game(4, bots=bots)
    keep_all(game, range(4))
    play_on(game, until=is_on(0))
    player = at_seat(game, 0)
    assert "hint" not in player.page.buttons
    for press in ("hint", "take-0"):
        page = player.press(press)
        assert "There are no hints at this table" in page.text
        assert "take-0" not in page.buttons
    page = player.press("look", hint="1")
    assert "take-0" not in page.buttons
    assert "hint" not in page.buttons


def test_nobody_else_gets_a_players_hint(game: Game) -> None:
    stranger = Client()
    answer = stranger.post(f"/games/{game.public_id}/move/", {"action": "hint"})
    assert answer.status_code == 404
    Game.objects.update(audience="open")
    page = Page(stranger.post(f"/games/{game.public_id}/move/", {"action": "hint"}))
    assert "You are watching" in page.text
    assert "take-0" not in page.buttons


def test_a_hint_costs_no_query(player: Visitor) -> None:
    player.send("look")
    with CaptureQueriesContext(connection) as plain:
        player.send("look")
    with CaptureQueriesContext(connection) as hinted:
        player.send("hint")
    assert len(hinted) == len(plain)


def test_with_two_players_the_last_scout_may_end_the_round(
    deal: DealHands, liked: Callable[..., None]
) -> None:
    """With the last chip, and a hand that can't beat what it leaves."""
    hands = {0: "1/9 3/9 1/4 3/6 1/5 3/7 1/6 3/8 1/7 3/4 1/8", 1: "8/7 8/9 8/6 8/5 8/4"}
    deal(hands, players=2, starter=1)
    game = bot_game(2)
    keep_all(game, range(2))
    play(game, 1, Show(0, 5))
    scout = Scout("left", flip=True, to=0)
    for _ in range(2):
        play(game, 0, scout)
    liked(scout)
    page = visit(game).press("hint")
    assert "The round ends with it: nobody has beaten" in page.text
    assert "it stays your turn" not in page.text
    play(game, 0, scout)
    assert load_state(game).round_number == 1


def test_with_two_players_a_scout_costs_a_chip(deal: DealHands, liked: Callable[..., None]) -> None:
    deal({0: "1/9 3/9", 1: "7/6"}, players=2, starter=1)
    game = bot_game(2)
    keep_all(game, range(2))
    play(game, 1, Show(0, 1))
    liked(Scout("left", flip=False, to=0))
    page = visit(game).press("hint")
    assert "It costs a chip, and it stays your turn." in page.text
