"""Every move is a form; the steps of choosing change nothing."""

import pytest

from games.log.store import load_state
from games.models import Game, Move
from games.rules.cards import card_names, parse_cards
from games.rules.moves import Scout, Show
from tests.pages.conftest import MINE, SEVENS, DealHands, keep_all, play, visit
from tests.pages.page import Page, Visitor
from tests.tables import bot_game


def last_move(game: Game) -> dict[str, object]:
    columns = ("seat", "actor", "type", "flip", "end", "to", "start", "stop")
    found = Move.objects.filter(game=game).order_by("-version").values(*columns).first()
    assert found is not None
    return {name: value for name, value in found.items() if value not in (None, "")}


def hand(game: Game) -> list[str]:
    state = load_state(game).round
    assert state is not None
    return card_names(state.hands[0])


@pytest.mark.parametrize(("way", "flip"), [("keep", False), ("turn", True)])
def test_a_hand_is_kept_or_turned(deal: DealHands, db: None, way: str, flip: bool) -> None:
    deal({0: MINE})
    game = bot_game()
    player = visit(game)
    assert player.page.headings == ["Which way up?"]
    assert player.page.faces == [
        *MINE.split(),
        *(card_names(bytes(card ^ 1 for card in parse_cards(MINE.split())))),
    ]
    page = player.press("turn", way=way)
    assert last_move(game) == {"seat": 0, "actor": "player", "type": "orient", "flip": flip}
    assert page.headings == ["You start"]
    assert "Pip, Juno and Otto are still choosing." in page.text


@pytest.mark.parametrize("step", ["look", "hint"])
def test_the_way_a_hand_is_held_stays_chosen_whatever_else_is_pressed(
    deal: DealHands, db: None, step: str
) -> None:
    deal({0: MINE})
    player = visit(bot_game())
    assert ("way", "keep") in player.page.fields
    assert ("way", "turn") in player.press(step, way="turn").fields
    assert ("way", "keep") in player.press(step, way="keep").fields


def test_selected_cards_are_shown(game: Game, player: Visitor) -> None:
    page = player.press("show", cards=[1, 2])
    shown = {"seat": 0, "actor": "player", "type": "show", "start": 1, "stop": 3}
    assert last_move(game) == shown
    assert page.headings == ["Pip is on"]
    assert page.alert == ""
    assert "You show 8-8, beat Otto’s 7-7 and take 2 cards" in page.text


def test_a_set_that_beats_the_ring_is_selected_by_one_press(game: Game, player: Visitor) -> None:
    assert "Beats 7-7" in player.page.text
    assert player.page.buttons["pick-1-3"].endswith("8-8")
    assert player.page.buttons["pick-3-6"] == "Select run 4 to 6, cards 4 to 6 6-5-4"
    page = player.press("pick-1-3")
    assert page.checked == ["1", "2"]
    assert "8-8 beats 7-7" in page.text
    assert "You win Otto (bot)’s 2 cards." in page.text
    player.press("show")
    assert last_move(game)["type"] == "show"


def test_the_verdict_on_a_selection_can_be_asked_for(player: Visitor) -> None:
    page = player.press("look", cards=[3, 4])
    assert page.checked == ["3", "4"]
    assert "6-5 doesn’t beat 7-7" in page.text
    assert "Same size, but matching cards outrank a run." in page.text


def test_a_card_is_scouted_step_by_step(game: Game, player: Visitor) -> None:
    page = player.press("end-right")
    assert "Choose a gap for the 7" in page.text
    assert (page.value("end"), page.value("to")) == ("right", "3")
    assert "Makes 8-7-6-5-4 in your hand." in page.text
    page = player.press("gap-1")
    assert "Makes 6-7-8 in your hand." in page.text
    page = player.press("flip")
    assert "Choose a gap for the 9" in page.text
    page = player.press("gap-11")
    assert "after the 3" in page.text
    assert page.faces.count("9/7") == 1
    page = player.press("send")
    assert last_move(game) == {
        "seat": 0,
        "actor": "player",
        "type": "scout",
        "end": "right",
        "flip": True,
        "to": 11,
    }
    assert hand(game)[-1] == "9/7"
    assert "You scout a 7 from Otto, who gets a chip" in page.text
    assert "Only you see this: turned to a 9, put in as card 12" in page.text


def test_every_gap_can_be_reached_by_stepping(player: Visitor) -> None:
    page = player.press("end-left", to="0")
    page = player.press("gap-0")
    assert "before the 6" in page.text
    for gap in range(1, 12):
        assert f"gap-{gap}" in page.buttons
        page = player.press(f"gap-{gap}")
        assert page.value("to") == str(gap)


def test_scout_and_show_is_one_submission_after_two_steps(game: Game, player: Visitor) -> None:
    before = Move.objects.filter(game=game).count()
    player.press("both")
    assert "Press Scout at the left or the right end of the set." in player.page.text
    player.press("end-right")
    player.press("gap-1")
    page = player.press("next")
    assert "step 2 of 2" in page.text
    assert page.faces[0:1] == ["7/6"]
    assert page.faces[1:5] == ["6/8", "7/9", "8/10", "8/9"]
    page = player.press("look", cards=[0, 1, 2])
    assert "6-7-8 beats 7" in page.text
    assert "Otto (bot) gets 1 Scout chip, and yours for Scout & Show is used." in page.text
    assert Move.objects.filter(game=game).count() == before
    page = player.press("show")
    assert Move.objects.filter(game=game).count() == before + 1
    assert last_move(game) == {
        "seat": 0,
        "actor": "player",
        "type": "scout_and_show",
        "end": "right",
        "flip": False,
        "to": 1,
        "start": 0,
        "stop": 3,
    }
    assert "You scout a 7, show 6-7-8, beat Otto’s 7 and take 1 card" in page.text


def test_back_leads_to_the_first_step_with_what_was_chosen_there(player: Visitor) -> None:
    player.press("both")
    player.press("end-right")
    player.press("flip")
    player.press("gap-4")
    player.press("next")
    page = player.press("back", cards=[0])
    kept = {name: page.value(name) for name in ("mode", "end", "flip", "to", "step")}
    assert kept == {"mode": "both", "end": "right", "flip": "1", "to": "4", "step": ""}


def test_cancel_leads_back_to_the_turn(player: Visitor) -> None:
    player.press("end-left")
    page = player.press("cancel")
    assert page.value("mode") == ""
    assert "show" in page.buttons


def test_choosing_writes_nothing_and_stands_in_no_address(game: Game, player: Visitor) -> None:
    before = Move.objects.filter(game=game).count()
    steps = ["look", "pick-1-3", "scout", "end-left", "flip", "gap-2", "keep", "cancel"]
    steps += ["both", "end-right", "gap-3", "next", "look", "pick-0-1", "back", "cancel"]
    for action in steps:
        response = player.send(action)
        assert response.status_code == 200
        player.page = Page(response)
        assert player.page.alert == ""
        assert not any("to=" in link or "flip" in link for link in player.page.links)
    assert Move.objects.filter(game=game).count() == before


def test_it_is_said_when_no_show_could_follow_a_scout(deal: DealHands, db: None) -> None:
    deal({0: "2/1 4/1 6/1 8/1 1/10 3/1 5/1 7/1 9/1 3/2 5/2", 3: "7/6 7/9 7/10 7/8"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 4))
    player = visit(game)
    player.press("both")
    page = player.press("end-left")
    assert "Nothing would beat 7-7-7 then. Try another gap or side." in page.text


def test_with_one_card_in_the_ring_there_is_one_end(deal: DealHands, db: None) -> None:
    deal({0: MINE, 3: SEVENS}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 1))
    player = visit(game)
    assert [value for value in player.page.buttons if value.startswith("end-")] == ["end-left"]
    page = player.press("scout")
    assert page.value("end") == "left"
    page = player.press("send", end="right")
    assert last_move(game)["end"] == "left"
    assert page.headings == ["Pip is on"]


def test_two_players_pay_for_a_scout_and_stay_on(deal: DealHands, db: None) -> None:
    deal({0: MINE, 1: "7/6 7/9 7/10 7/8"}, players=2, starter=1)
    game = bot_game(players=2)
    keep_all(game, range(2))
    play(game, 1, Show(0, 4))
    player = visit(game)
    assert "Scout chips: 3 of 3" in player.page.labels
    assert "both" not in player.page.buttons
    player.press("end-left")
    assert "It costs 1 chip; 2 are left." in player.page.text
    page = player.press("send")
    assert page.headings == ["Still your turn"]
    assert "Still your turn. 2 chips left" in page.text
    assert "Scout chips: 2 of 3" in page.labels
    assert "You scout a 7 from Pip and put a chip in the centre" in page.text


def test_without_a_chip_two_players_must_show(deal: DealHands, db: None) -> None:
    deal({0: MINE, 1: "7/6 7/9 7/10 7/8"}, players=2, starter=1)
    game = bot_game(players=2)
    keep_all(game, range(2))
    play(game, 1, Show(0, 4))
    play(game, 0, *[Scout("left", False, 0)] * 3)
    player = visit(game)
    assert player.page.headings == ["You must show"]
    assert "No Scout chips left. You must show" in player.page.text
    page = player.press("scout")
    assert page.alert == "No Scout chips left. You must show."
