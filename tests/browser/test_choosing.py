"""Choosing cards, a gap and a side in the page, by tap and by key."""

import pytest
from playwright.sync_api import Page, Request, expect

from games.models import Game
from games.rules.moves import Scout, Show
from tests.browser.table import here_and_served, press, sit_down
from tests.browsing import OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game

# The cards and the bar. What is cut depends on the screen.
PARTS = r"""(root) => {
    const clean = (part) => part.outerHTML
        .replace(/<noscript>.*<.noscript>/s, '')
        .replace(/<button[^>]* id="why".*?<.button>/s, '')
        .replace(/ (class=""|checked=""|style="[^"]*"|tabindex="-?\d+")/g, '')
        .replace(/\s+/g, ' ').replace(/ ?([<>]) ?/g, '$1');
    return [...root.querySelectorAll('.hand .row > li, .bar')].map(clean);
}"""


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    """The design's position: 6 8 8 6 5 4 2 6 3 2 3 against 7-7."""
    deal({0: MINE, 3: "7/6 7/9"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


@pytest.fixture
def page(open_page: OpenPage, game: Game) -> Page:
    return sit_down(open_page("/"), game)


def requests(page: Page) -> list[str]:
    """What the page sends to the table from now on; it may look for news any time."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/move/"):
            asked.append(f"{request.method} {request.url}")

    page.on("request", note)
    return asked


def selected(page: Page) -> list[int]:
    boxes = page.locator("[name=card]:checked")
    return [int(value) for value in boxes.evaluate_all("boxes => boxes.map(box => box.value)")]


def test_taps_extend_shrink_and_begin_anew_and_the_button_names_the_move(page: Page) -> None:
    show = page.locator("#do-show")
    expect(show).to_have_text("Show")
    expect(show).to_have_attribute("aria-disabled", "true")
    for card, chosen, label in (
        (3, [3], "Show 6"),
        (4, [3, 4], "Show 6-5"),
        (5, [3, 4, 5], "Show 6-5-4"),
        (3, [4, 5], "Show 5-4"),
        (9, [9], "Show 2"),
        (9, [], "Show"),
    ):
        page.locator(f"#card-{card}").click()
        assert selected(page) == chosen
        expect(show).to_have_text(label)


def test_the_verdict_comes_at_once_and_without_asking(page: Page) -> None:
    asked = requests(page)
    page.locator("#pick-1-3").click()
    assert selected(page) == [1, 2]
    expect(page.locator("#pick-1-3")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#verdict-title")).to_have_text("8-8 beats 7-7")
    expect(page.locator("#status")).to_have_text(
        "8-8 beats 7-7. Higher pair. You win Otto (bot)’s 2 cards."
    )
    page.locator("#card-3").click()
    page.locator("#card-8").click()
    expect(page.locator("#verdict-title")).to_have_text("One card can’t beat two")
    page.locator("#card-8").click()
    expect(page.locator("#verdict-title")).to_have_text("Show or scout")
    assert asked == []


def test_a_verdict_against_the_choice_leads_to_its_rule(page: Page) -> None:
    rule = page.locator("#rule")
    expect(rule).to_be_hidden()
    for cards, place, words in (
        ((3, 4), "beats", "Rule: What beats what"),
        ((0, 1), "show", "Rule: Show"),
    ):
        for card in cards:
            page.locator(f"#card-{card}").click()
        expect(rule).to_have_text(words)
        expect(rule).to_have_attribute("href", f"/rules/#{place}")
        page.keyboard.press("Escape")
        expect(rule).to_be_hidden()
    page.locator("#pick-1-3").click()
    expect(rule).to_be_hidden()
    page.locator("#card-3").click()
    rule.click()
    expect(page.locator("#show")).to_be_in_viewport()


def test_a_verdict_is_the_servers_own(page: Page) -> None:
    for cards in ((1, 2), (3, 4), (3, 4, 5), (0,), (5, 6)):
        for card in cards:
            page.locator(f"#card-{card}").click()
        mine, served = here_and_served(page, PARTS)
        assert mine == served
        page.keyboard.press("Escape")


def test_a_button_that_cannot_be_used_leads_to_the_reason(page: Page) -> None:
    asked = requests(page)
    for card in (3, 4):
        page.locator(f"#card-{card}").click()
    page.locator("#do-show").click(force=True)
    verdict = page.locator("#verdict")
    expect(verdict).to_be_focused()
    expect(verdict).to_have_accessible_name(
        "6-5 doesn’t beat 7-7 Same size, but matching cards outrank a run. "
        "Add the 4: 6-5-4 beats 7-7."
    )
    assert asked == []


def test_the_hand_is_one_stop_and_arrows_move_in_it(page: Page) -> None:
    page.locator("#card-0").focus()
    for key, card in (
        ("ArrowRight", 1),
        ("End", 10),
        ("ArrowRight", 10),
        ("Home", 0),
        ("ArrowDown", 0),
    ):
        page.keyboard.press(key)
        expect(page.locator(f"#card-{card}")).to_be_focused()
    page.set_viewport_size({"width": 390, "height": 844})
    for key, card in (("ArrowDown", 6), ("ArrowRight", 7), ("ArrowUp", 1)):
        page.keyboard.press(key)
        expect(page.locator(f"#card-{card}")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    assert selected(page) == [1, 2]
    page.keyboard.press("Shift+ArrowRight")
    assert selected(page) == [1, 2, 3]
    page.keyboard.press("Shift+ArrowLeft")
    assert selected(page) == [1, 2]
    page.keyboard.press("Tab")
    expect(page.locator("[name=card]:focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#card-2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#do-show")).to_be_focused()
    page.locator("#card-2").focus()
    page.keyboard.press("Escape")
    assert selected(page) == []
    page.keyboard.press("Space")
    assert selected(page) == [2]


def test_letters_act_at_the_table_alone_and_can_be_switched_off(page: Page) -> None:
    page.keyboard.press("1")
    assert selected(page) == []
    page.locator("#headline").focus()
    page.keyboard.press("1")
    assert selected(page) == [3, 4, 5]
    page.keyboard.press("?")
    expect(page.locator("#keys summary")).to_be_focused()
    page.get_by_label("Use letter and number keys at the table").uncheck()
    page.reload()
    page.locator("#headline").focus()
    page.keyboard.press("1")
    page.keyboard.press("c")
    assert selected(page) == []
    page.locator("#keys summary").click()
    expect(page.get_by_label("Use letter and number keys at the table")).not_to_be_checked()
    page.get_by_label("Use letter and number keys at the table").check()
    page.locator("#headline").focus()
    page.keyboard.press("2")
    assert selected(page) == [1, 2]
    page.keyboard.press("s")
    expect(page.locator("#headline")).to_have_text("Pip bot is on")


def test_a_scout_is_composed_by_keys_and_sent_as_it_is_shown(game: Game, page: Page) -> None:
    page.locator("#headline").focus()
    page.keyboard.press("c")
    expect(page.locator("#verdict-title")).to_have_text("Which card?")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#end-right")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#step")).to_have_text("Choose a gap for the 7")
    expect(page.locator("#status")).to_contain_text("Scouting 7 from the right end")
    asked = requests(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_have_text(
        "Gap 2 of 12, between 6 and 8. Makes 6-7-8 in your hand."
    )
    page.keyboard.press("f")
    expect(page.locator("#do-send")).to_have_text("Scout the 9 here")
    expect(page.locator("#flip")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("f")
    assert asked == []
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_have_text("Pip bot is on")
    expect(page.locator("#log small")).to_have_text("Only you see this: put in as card 2")


@pytest.mark.parametrize("start", ["#end-right", "#do-both, #end-left"])
def test_a_gap_and_a_side_look_as_the_server_would_draw_them(page: Page, start: str) -> None:
    for pressed in start.split(", "):
        press(page, pressed)
    expect(page.locator("#makes")).to_be_attached()
    for change in ("#gap-0", "#gap-5", "#flip", "#gap-11", "#gap-before", "#keep", "#gap-1"):
        page.locator(change).click()
        mine, served = here_and_served(page, PARTS)
        assert mine == served


def test_a_dead_end_is_said_before_step_two(
    transactional_db: None, deal: DealHands, open_page: OpenPage
) -> None:
    # Ones and threes by turns make no set with a 9 between them.
    deal({0: "1/2 3/5 1/4 3/6 1/5 3/7 1/6 3/8 1/7 3/10 1/8", 3: "9/1 9/2 9/3 9/4 9/5"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 5))
    page = sit_down(open_page("/"), game)
    press(page, "#do-both")
    press(page, "#end-left")
    go_on = page.locator("#do-next")
    expect(go_on).to_have_attribute("aria-disabled", "true")
    page.locator("#gap-0").click()
    go_on.click(force=True)
    expect(page.locator("#effect")).to_be_focused()
    expect(page.locator("#effect")).to_have_text(
        "Nothing would beat 9-9-9-9 then. Try another gap or side."
    )


def test_a_game_may_keep_legal_sets_to_itself(game: Game, page: Page) -> None:
    game.show_legal_sets = False
    game.save()
    page.reload()
    expect(page.locator(".chip")).to_have_count(0)
    expect(page.locator(".bracket")).to_have_count(0)
    for card in (3, 4):
        page.locator(f"#card-{card}").click()
    expect(page.locator("#verdict-reason")).to_have_text(
        "Same size, but matching cards outrank a run."
    )


def test_planning_on_anothers_turn_sends_nothing(game: Game, page: Page) -> None:
    play(game, 0, Scout("left", False, 0))
    page.reload()
    asked = requests(page)
    page.locator("#card-1").click()
    expect(page.locator("#verdict-title")).to_have_text("6 doesn’t beat 7")
    assert not [request for request in asked if request.startswith("POST")]
