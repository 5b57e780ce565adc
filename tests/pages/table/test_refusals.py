"""Every faulty press gets the current table and a sentence."""

from typing import Any

import pytest
from django.test import Client

from games.log.kept import keep
from games.log.store import load
from games.models import Game, Move
from games.play.move import Entered, enter_move
from games.rules.cards import parse_cards
from games.rules.moves import Scout, ScoutAndShow, Show
from games.words.refusals import RULES
from games.words.rule_links import SECTIONS
from games.words.sets import verdicts
from tests.pages.conftest import MINE, SEVENS, DealHands, keep_all, play, visit
from tests.pages.page import Page, Visitor
from tests.tables import bot_game, play_on

OUT_OF_DATE = "This page was out of date. It now shows the table as it is."
TWICE = "Not played twice. This move was already made. The second press didn’t count."


def rows(game: Game) -> int:
    return Move.objects.filter(game=game).count()


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([], "Choose your cards first."),
        ([0, 1], "6-8 isn’t a set. Cards must match or run in steps of one."),
        ([3, 4], "6-5 doesn’t beat 7-7. Same size, but matching cards outrank a run."),
        ([0], "One card can’t beat two. Show at least 2."),
        ([1, 3], "These cards don’t lie side by side."),
    ],
)
def test_a_show_that_is_refused_says_why_and_keeps_the_selection(
    game: Game, player: Visitor, cards: list[int], sentence: str
) -> None:
    before = rows(game)
    page = player.press("show", cards=cards)
    assert page.status == 200
    assert page.headings == ["You’re on"]
    assert page.alert.startswith(sentence)
    assert page.checked == [str(card) for card in cards]
    assert rows(game) == before


@pytest.mark.parametrize(
    ("action", "cards", "place", "words"),
    [
        ("show", [0, 1], "show", "Rule: Show"),
        ("show", [1, 3], "show", "Rule: Show"),
        ("show", [], "show", "Rule: Show"),
        ("show", [3, 4], "beats", "Rule: What beats what"),
        ("look", [0], "beats", "Rule: What beats what"),
        ("send", [], "scout", "Rule: Scout"),
    ],
)
def test_what_a_rule_forbids_leads_to_the_rule(
    player: Visitor, action: str, cards: list[int], place: str, words: str
) -> None:
    if action == "send":
        player.press("end-left")
    page = player.press(action, cards=cards, **({"to": ""} if action == "send" else {}))
    assert page.links[f"/rules/#{place}"] == words


def test_what_no_rule_forbids_leads_to_none(player: Visitor) -> None:
    for page in (player.page, player.press("look", cards=[1, 2])):
        assert not [link for link in page.links if link.startswith("/rules/#")]


def test_a_refused_show_is_announced_to_htmx_as_well(player: Visitor) -> None:
    page = Page(player.send("show", cards=[0, 1], htmx=True))
    assert page.alert.startswith("6-8 isn’t a set")
    assert page.checked == ["0", "1"]


def test_an_empty_ring_gives_nothing_to_scout(deal: DealHands, db: None) -> None:
    deal({0: MINE})
    game = bot_game()
    keep_all(game, range(4))
    player = visit(game)
    assert "The ring is empty. Show any set." in player.page.text
    for action in ("scout", "both", "end-left"):
        page = player.press(action)
        assert page.alert == "The ring is empty. There is nothing to scout. Show any set."
        assert "/rules/#scout" in page.links


def test_scout_and_show_is_there_once_a_round(deal: DealHands, db: None) -> None:
    deal({0: MINE, 1: "9/1 9/6 9/4 9/5", 3: SEVENS}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    play(game, 0, ScoutAndShow("right", False, 1, 0, 2))
    play(game, 1, Show(0, 4))
    play(game, 2, Scout("left", False, 0))
    play(game, 3, Scout("left", False, 0))
    player = visit(game)
    assert player.page.headings == ["You’re on"]
    page = player.press("both")
    assert page.alert == "You’ve used Scout & Show this round. Show, or scout without a show."
    assert "/rules/#scout-and-show" in page.links


def test_two_players_have_no_scout_and_show(deal: DealHands, db: None) -> None:
    deal({0: MINE, 1: SEVENS}, players=2, starter=1)
    game = bot_game(players=2)
    keep_all(game, range(2))
    play(game, 1, Show(0, 2))
    page = visit(game).press("both")
    assert page.alert.startswith("There is no Scout & Show with two players.")
    assert "/rules/#two-players" in page.links


@pytest.mark.parametrize("action", ["show", "scout", "both", "send", "end-left"])
def test_nobody_plays_on_anothers_turn(game: Game, player: Visitor, action: str) -> None:
    player.press("show", cards=[1, 2])
    before = rows(game)
    page = player.press(action, cards=[0])
    assert page.status == 200
    assert page.headings == ["Pip is on"]
    assert page.alert != ""
    assert rows(game) == before


@pytest.mark.parametrize("htmx", [False, True])
def test_a_double_press_plays_once(game: Game, player: Visitor, htmx: bool) -> None:
    before = rows(game)
    first = player.send("show", cards=[1, 2], htmx=htmx)
    assert first.status_code == (200 if htmx else 302)
    page = Page(player.send("show", cards=[1, 2], htmx=htmx))
    assert page.status == 200
    assert page.alert == TWICE
    assert page.headings == ["Pip is on"]
    assert rows(game) == before + 1


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("action", ["show", "scout", "look", "next"])
def test_a_stale_page_gives_the_table_as_it_is(
    game: Game, player: Visitor, action: str, htmx: bool
) -> None:
    play(game, 0, Show(1, 3))
    before = rows(game)
    page = Page(player.send(action, cards=[3], htmx=htmx))
    assert page.status == 200
    assert page.alert == OUT_OF_DATE
    assert page.headings == ["Pip is on"]
    assert rows(game) == before


def test_a_press_that_waits_for_another_process_is_refused_with_the_table_after_it(
    game: Game, player: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load(game)

    def enter_late(**press: Any) -> Entered:
        play(game, 0, Show(1, 3))
        keep(before)
        return enter_move(**press)

    monkeypatch.setattr("games.play.move.enter_move", enter_late)
    page = player.press("show", cards=[3])
    assert page.alert == OUT_OF_DATE
    assert page.headings == ["Pip is on"]


def test_a_stale_page_keeps_the_selection_while_the_hand_is_the_same(
    game: Game, player: Visitor
) -> None:
    page = player.press("show", cards=[1, 2], seq="0")
    assert page.alert == OUT_OF_DATE
    assert page.checked == ["1", "2"]


def test_a_press_after_the_end_shows_how_it_ended(game: Game, player: Visitor) -> None:
    play_on(game)
    page = player.press("show", cards=[0, 1])
    assert page.status == 200
    assert page.alert == "The game is over. Here is how it ended."


def test_the_orientation_is_chosen_once(deal: DealHands, db: None) -> None:
    deal({0: MINE})
    game = bot_game()
    player = visit(game)
    old = player.page
    player.press("turn", way="keep")
    player.page = old
    page = player.press("turn", way="turn")
    assert page.status == 200
    assert page.alert != ""
    assert rows(game) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "dance"},
        {"action": "gap-3"},
        {"action": "pick-9-2"},
        {"action": "pick-a-b"},
        {"action": "end-middle"},
        {"action": "turn", "way": "sideways"},
        {"action": "show", "card": "99"},
        {"action": "show", "card": "-1"},
        {"action": "show", "card": "²"},
        {"action": "show", "card": "1", "seq": "²"},
        {"action": "show", "card": "1", "seq": ""},
        {"action": "show", "card": "1", "seq": "9" * 30},
        {"action": "send", "mode": "scout", "end": "left", "to": "99"},
        {"action": "send", "mode": "scout", "end": "up", "to": "1"},
        {"action": "gap-99", "mode": "scout", "end": "left", "to": "1"},
        {"action": "next", "mode": "both"},
        {"action": "show", "mode": "both", "end": "left", "step": "2", "to": "0"},
    ],
)
def test_forms_that_no_page_has_are_answered_with_the_table(
    game: Game, player: Visitor, fields: dict[str, str]
) -> None:
    before = rows(game)
    action = fields.pop("action")
    page = player.press(action, cards=None, **fields)
    assert page.status == 200
    assert page.headings == ["You’re on"]
    assert page.alert != ""
    assert rows(game) == before


def test_every_rule_that_is_linked_to_is_there(client: Client) -> None:
    html = client.get("/rules/").content.decode()
    codes = (*RULES.values(), *(rule for *_, rule in verdicts(parse_cards(["7/6"]), 10).values()))
    for place in {place for place, _ in SECTIONS} | {code for code in codes if code}:
        assert f'id="{place}"' in html


def test_the_address_of_a_press_leads_back_to_the_table(player: Visitor) -> None:
    response = player.client.get(f"{player.path}move/")
    assert response.status_code == 302
    assert response["Location"] == player.path
