"""A chair whose player is gone, in two browsers: offered, taken, played."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Actor, Game, Move, Seat
from games.play.chairs import keep
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browser.table import Player, sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.pages.seats import without_chance
from tests.tables import is_on, people_game, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NAMES = ("Maya", "Ben", "Ilse")
BEN, ILSE = 1, 2
SCREENS = ((320, 640), NARROW, WIDE)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Eight days ago a bot took Ben's chair; since then the others wait for Ilse."""
    without_chance(monkeypatch)
    with time_machine.travel(timezone.now() - timedelta(days=8), tick=False):
        game = people_game(3, turn_seconds=None)
        for number, name in enumerate(NAMES):
            Seat.objects.filter(game=game, number=number).update(name=name)
        play_on(game, moves=6)
        keep(game_id=game.pk, seat=BEN, actor=Actor.CLOCK)
        play_on(game, until=is_on(ILSE))
    return game


def expect_to_fit(page: Page) -> None:
    for wide, high in SCREENS:
        page.set_viewport_size({"width": wide, "height": high})
        assert sideways(page) == "", f"at {wide}"


def test_a_chair_is_offered_taken_and_played_and_a_silent_player_is_waited_for_no_longer(
    open_page: OpenPage, game: Game
) -> None:
    maya = sit_down(open_page("/"), game)
    expect_no_violations(maya, [WIDE, NARROW])
    expect_to_fit(maya)
    maya.get_by_role("button", name="Offer this chair").click()
    expect(maya.get_by_label("Link to the chair")).to_be_focused()
    expect(maya.locator("#status")).to_contain_text("Ben’s chair is offered.")
    link = maya.get_by_label("Link to the chair").input_value()
    expect_no_violations(maya, [WIDE, NARROW])
    expect_to_fit(maya)

    cleo = open_page(urlsplit(link).path)
    expect(cleo.locator("h1")).to_have_text("Play on for Ben")
    expect_no_violations(cleo, [WIDE, NARROW])
    expect_to_fit(cleo)
    cleo.get_by_label("Name at the table").fill("Cleo")
    cleo.get_by_role("button", name="Sit down").click()
    expect(cleo.locator("#log")).to_contain_text("You sat down in Ben’s chair.")
    expect(maya.locator("#log")).to_contain_text("Cleo sat down in Ben’s chair.")

    maya.get_by_role("button", name="Let a bot play").click()
    expect(maya.locator("#log")).to_contain_text("The others let a bot take the chair.")
    expect(maya.locator("#status")).to_contain_text("The others let a bot take the chair.")
    # No worker is running: the bot's turns are written, and Cleo's comes.
    play_on(game, until=is_on(BEN))
    cleo.reload()
    before = Move.objects.filter(game=game).count()
    Player(cleo).take_turn()
    row = Move.objects.filter(game=game).order_by("version")[before]
    assert (row.seat, row.actor) == (BEN, Actor.PLAYER)
