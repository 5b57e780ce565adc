"""On the real server pages hear by a stream of wakes, and ask only when needed."""

import re

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.served import Site, quick_site, site, visiting
from tests.browser.table import Player, Typist, try_now

__all__ = ["quick_site", "site"]

pytestmark = [pytest.mark.slow, pytest.mark.browser]

ON = "#do-show, #do-turn, .poster.final"


def begin(page: Page) -> None:
    page.get_by_role("button", name="Play a bot now").click()
    page.locator("#do-turn").click()
    expect(page.locator("#do-turn")).to_have_count(0)
    # A press before the scripts loaded has led to a page of its own.
    page.wait_for_load_state()


def test_news_come_by_the_stream_and_are_never_asked_for_in_vain(
    chromium: Browser, site: Site
) -> None:
    with visiting(chromium, site) as page:
        answers: list[int] = []

        def note(response: Response) -> None:
            if response.url.endswith("/board/"):
                answers.append(response.status)

        page.on("response", note)
        begin(page)
        page.evaluate("window.stillTheSamePage = true")
        page.locator("#card-2").check()
        expect(page.locator("#do-show")).to_be_visible(timeout=30_000)
        expect(page.locator("#card-2")).to_be_checked()
        page.locator("#card-2").uncheck()
        Player(page).take_turn()
        expect(page.locator("#log")).to_contain_text(re.compile("You (show|scout)"))
        page.locator("#card-4").focus()
        expect(page.locator("#do-show")).to_be_visible(timeout=30_000)
        expect(page.locator("#card-4")).to_be_focused()
        assert page.evaluate("window.stillTheSamePage") is True
        assert answers
        assert set(answers) == {200}


def test_the_number_waiting_is_true_on_every_page_that_is_open(
    chromium: Browser, site: Site
) -> None:
    with visiting(chromium, site) as page:
        page.get_by_role("button", name="Play a bot now").click()
        expect(page.locator("#do-turn")).to_be_visible()
        other = page.context.new_page()
        other.goto("/rules/")
        count = other.locator("#waiting-count")
        expect(count).to_contain_text("1 waits for you")
        other.evaluate(
            """() => {
                window.changes = 0;
                document.body.addEventListener('games-changed', () => { window.changes += 1; });
            }"""
        )
        page.locator("#do-turn").click()
        expect(page.locator("#do-turn")).to_have_count(0)
        expect(page.locator("#do-show")).to_be_visible(timeout=30_000)
        expect(count).to_contain_text("1 waits for you")
        expect(other).to_have_title(re.compile(r"^\(1\) "))
        Player(page).take_turn()
        expect(page.locator("#log")).to_contain_text(re.compile("You (show|scout)"))
        expect(page.locator("#do-show")).to_be_visible(timeout=30_000)
        expect(count).to_contain_text("1 waits for you")
        assert other.evaluate("window.changes") > 0


def test_a_hidden_page_hears_nothing_and_catches_up_when_it_is_shown(
    chromium: Browser, site: Site
) -> None:
    with visiting(chromium, site) as page:
        page.get_by_role("button", name="Play a bot now").click()
        other = page.context.new_page()
        other.goto(page.url)
        page.evaluate(
            """() => {
                Object.defineProperty(document, 'hidden', {value: true, configurable: true});
                document.dispatchEvent(new Event('visibilitychange'));
            }"""
        )
        other.locator("#do-turn").click()
        expect(other.locator("#do-show")).to_be_visible(timeout=30_000)
        expect(page.locator("#do-turn")).to_be_visible()
        page.evaluate(
            """() => {
                delete document.hidden;
                document.dispatchEvent(new Event('visibilitychange'));
            }"""
        )
        expect(page.locator("#do-show")).to_be_visible()


def test_a_site_that_went_away_is_found_again_and_nothing_is_lost(
    chromium: Browser, site: Site
) -> None:
    with visiting(chromium, site, offline=True) as page:
        begin(page)
        expect(page.locator("#do-show")).to_be_visible(timeout=30_000)
        page.locator("#card-3").check()
        site.stop()
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("Not connected. Your selection is kept.", timeout=30_000)
        expect(page.locator("#card-3")).to_be_checked()
        site.start()
        try_now(page)
        expect(alert).to_have_text("", timeout=60_000)
        expect(page.locator("#card-3")).to_be_checked()
        page.locator("#card-3").uncheck()
        Player(page).take_turn()
        expect(page.locator("#log")).to_contain_text(re.compile("You (show|scout)"))


def test_a_whole_game_is_played_by_keyboard_alone(chromium: Browser, quick_site: Site) -> None:
    with visiting(chromium, quick_site) as page:
        answers: list[int] = []
        page.on(
            "response", lambda one: answers.append(one.status) if "/board/" in one.url else None
        )
        typist = Typist(page)
        typist.tab_to("#bots a")
        typist.type("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Who do you play?")
        typist.tab_to("[name=bot][value=otto]")
        typist.type(" ")
        typist.tab_to(".bots-foot button")
        typist.type("Enter")
        expect(page.locator("#headline")).to_have_text("Which way up?")
        typist.type("Tab")
        expect(page.get_by_role("link", name="Skip to your hand")).to_be_focused()
        typist.type("Enter")
        typist.wait()
        while not typist.over:
            typist.take_turn()
            typist.wait()
        assert {"orient", "show", "scout", "scout_and_show"} == typist.done
        assert 304 not in answers
        expect(page.locator("#headline")).to_be_focused()
        typist.tab_to("[form=again]")
        typist.type("Enter")
        expect(page.locator("#headline")).to_have_text("Which way up?")
