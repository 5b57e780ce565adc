"""In a browser, pages put nothing but libraries on the window."""

import pytest
from playwright.sync_api import Page

from games.models import Game
from tests.browser.table import sit_down
from tests.browsing import OpenPage
from tests.pages.conftest import DealHands, keep_all
from tests.tables import bot_game

NAMES = "Object.getOwnPropertyNames(window)"


def added(page: Page) -> set[str]:
    """The names that an empty page's window lacks."""
    bare = page.context.new_page()
    bare.route("**/bare/", lambda route: route.fulfill(body="", content_type="text/html"))
    bare.goto("/bare/")
    return {*page.evaluate(NAMES)} - {*bare.evaluate(NAMES)}


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    deal({}, starter=0)
    game = bot_game()
    keep_all(game, range(4))
    return game


def test_the_table_adds_htmx_alone(open_page: OpenPage, game: Game) -> None:
    assert added(sit_down(open_page("/"), game)) == {"htmx"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "names"),
    [("/", set()), ("/learn/", set()), ("/games/open/", set()), ("/games/", {"htmx"})],
)
def test_other_pages_add_nothing(open_page: OpenPage, path: str, names: set[str]) -> None:
    assert added(open_page(path)) == names
