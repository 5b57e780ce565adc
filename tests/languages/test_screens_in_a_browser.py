"""In every language pages fit, say everything in it, and a turn is played by keys."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.rules.moves import Show
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browser.table import all_there, sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.languages.leftovers import english_in
from tests.pages.conftest import MINE, DealHands, deal, keep_all, play
from tests.tables import bot_game

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

__all__ = ["deal"]

OTHERS = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
WIDTHS = (320, 390, 1280)
PAGES = (
    *("/", "/rules/", "/learn/", "/play/", "/games/open/", "/games/new/", "/games/"),
    *("/today/", "/account/signup/"),
)
"""And the table."""

# Words of buttons, labels and headings that are cut off, and controls that lie upon each other.
_HURT = """() => {
    const seen = (part) => part.checkVisibility({ checkVisibilityCSS: true })
        && part.getBoundingClientRect().width > 2 && !part.closest('.unseen, [aria-hidden=true]');
    const name = (part) => `${part.localName}.${part.className} ${part.id}`;
    const words = 'button, a, h1, h2, h3, label, th, td, dt, dd, .pill';
    const cut = [...document.querySelectorAll(words)]
        .filter((part) => seen(part) && part.scrollWidth > part.clientWidth + 1
            && getComputedStyle(part).overflowX !== 'visible')
        .map((part) => `cut: ${name(part)}`);
    const boxes = [...document.querySelectorAll('main button, main a.button')].filter(seen)
        .map((part) => [part, part.getBoundingClientRect()]);
    const upon = boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
        .filter(([other, b]) => !one.contains(other)
            // The bar lies upon the page.
            && !one.closest('.bar') === !other.closest('.bar')
            && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        .map(([other]) => `upon each other: ${name(one)}, ${name(other)}`));
    return [...cut, ...upon];
}"""
_SAID = """() => document.title + ' \\n ' + document.body.innerText + ' \\n '
    + [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')]
        .map((part) => ['aria-label', 'title', 'alt', 'placeholder']
            .map((name) => part.getAttribute(name) ?? '').join(' \\n ')).join(' \\n ')"""


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    """At the turn of seat 0, who holds 6 8 8 6 5 4 2 6 3 2 3 against 7-7."""
    deal({0: MINE, 3: "7/6 7/9"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


def read_in(language: str) -> None:
    User.objects.update(language=language)


def left_in(page: Page, language: str, game: Game) -> list[str]:
    """English of the page; the name of a game stays as it was given."""
    return english_in(page.evaluate(_SAID).replace(game.name, ""), language)


def hurts(page: Page) -> Iterator[tuple[int, str]]:
    """What is cut or covered, with the width."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert sideways(page) == "", (page.url, width)
        for found in page.evaluate(_HURT):
            yield width, found


@pytest.mark.parametrize("language", OTHERS)
def test_ten_pages_fit_and_say_everything_in_the_language_to_everyone(
    language: str, game: Game, open_page: OpenPage
) -> None:
    page = sit_down(open_page("/"), game)
    for path in (f"/games/{game.public_id}/", *PAGES):
        read_in(settings.LANGUAGE_CODE)
        page.goto(path)
        in_english = {*hurts(page)}
        read_in(language)
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        assert {*hurts(page)} - in_english == set(), (path, language)
        assert left_in(page, language, game) == [], (path, language)
        expect_no_violations(page, [NARROW])


@pytest.mark.parametrize(
    ("language", "bare", "named", "on"),
    [
        ("de", "Show", "Show 8-8", "dran"),
        ("es", "Show", "Show 8-8", "toca"),
        ("fr", "Show", "Show 8-8", "jouer"),
        ("ja", "ショー", "8-8をショー", "番"),
    ],
)
def test_a_turn_is_played_by_keys_and_heard_in_the_language(
    language: str, bare: str, named: str, on: str, game: Game, open_page: OpenPage
) -> None:
    page = open_page("/")
    read_in(language)
    sit_down(page, game)
    expect_no_violations(page, [NARROW, WIDE])
    expect(page.locator("#do-show")).to_have_text(bare)
    page.locator("#card-1").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#do-show")).to_have_text(named)
    page.keyboard.press("Enter")
    expect(page.locator("#do-show")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_contain_text("Pip")
    all_there(page)
    expect(page.locator("#status")).not_to_be_empty()
    assert english_in(page.locator("#status").inner_text(), language) == []
    assert left_in(page, language, game) == []
    assert on in page.locator("#headline").inner_text()
