"""A finished game's review: asked for by a press, worked out meanwhile, looked at."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from games.bots.registry import choose_move
from games.bots.reviewing.whole import Place
from games.models import Game
from games.review.seeing import subject_for
from games.review.trying import moves_in, trial_of, written
from tests.axe import expect_no_violations
from tests.browser.fitting import scale_text, sideways
from tests.browser.table import Player, sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import people_game, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LOOKS = 60
"""So often somebody without a script looks whether the review is there."""


def reviewed(open_page: OpenPage, size: tuple[int, int], *, javascript: bool = True) -> Page:
    """From the table of a finished game."""
    game = people_game(4, bots=1)
    play_on(game, level="lev")
    page = sit_down(open_page("/", size=size, javascript=javascript), game)
    page.get_by_role("link", name="Review").click()
    page.get_by_role("button", name="Review this game").click()
    again = page.get_by_role("link", name="Look again")
    for _ in range(0 if javascript else LOOKS):
        if not again.count():
            break
        page.wait_for_timeout(1000)
        with page.expect_navigation():
            again.click()
    expect(page.get_by_role("heading", name="Accuracy")).to_be_visible()
    return page


def test_it_comes_by_itself_and_is_walked_through_by_keys(
    worker: None, open_page: OpenPage
) -> None:
    page = reviewed(open_page, WIDE)
    moment = page.locator("#moment-title")
    page.keyboard.press("Home")
    expect(moment).to_have_text("The deal")
    expect(page).to_have_url(re.compile("round=[1-4]&move=0"))
    page.keyboard.press("ArrowRight")
    expect(moment).to_have_text(re.compile("The table at move [1-4]$"))
    page.keyboard.press("End")
    expect(page.locator(".own-moves li").last.locator("a")).to_have_attribute(
        "aria-current", "true"
    )
    page.go_back()
    expect(moment).to_have_text(re.compile("The table at move [1-4]$"))
    page.evaluate("scrollTo(0, 300)")
    page.locator(".own-moves a").nth(2).click()
    expect(page.locator(".own-moves a").nth(2)).to_be_focused()
    assert page.evaluate("scrollY") == 300, "the page stays where it is"


def test_it_fits_every_screen_and_a_checker_finds_nothing(
    worker: None, open_page: OpenPage
) -> None:
    page = reviewed(open_page, NARROW)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect_no_violations(page)
    for width in (320, 390, 820, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for size in ("100%", "200%"):
            scale_text(page, size)
            assert sideways(page) == "", f"at {width}, {size}"


def test_without_javascript_every_decision_is_a_link(worker: None, open_page: OpenPage) -> None:
    page = reviewed(open_page, WIDE, javascript=False)
    page.locator(".own-moves a").first.click()
    expect(page.locator("#moment-title")).to_have_text("The deal")


def test_a_deal_is_tried_again(worker: None, open_page: OpenPage) -> None:
    page = reviewed(open_page, NARROW)
    page.keyboard.press("Home")
    expect(page.locator("#moment-title")).to_have_text("The deal")
    page.get_by_role("link", name="Try it yourself").click()
    expect(page.get_by_text("Steady bots play the others.")).to_be_visible()
    player = Player(page)
    player.take_turn()
    expect(page.locator("#do-show")).to_be_visible()
    player.take_turn()
    page.wait_for_url(re.compile("made=o1-"))
    assert sideways(page) == ""
    expect_no_violations(page)
    page.goto(at_its_end(page.url))
    expect(page.get_by_role("heading", name="One try is luck")).to_be_visible()
    expect_no_violations(page)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert sideways(page) == ""


def at_its_end(address: str) -> str:
    """Played on by a steady bot."""
    query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    place = Place(int(query["round"]) - 1, int(query["move"]), int(query["player"]) - 1)
    game = Game.objects.get(public_id=urlsplit(address).path.split("/")[2])
    user = game.seats.get(number=0).user
    assert user is not None
    subject = subject_for(public_id=game.public_id, user=user)
    assert subject is not None
    trial = trial_of(subject, place, moves_in(query["made"]))
    while trial.outcome is None:
        view = trial.table().view
        assert view is not None
        move = choose_move("steady", view, seed=0)
        trial = trial_of(subject, place, [*trial.made, move])
    made = urlencode(query | {"made": written(trial.made)})
    return f"{urlsplit(address).path}?{made}"
