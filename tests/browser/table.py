"""Players in a real browser: with a mouse, a finger or a keyboard."""

import re
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from games.models import Game

READY = "#do-turn, #do-show, .poster.final"
"""Shown on the page when the player has to act, or the game is over."""


def sit_down(page: Page, game: Game, *, seat: int = 0) -> Page:
    """Sign `page` in as the player in `seat`, at the table."""
    client = Client()
    user = game.seats.get(number=seat).user
    assert user is not None
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    url = re.sub(r"/$", "", page.evaluate("location.origin"))
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": url}])
    page.goto(f"/games/{game.public_id}/")
    all_there(page)
    return page


def all_there(page: Page) -> None:
    """Wait for what a table loads after its page, if its scripts run."""
    if page.evaluate("matchMedia('(scripting: enabled)').matches"):
        expect(page.locator("link[data-late]")).to_have_count(0)


_SERVED = """async () => {
    const form = document.querySelector('#move');
    const body = new FormData(form);
    body.append('action', 'look');
    const sent = {method: 'POST', body, headers: {'HX-Request': 'true'}};
    const answer = await (await fetch(form.getAttribute('action'), sent)).text();
    const served = new DOMParser().parseFromString(answer, 'text/html');
    return [document, served].map(READ);
}"""


def here_and_served(page: Page, read: str) -> list[Any]:
    """What a function of a document finds in the page, and in what the server makes of its form."""
    found: list[Any] = page.evaluate(_SERVED.replace("READ", read))
    return found


def press(page: Page, selector: str) -> None:
    """Wait for the server's answer, if any."""
    target = page.locator(selector)
    asks = target.evaluate(
        "target => target.matches('[id^=do-], [id^=end-], .chip:not([data-cards])')"
    )
    # An answer brings a new board. Marked with the press: until its answer no news brings one.
    page.evaluate(
        """document.addEventListener('click', () => {
            document.querySelector('#board').setAttribute('data-seen', '');
        }, { capture: true, once: true })"""
    )
    target.click()
    if asks:
        expect(page.locator("#board:not([data-seen])")).to_be_attached()


def try_now(page: Page) -> None:
    """Unless the page has tried by itself meanwhile."""
    page.evaluate("document.querySelector('#alert button')?.click()")


class Player:
    """Uses mouse or finger."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.turns = 0
        self.done: set[str] = set()

    def press(self, target: Locator) -> None:
        if self.touch:
            target.tap()
        else:
            target.click()

    def wait(self) -> None:
        """Wait for this player's turn or the end of the game, past the scores of rounds."""
        expect(self.page.locator(f"{READY}, #next-hand").first).to_be_visible(timeout=30_000)
        self.page.wait_for_load_state()
        if self.page.locator("#next-hand").count():
            self.press(self.page.locator("#next-hand"))
            expect(self.page.locator(READY).first).to_be_visible(timeout=30_000)

    @property
    def over(self) -> bool:
        return self.page.locator(".poster.final").count() > 0

    def take_turn(self) -> None:
        self.turns += 1
        if self.page.locator("#do-turn").count():
            self.choose_orientation()
        elif self._may("both") and "scout_and_show" not in self.done and self._may("scout"):
            self.scout_and_show()
        elif self._may("scout") and "scout" not in self.done:
            self.scout()
        elif self.page.locator(".chip").count() or not self._may("scout"):
            self.show()
        else:
            self.scout()

    def choose_orientation(self) -> None:
        self.press(self.page.get_by_text("Turned over"))
        self.press(self.page.get_by_role("button", name="Hold my hand like this"))
        self.done.add("orient")
        expect(self.page.locator("#do-turn")).to_have_count(0)

    def show(self) -> None:
        """Show the first set offered, or the first card, by pressing the cards."""
        chips = self.page.locator(".chip")
        if chips.count():
            self.press(chips.first)
            expect(self.page.locator("#verdict .good")).to_be_visible()
        else:
            self.press(self.page.locator(".pick").first)
        self._send("do-show")
        self.done.add("show")

    def scout(self) -> None:
        """Turn an end card, into the first gap offered."""
        self.press(self.page.locator("[id^=end-]").first)
        self.press(self.page.locator("#flip"))
        expect(self.page.locator("#flip")).to_have_attribute("aria-pressed", "true")
        slot = self.page.locator(".slot:visible").first
        gap = (slot.get_attribute("value") or "").removeprefix("gap-")
        self.press(slot)
        expect(self.page.locator("[name=to]")).to_have_value(gap)
        self._send("do-send")
        self.done.add("scout")

    def scout_and_show(self) -> None:
        """Then show the first set that beats the ring."""
        self.press(self.page.locator("#do-both"))
        expect(self.page.locator("[name=mode]")).to_have_value("both")
        self.press(self.page.locator("[id^=end-]").first)
        go_on = self.page.locator("#do-next")
        expect(go_on).to_be_visible()
        if "off" in (go_on.get_attribute("class") or ""):
            self.press(self.page.locator("#do-cancel"))
            expect(self.page.locator("#do-scout")).to_be_visible()
            self.scout()
            return
        self.press(go_on)
        expect(self.page.get_by_text("step 2 of 2")).to_be_visible()
        self.show()
        self.done.add("scout_and_show")

    def _may(self, action: str) -> bool:
        button = self.page.locator(f"#do-{action}")
        return button.count() > 0 and button.get_attribute("aria-disabled") != "true"

    def _send(self, button: str) -> None:
        before = self.page.locator("[name=seq]").input_value()
        self.press(self.page.locator(f"#{button}"))
        expect(self.page.locator("[name=seq]")).not_to_have_value(before)


class Typist:
    """Uses only keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done: set[str] = set()

    def type(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        # Once around the page, wherever the focus was.
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab never came to {selector}")

    @property
    def over(self) -> bool:
        return self.page.locator(".poster.final").count() > 0

    def wait(self) -> None:
        """Wait for this player's turn or the end of the game, past the scores of rounds."""
        expect(self.page.locator(f"{READY}, #next-hand").first).to_be_visible(timeout=30_000)
        if self.page.locator("#next-hand").count():
            expect(self.page.locator("#curtain-title")).to_be_focused()
            self.tab_to("#next-hand")
            self.type("Enter")
            expect(self.page.locator(READY).first).to_be_visible(timeout=30_000)
        # Keys beyond those of any form work only once the scripts have loaded.
        self.page.wait_for_load_state()
        # A new table takes the focus a moment after it appears; until then it hears no key.
        self.page.wait_for_function("document.activeElement !== document.body")

    def take_turn(self) -> None:
        before = self.page.locator("[name=seq]").input_value()
        if self.page.locator("#do-turn").count():
            self.tab_to("[name=way]")
            self.type("ArrowDown", "Enter", "Enter")
            self.done.add("orient")
        elif self._may("both") and "scout_and_show" not in self.done:
            self._scout_and_show()
        elif self._may("scout") and "scout" not in self.done:
            self._scout()
        elif self.page.locator(".chip").count():
            self._show_listed("show")
        elif self._may("scout"):
            self._scout()
        else:
            self.tab_to("[name=card]")
            self.type("End", "Space", "s")
            self.done.add("show")
        expect(self.page.locator("[name=seq]")).not_to_have_value(before)

    def _may(self, action: str) -> bool:
        return self.page.locator(f"#do-{action}:not([aria-disabled])").count() > 0

    def _show_listed(self, kind: str) -> None:
        self.type("1")
        expect(self.page.locator("#verdict .good")).to_be_visible()
        self.type("s")
        self.done.add(kind)

    def _take(self, key: str) -> None:
        self.type(key)
        expect(self.page.locator("#do-cancel")).to_be_visible()
        if not self.page.locator("#flip").count():
            self.type("ArrowLeft", "Enter")
        expect(self.page.locator("#flip")).to_be_visible()

    def _scout(self) -> None:
        self._take("c")
        self.type("Home", "ArrowRight", "f")
        expect(self.page.locator("#flip")).to_have_attribute("aria-pressed", "true")
        self.type("Enter")
        self.done.add("scout")

    def _scout_and_show(self) -> None:
        self._take("x")
        if self.page.locator("#do-next[aria-disabled]").count():
            self.type("Escape")
            expect(self.page.locator("#do-scout")).to_be_visible()
            self._scout()
            return
        self.type("Enter")
        expect(self.page.locator("#do-back")).to_be_visible()
        self._show_listed("scout_and_show")
