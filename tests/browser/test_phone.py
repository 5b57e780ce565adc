"""The site like an app: pushes, the offline page and the number on its icon."""

import json
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from games.models import Game
from games.rules.moves import Scout, Show
from games.telling.posting import post_due
from games.telling.withdrawing import withdraw_gone
from scoutsite.phone.views import DEVICES
from tests.axe import expect_no_violations
from tests.browser.phone import Phone, Shown
from tests.browser.table import sit_down
from tests.browsing import NARROW, OpenPage
from tests.pages.conftest import play
from tests.telling.post.messages import device_of
from tests.telling.post.servers import PushService

pytestmark = pytest.mark.django_db(transaction=True)

NEWS = "Something is new on Next Act"


@pytest.fixture
def page(open_page: OpenPage, game: Game) -> Page:
    """My games, on a phone."""
    page = sit_down(open_page("/", size=NARROW, worker=True, offline=True), game)
    page.goto("/games/")
    return page


@pytest.fixture
def phone(page: Page) -> Phone:
    return Phone(page)


def table_of(game: Game) -> str:
    return f"/games/{game.public_id}/"


def push_turn(phone: Phone, game: Game) -> None:
    phone.push(
        title="You’re on in Tuesday Troupe",
        body="Tomás showed 7-7. 21 h left.",
        url=table_of(game),
        tag=f"{game.public_id}-turn",
        count=3,
    )


def test_a_push_shows_a_notification_and_a_press_on_it_opens_the_table(
    page: Page, phone: Phone, game: Game
) -> None:
    push_turn(phone, game)
    tag = f"{game.public_id}-turn"
    said = ("You’re on in Tuesday Troupe", "Tomás showed 7-7. 21 h left.")
    assert phone.shown == [Shown(*said, tag, table_of(game))]
    for picture in phone.pictures[0]:
        assert page.request.get(picture).headers["content-type"] == "image/png"
    assert phone.written["badge"] == 3
    phone.press()
    assert phone.shown == []
    (address,) = phone.written["opened"]
    page.goto(address)
    expect(page.locator("#headline")).to_have_text("Juno bot is on")


def test_the_site_s_own_push_of_a_waiting_turn_leads_to_the_table_and_goes_once_it_is_played(
    page: Page, phone: Phone, game: Game, push_service: PushService, settings: Settings
) -> None:
    settings.SITE_URL = page.evaluate("location.origin")
    user = game.seats.get(number=0).user
    assert user is not None
    device = device_of(user, push_service)
    for seat in (2, 3):
        play(game, seat, Scout("left", False, 0))
    with time_machine.travel(timezone.now() + timedelta(minutes=15)):
        assert post_due() == 1
    # What the service decrypted is handed to the browser, as its maker would.
    phone.push(**push_service.for_browser[device.address][-1])
    (shown,) = phone.shown
    assert shown.title == f"You’re on in {game.name}"
    assert shown.body.startswith("Otto (bot) scouted a 7 from Pip (bot).")
    assert (shown.tag, shown.path) == (game.public_id, table_of(game))
    assert phone.written["badge"] == 1
    phone.press()
    (address,) = phone.written["opened"]
    page.goto(address)
    expect(page.locator("#headline")).to_have_text("You’re on")
    phone.push(**push_service.for_browser[device.address][-1])
    play(game, 0, Show(1, 3))
    assert withdraw_gone() == 1
    phone.push(**push_service.for_browser[device.address][-1])
    assert phone.shown == []
    assert phone.written["badge"] == 0


def test_a_press_brings_a_page_forward_that_shows_the_table_already(
    page: Page, phone: Phone, game: Game
) -> None:
    push_turn(phone, game)
    # At the table its notifications go away; this one comes while the page is open.
    page.goto(table_of(game))
    expect(page.locator("#headline")).to_be_visible()
    push_turn(phone, game)
    phone.press()
    assert [urlsplit(each).path for each in phone.written["focused"]] == [table_of(game)]
    assert phone.written["opened"] == []


def test_a_newer_push_replaces_the_one_before_and_a_turn_played_elsewhere_takes_it_away(
    phone: Phone, game: Game
) -> None:
    for title in ("You’re on", "Last call"):
        phone.push(title=title, tag=f"{game.public_id}-turn", count=2)
    phone.push(title="Anna wants a rematch", tag="other", count=2)
    assert {each.title for each in phone.shown} == {"Last call", "Anna wants a rematch"}
    phone.push(tag=f"{game.public_id}-turn", count=0, withdraw=True)
    assert [each.title for each in phone.shown] == ["Anna wants a rematch"]
    assert phone.written["badge"] == 0


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "null", '{"body": "x"}', '{"title": 7}'])
def test_a_push_that_cannot_be_read_says_only_that_there_is_news(phone: Phone, text: str) -> None:
    phone.push_text(text)
    assert phone.shown == [Shown(NEWS, "", "", "/games/")]
    assert phone.written["badge"] is None


@pytest.mark.parametrize(
    "url", ["https://elsewhere.example/", "//elsewhere.example", "http://[", 7]
)
def test_a_press_never_leads_to_another_site(page: Page, phone: Phone, url: object) -> None:
    phone.push(title="Look", url=url)
    phone.press()
    led = [*phone.written["opened"], *phone.written["focused"]]
    assert [urlsplit(each).netloc for each in led] == [urlsplit(page.url).netloc]


def test_a_subscription_that_the_browser_replaced_is_sent_to_the_site(phone: Phone) -> None:
    sent = phone.worker.evaluate(
        """() => new Promise((resolve) => {
            self.fetch = async (address, options) => { resolve({ address, ...options }); };
            const keys = { p256dh: "public", auth: "secret" };
            const told = { endpoint: "https://push.example/1", keys, expirationTime: 1 };
            const fresh = { toJSON: () => told };
            const event = new ExtendableEvent("pushsubscriptionchange");
            dispatchEvent(Object.assign(event, { newSubscription: fresh, oldSubscription: null }));
        })"""
    )
    assert (sent["address"], sent["method"]) == (DEVICES, "POST")
    assert sent["headers"]["Content-Type"] == "application/json"
    keys = {"p256dh": "public", "auth": "secret"}
    assert json.loads(sent["body"]) == {"endpoint": "https://push.example/1", "keys": keys}


def test_without_a_connection_there_is_a_page_that_says_so_and_tries_again(
    page: Page, phone: Phone
) -> None:
    page.context.set_offline(True)
    page.goto("/games/open/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    expect(page.locator("main")).to_contain_text("Your games wait for you.")
    # In the site's own dress.
    again = page.get_by_role("link", name="Try again")
    assert again.evaluate("link => getComputedStyle(link).fontWeight") == "700"
    assert page.evaluate("document.fonts.check('800 20px Hepta Slab')") is True
    again.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    expect_no_violations(page)
    page.context.set_offline(False)
    again.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Find a game")
    assert page.url.endswith("/games/open/")


def test_the_worker_keeps_the_offline_page_and_nothing_of_a_player(
    page: Page, phone: Phone, game: Game
) -> None:
    for path in (table_of(game), "/players/me/", "/games/", "/rules/"):
        page.goto(path)
    kept = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                found.push(...(await cache.keys()).map(({ url }) => url));
            }
            return found;
        }"""
    )
    pages = [url for url in kept if "/static/games/frame/" not in url]
    assert [url.partition("/offline/")[2] for url in pages] == ["?language=en-gb"]
    assert len(kept) == 7
    text = page.evaluate("caches.match('/offline/?language=en-gb').then((answer) => answer.text())")
    user = game.seats.get(number=0).user
    assert user is not None
    assert user.username not in text
    assert "csrf" not in text


BADGE = "navigator.setAppBadge = async (count) => { sessionStorage.badge = count; };"


def test_the_icon_shows_how_many_games_wait(open_page: OpenPage, game: Game) -> None:
    page = open_page("/", worker=True)
    page.add_init_script(BADGE)
    sit_down(page, game)
    assert page.evaluate("sessionStorage.badge") == "0"
    for seat in (2, 3):
        play(game, seat, Scout("left", False, 0))
    expect(page.locator("#headline")).to_have_text("You’re on")
    expect(page.locator("#waiting-count")).to_contain_text("1")
    assert page.evaluate("sessionStorage.badge") == "1"


NOTIFICATIONS = """Object.assign(ServiceWorkerRegistration.prototype, {
    async getNotifications() {
        return JSON.parse(sessionStorage.shown ?? "[]").map((tag) => ({ tag, close() {
            const left = JSON.parse(sessionStorage.shown).filter((each) => each !== tag);
            sessionStorage.shown = JSON.stringify(left);
        } }));
    },
});"""


def test_looking_at_a_table_takes_its_notifications_away(open_page: OpenPage, game: Game) -> None:
    page = sit_down(open_page("/", worker=True), game)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.add_init_script(NOTIFICATIONS)
    tags = [f"{game.public_id}-turn", f"{game.public_id}-nudge", "another-turn"]
    page.goto("/games/")
    page.evaluate("tags => { sessionStorage.shown = JSON.stringify(tags); }", tags)
    page.goto("/rules/")
    page.wait_for_load_state("networkidle")
    assert json.loads(page.evaluate("sessionStorage.shown")) == tags
    page.goto(table_of(game))
    page.wait_for_function("JSON.parse(sessionStorage.shown).length === 1")
    assert json.loads(page.evaluate("sessionStorage.shown")) == ["another-turn"]


def test_chromium_would_install_it(page: Page, phone: Phone) -> None:
    protocol = page.context.new_cdp_session(page)
    manifest = protocol.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["startUrl"].endswith("/games/")
    assert manifest["manifest"]["display"] == "kStandalone"
    found = protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Every test has a window of its own, like a private one.
    assert [each["errorId"] for each in found if each["errorId"] != "in-incognito"] == []
