"""Look and sound in a browser: settings at the table, card faces, sounds."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Game
from games.people.taste import Taste, parse_taste
from tests.axe import expect_no_violations
from tests.browser.fitting import scale_text, sideways
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import bot_game, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LISTEN = """
window.contexts = 0;
window.played = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
    window.played += 1;
    return start.apply(this, when);
};
window.AudioContext = class extends AudioContext {
    constructor(...options) { super(...options); window.contexts += 1; }
};
"""
"""Counts what a page does with sound."""


def settings(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Table settings")


def open_settings(page: Page) -> Locator:
    page.get_by_role("button", name="Table settings").click()
    expect(settings(page)).to_be_visible()
    return settings(page)


def saved(page: Page, words: str) -> None:
    expect(page.get_by_role("status").filter(has_text=f"Saved: {words}")).to_be_visible()


def kept(game: Game) -> Taste:
    return parse_taste(User.objects.get(seats__game=game).taste)


def hear(page: Page, name: str = "card") -> int:
    """How many parts sound when somebody asks for a sound."""
    played: int = page.evaluate(
        """async (name) => {
            document.dispatchEvent(new CustomEvent('cue', { detail: name }));
            await import('games/table/sound.js');
            return window.played;
        }""",
        name,
    )
    return played


@pytest.mark.parametrize("touch", [False, True], ids=["wide", "phone"])
def test_the_table_s_settings_are_saved_at_once_and_hold_at_once(
    open_page: OpenPage, game: Game, touch: bool
) -> None:
    page = sit_down(open_page("/", touch=touch, size=NARROW if touch else WIDE), game)
    page.locator(".pick input").first.check(force=True)
    box = open_settings(page)
    root = page.locator("html")
    box.get_by_text("Slow", exact=True).click()
    saved(page, "slow bots")
    expect(root).to_have_attribute("data-pace", "slow")
    box.get_by_label("Wait for my tap after each bot").check()
    saved(page, "each bot waits for your tap")
    expect(root).to_have_attribute("data-tap", "")
    box.get_by_text("Off", exact=True).click()
    saved(page, "motion off")
    expect(root).to_have_attribute("data-motion", "off")
    box.get_by_text("Four shapes").click()
    saved(page, "cards with four shapes")
    expect(root).to_have_attribute("data-faces", "shapes")
    box.get_by_label("Volume").fill("25")
    saved(page, "volume 25%")
    assert kept(game) == Taste("slow", True, "off", False, 25, "shapes")
    box.get_by_text("Normal", exact=True).click()
    saved(page, "bots at their normal speed")
    assert root.get_attribute("data-pace") is None
    assert sideways(page) == ""
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(page.locator(".pick input").first).to_be_checked()


def test_they_are_there_by_keyboard_and_for_screen_readers(open_page: OpenPage, game: Game) -> None:
    page = sit_down(open_page("/"), game)
    button = page.get_by_role("button", name="Table settings")
    button.focus()
    page.keyboard.press("Enter")
    expect(settings(page)).to_be_visible()
    page.keyboard.press("Tab")
    expect(settings(page).get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    saved(page, "high-contrast cards")
    expect_no_violations(page)
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect_no_violations(page)


@pytest.mark.parametrize("size", [(320, 640), WIDE])
def test_they_are_there_before_the_first_turn_and_after_the_last(
    transactional_db: None, open_page: OpenPage, size: tuple[int, int]
) -> None:
    game = bot_game(players=3)
    page = sit_down(open_page("/", size=size), game)
    expect(page.locator("#do-turn")).to_be_visible()
    open_settings(page).get_by_text("Slow", exact=True).click()
    saved(page, "slow bots")
    assert sideways(page) == ""
    page.keyboard.press("Escape")
    play_on(game)
    page.reload()
    expect(page.locator(".poster.final")).to_be_visible()
    assert page.locator(".sliders .icon").is_visible()
    expect(open_settings(page).get_by_label("Slow")).to_be_checked()
    assert sideways(page) == ""


def test_without_scripts_a_button_saves_them_and_leads_back(
    open_page: OpenPage, game: Game
) -> None:
    page = sit_down(open_page("/", javascript=False), game)
    box = open_settings(page)
    box.get_by_text("High contrast").click()
    box.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: high-contrast cards")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/games/{game.public_id}/"))
    expect(page.locator("html")).to_have_attribute("data-faces", "contrast")


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1280, 800)])
def test_the_page_for_everybody_is_accessible_and_fits(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page("/account/looks/", size=size)
    page.get_by_text("Four shapes").click()
    saved(page, "cards with four shapes")
    expect_no_violations(page, [size])
    for text in ("100%", "200%"):
        scale_text(page, text)
        assert sideways(page) == ""
    page.goto("/learn/")
    expect(page.locator("html")).to_have_attribute("data-faces", "shapes")


# ---- Card faces

CONTRASTS = """cards => {
    const channel = (value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    };
    const light = (colour) => {
        const [red, green, blue] = colour.match(/[\\d.]+/g).map(Number).map(channel);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    return cards.flatMap((card) => ['b', 'i'].map((half) => {
        const shown = card.querySelector(half) ?? card.querySelector('b');
        const { color, backgroundColor } = getComputedStyle(shown);
        const [brighter, darker] = [light(color), light(backgroundColor)].sort((a, b) => b - a);
        return (brighter + 0.05) / (darker + 0.05);
    }));
}"""
"""Of each half's numeral and its ground."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numerals_stand_out_and_most_with_high_contrast(
    open_page: OpenPage, game: Game, scheme: Any
) -> None:
    page = sit_down(open_page("/"), game)
    page.emulate_media(color_scheme=scheme)
    cards = page.locator("#board .card")
    assert cards.count() > 10
    assert min(cards.evaluate_all(CONTRASTS)) >= 3, "large text"
    box = open_settings(page)
    box.get_by_text("High contrast").click()
    saved(page, "high-contrast cards")
    assert min(cards.evaluate_all(CONTRASTS)) == pytest.approx(21)
    rays = cards.first.locator("b").evaluate("half => getComputedStyle(half).backgroundImage")
    assert "rgba(255" not in rays, "no rays"
    samples = box.locator("[data-faces=standard] .swatch")
    assert max(samples.evaluate_all(CONTRASTS)) < 20, "a sample keeps its own face"


def test_pairs_share_a_shape_and_neighbours_never_do(open_page: OpenPage) -> None:
    page = open_page("/account/looks/")
    shapes = page.evaluate(
        """() => Array.from({ length: 10 }, (_, each) => {
            const card = document.createElement('span');
            card.className = `card u${each + 1} d${each + 1}`;
            card.innerHTML = '<b></b><i></i>';
            document.querySelector('.sample[data-faces=shapes]').append(card);
            return ['b', 'i'].map((half) => {
                const mark = getComputedStyle(card.querySelector(half), '::before');
                return [mark.display, mark.borderRadius, mark.clipPath].join();
            });
        })"""
    )
    assert all(above == below for above, below in shapes), "whichever way up"
    above = [mark for mark, _ in shapes]
    assert len({*above}) == 4
    assert all(one != next_one for one, next_one in pairwise(above))
    assert all(mark.startswith("block") for mark in above)
    plain = page.locator(".sample[data-faces=standard] b").first
    assert plain.evaluate("half => getComputedStyle(half, '::before').display") == "none"


# ---- Sound


def test_nothing_sounds_or_is_made_for_sound_until_it_is_switched_on(
    open_page: OpenPage, game: Game
) -> None:
    page = sit_down(open_page("/"), game)
    page.add_init_script(LISTEN)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.reload()
    box = open_settings(page)
    page.evaluate("document.dispatchEvent(new CustomEvent('cue', { detail: 'card' }))")
    assert not [url for url in loaded if "table/sound" in url]
    assert [hear(page, name) for name in ("card", "coin", "drum", "bell")] == [0, 0, 0, 0]
    assert page.evaluate("window.contexts") == 0
    box.get_by_label("Cards, coins").check()
    saved(page, "sound on")
    assert page.evaluate("window.contexts") == 0
    assert hear(page) > 0
    before = page.evaluate("window.played")
    assert hear(page, "trombone") == before
    assert page.evaluate("window.contexts") == 1
    box.get_by_label("Cards, coins").uncheck()
    saved(page, "sound off")
    assert hear(page) == before


def test_try_it_plays_all_four_also_while_sound_is_off(open_page: OpenPage) -> None:
    page = open_page("/account/looks/")
    page.add_init_script(LISTEN)
    page.reload()
    page.get_by_role("button", name="Try it").click()
    page.wait_for_function("window.played > 20")
    assert page.evaluate("window.contexts") == 1
    assert hear(page) == page.evaluate("window.played"), "it switches nothing on"


def test_a_bell_rings_when_it_becomes_my_turn_and_no_page_rings_when_it_is_opened(
    open_page: OpenPage, game: Game
) -> None:
    User.objects.update(taste=Taste(sound=True).text)
    page = sit_down(open_page("/"), game)
    page.add_init_script(LISTEN)
    page.reload()
    # A browser lets a page sound after its first press.
    page.locator("#headline").click()

    def board_with(turn: str) -> int:
        played: int = page.evaluate(
            """async (turn) => {
                document.querySelector('#board').toggleAttribute('data-turn', turn === 'mine');
                document.dispatchEvent(new CustomEvent('board', { detail: { said: true } }));
                await import('games/table/sound.js');
                return window.played;
            }""",
            turn,
        )
        return played

    assert board_with("another’s") == 0
    rung = board_with("mine")
    assert rung > 0
    assert board_with("mine") == rung, "only once"
