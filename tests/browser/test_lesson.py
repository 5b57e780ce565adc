"""The first hand by mouse, by keyboard, and without a script."""

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browsing import NARROW, WIDE, OpenPage

pytestmark = pytest.mark.django_db(transaction=True)


def cards(page: Page) -> list[str]:
    """My hand as read aloud, without places."""
    labels = page.locator("#lesson-table .hand li").evaluate_all(
        "cards => cards.map(card => card.querySelector('input')?.ariaLabel"
        " ?? card.querySelector('.unseen').textContent)"
    )
    return [label.split(".")[0] for label in labels]


def coach(page: Page, title: str) -> None:
    """Wait for what the coach says next, with the focus."""
    expect(page.locator("#lesson-coach h2")).to_have_text(title)


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_lesson_is_played_to_its_end_by_mouse(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page("/learn/", size=size)

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    said = page.locator("#lesson-verdict")
    assert cards(page) == [
        "7, other side 2",
        "7, other side 9",
        "3, other side 8",
        "5, other side 1",
    ]
    coach(page, "Beat the 5")
    page.locator(".pick").nth(0).click()
    expect(said).to_contain_text("7 beats 5")
    page.locator(".pick").nth(1).click()
    expect(said).to_contain_text("7-7 beats 5")
    press("Show 7-7")

    coach(page, "Nothing beats three cards? Scout")
    expect(page.locator("#lesson-coach")).to_be_focused()
    press("Scout 4 or flip to 2")
    coach(page, "Fill the gap")
    press("Gap 2 of 3, between 3 and 5")
    coach(page, "A run of three")
    press("Scout the 4 here")

    coach(page, "Now both at once")
    assert cards(page) == ["3, other side 8", "4, other side 2", "5, other side 1"]
    press("Scout & Show")
    press("Scout 6 or flip to 3")
    press("Next: choose your show")
    coach(page, "Then the show")
    for place in range(4):
        page.locator(".pick").nth(place).click()
    expect(said).to_contain_text("3-4-5-6 beats 7-8")
    press("Scout 6, show 3-4-5-6")

    expect(page.get_by_role("heading", level=2)).to_have_text("Your hand is empty. You win")
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    expect(page.locator(".ring .stamp")).to_have_text("Hand empty")
    expect(page.locator(".adds")).to_have_text("3won + 1chip − 0in hand = 4points")
    expect(page.locator(".steps .done")).to_have_count(3)
    assert not User.objects.exists()
    press("Play a bot now")
    expect(page.get_by_role("heading", level=1)).to_have_text("Which way up?")
    assert {seat.bot for seat in Game.objects.get().seats.all()} == {"", "pip", "tilly", "otto"}


@pytest.mark.slow
def test_the_lesson_is_played_to_its_end_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/learn/")

    def reach(label: str) -> None:
        name = "document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"
        for _ in range(60):
            if str(page.evaluate(name)).startswith(label):
                return
            page.keyboard.press("Tab")
        pytest.fail(f"{label} is out of reach")

    def choose(*labels: str) -> None:
        for label in labels:
            reach(label)
            page.keyboard.press("Space")

    choose("7, other side 2", "7, other side 9")
    for label in (
        "Show 7-7",
        "Scout 4",
        "Gap 2 of 3",
        "Scout the 4 here",
        "Scout & Show",
        "Scout 6",
        "Next: choose your show",
    ):
        reach(label)
        page.keyboard.press("Enter")
    choose("3, other side 8", "4, other side 2", "5, other side 1", "6, other side 3")
    reach("Scout 6, show 3-4-5-6")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your hand is empty")).to_be_focused()


@pytest.mark.slow
def test_cards_and_the_button_answer_as_they_do_at_the_table(open_page: OpenPage) -> None:
    page = open_page("/learn/")
    said, show = page.locator("#lesson-verdict"), page.locator("#lesson-actions .main")
    asked = said.inner_text()

    def chosen() -> str:
        boxes = page.locator(".pick input")
        return "".join("x" if boxes.nth(at).is_checked() else "-" for at in range(4))

    def stands(cards: str, verdict: str, mark: str, label: str, *, legal: bool) -> None:
        expect(said).to_contain_text(verdict)
        assert chosen() == cards
        expect(page.locator("#lesson-verdict .mark")).to_have_text(mark)
        expect(show).to_have_text(label)
        expect(show).to_have_class(re.compile(r"\bred\b" if legal else r"\boff\b"))
        assert show.get_attribute("aria-disabled") == (None if legal else "true")
        face = ".ok" if legal else ".no"
        expect(page.locator(f".pick .card{face}")).to_have_count(cards.count("x"))

    stands("----", "Choose your two 7s", "?", "Show", legal=False)
    page.locator(".pick").nth(0).click()
    stands("x---", "7 beats 5", "✓", "Show 7", legal=True)
    # A card that lies elsewhere starts anew; a neighbour adds to the selection.
    page.locator(".pick").nth(3).click()
    stands("---x", "5 doesn’t beat 5", "✕", "Show 5", legal=False)
    page.locator(".pick").nth(2).click()
    stands("--xx", "3-5 isn’t a set", "✕", "Show 3-5", legal=False)
    show.click(force=True)
    stands("--xx", "3-5 isn’t a set", "✕", "Show 3-5", legal=False)
    page.locator(".pick").nth(3).click()
    page.locator(".pick").nth(2).click()
    stands("----", "Choose your two 7s", "?", "Show", legal=False)
    assert said.inner_text() == asked


@pytest.mark.slow
def test_whatever_else_is_pressed_is_answered_and_changes_nothing(open_page: OpenPage) -> None:
    page = open_page("/learn/")
    said = page.locator("#lesson-verdict")

    def press(name: str) -> None:
        page.get_by_role("button", name=name).click()

    page.locator("#lesson-actions .main").click(force=True)
    expect(said).to_contain_text("Choose your cards first")
    page.locator(".pick").nth(0).click()
    expect(said).to_contain_text("Here, choose both 7s.")
    press("Show 7")
    coach(page, "Beat the 5")
    expect(said).to_contain_text("They are the first cards of your hand.")
    page.locator(".pick").nth(0).click()
    page.locator(".ring .card").click()
    expect(said).to_contain_text("Choose your two 7s")
    for place in (0, 1):
        page.locator(".pick").nth(place).click()
    press("Show 7-7")
    for name, answer in (
        ("Scout 6", "The 6 would make 5-6, a run of two"),
        ("Scout & Show", "That comes next"),
        ("Show", "3 and 5 are no match for three cards"),
    ):
        page.get_by_role("button", name=name).last.click()
        expect(said).to_contain_text(answer)
    assert page.locator(".bad").count() == 0
    press("Scout 4")
    press("Flip to 2")
    expect(said).to_contain_text("Turned over it would be a 2")
    press("Cancel")
    coach(page, "Nothing beats three cards? Scout")
    press("Start again")
    coach(page, "Beat the 5")
    expect(page.locator(".pick :checked")).to_have_count(0)
    page.get_by_role("link", name="Skip", exact=True).click()
    expect(page).to_have_title("Next Act: play Scout with friends")


@pytest.mark.slow
def test_without_a_script_the_lesson_can_be_read(open_page: OpenPage) -> None:
    page = open_page("/learn/", size=NARROW, javascript=False)
    expect(page.locator(".pictures > li")).to_have_count(4)
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator(".pictures button:visible")).to_have_text(["Play a bot now"])
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which way up?")


@pytest.mark.slow
def test_every_scene_can_be_read_by_all(open_page: OpenPage) -> None:
    page = open_page("/learn/")
    names = page.locator("template").evaluate_all("all => all.map(one => one.id)")
    assert len(names) == 9
    for name in names:
        # The way of the "Start again" button, to every scene.
        page.evaluate(
            "name => { document.querySelector('.ways-out button').dataset.go = name }",
            name.removeprefix("scene-"),
        )
        page.locator(".ways-out button").dispatch_event("click")
        expect(page.locator("#lesson")).to_have_attribute("data-scene", name.removeprefix("scene-"))
        expect_no_violations(page)
        for width in (320, 390, 820, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert sideways(page) == "", f"{name} at {width}"
