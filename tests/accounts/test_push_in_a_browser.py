"""Allowing notifications in a browser, and the page of devices on every screen.

No push service can be reached from here: the browser's own part is played by a few lines
(``PUSHES``), and everything behind it is real.
"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Destination
from tests.accounts.people import account
from tests.accounts.test_in_a_browser import sign_in, width_is_kept
from tests.axe import expect_no_violations
from tests.browsing import NARROW, OpenPage
from tests.telling.post.messages import device_of, hook_of
from tests.telling.post.servers import HookServer, PushService

pytestmark = pytest.mark.django_db(transaction=True)

HOME = "/account/telling/devices/"
PUSHES = """([subscription, permission]) => {
    let mine = null;
    Notification.requestPermission = async () => permission;
    Object.defineProperty(Notification, "permission", {
        get: () => (localStorage.subscribed ? "granted" : "default"),
    });
    const pushManager = {
        getSubscription: async () => (localStorage.subscribed ? mine ?? made() : null),
        subscribe: async ({ userVisibleOnly, applicationServerKey }) => {
            localStorage.asked = JSON.stringify([userVisibleOnly, [...applicationServerKey]]);
            localStorage.subscribed = "yes";
            return made();
        },
    };
    const made = () => (mine = { toJSON: () => subscription, unsubscribe: async () => true });
    Object.defineProperty(navigator.serviceWorker, "ready", { get: async () => ({ pushManager }) });
}"""


def open_home(
    open_page: OpenPage,
    subscription: dict[str, Any] | None = None,
    permission: str = "granted",
    **options: Any,
) -> Page:
    page = open_page("/account/login/", **options)
    sign_in(page)
    if subscription:
        play = json.dumps([subscription, permission])
        page.add_init_script(f"({PUSHES})({play})")
    page.goto(HOME)
    page.wait_for_load_state()
    return page


def test_the_browser_is_asked_only_after_our_own_card_was_pressed(
    open_page: OpenPage, push_service: PushService
) -> None:
    account("Bruno")
    page = open_home(open_page, push_service.subscribe(), size=NARROW)
    card = page.get_by_role("region", name="Hear it on this device")
    expect(card).to_be_visible()
    assert page.evaluate("localStorage.asked") is None
    expect_no_violations(page)
    card.get_by_role("button", name="Allow it").click()
    device = page.locator(".things li").filter(has_text="here")
    expect(device).to_contain_text("Chrome, Linux")
    expect(card).to_be_hidden()
    visible_only, key = json.loads(page.evaluate("localStorage.asked"))
    assert visible_only is True
    assert len(key) == 65
    device.get_by_role("button", name="Send a test").click()
    expect(page.get_by_role("status").first).to_contain_text("Sent to Chrome, Linux")
    assert [each["title"] for each in push_service.received] == ["It works"]
    device.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Removed: Chrome, Linux")).to_be_visible()
    assert not Destination.objects.exists()


def test_a_browser_that_says_no_is_explained(
    open_page: OpenPage, push_service: PushService
) -> None:
    account("Bruno")
    page = open_home(open_page, push_service.subscribe(), permission="denied")
    page.get_by_role("button", name="Allow it").click()
    expect(page.get_by_role("status")).to_have_text(
        "Your browser says no. Here’s how to change it."
    )
    page.locator("main summary").click()
    expect(page.get_by_text("Find Notifications under the permissions there")).to_be_visible()
    expect_no_violations(page)
    assert not Destination.objects.exists()


def test_a_refusal_of_the_site_is_shown_and_can_be_tried_again(
    open_page: OpenPage, push_service: PushService
) -> None:
    bruno = account("Bruno")
    for _ in range(10):
        device_of(bruno, push_service)
    page = open_home(open_page, push_service.subscribe(), statuses=[422])
    page.get_by_role("button", name="Allow it").click()
    expect(page.get_by_text("You have ten devices.").first).to_be_visible()
    expect(page.get_by_role("button", name="Allow it")).to_be_enabled()


def test_on_an_iphone_the_app_comes_first(open_page: OpenPage) -> None:
    account("Bruno")
    page = open_page("/account/login/", size=NARROW)
    sign_in(page)
    page.add_init_script("""
        delete globalThis.PushManager;
        Object.defineProperty(navigator, "userAgent", { get: () => "iPhone; Safari" });
    """)
    page.goto(HOME)
    expect(page.get_by_text("Put Next Act on your home screen first.")).to_be_visible()
    expect(page.get_by_role("button", name="Allow it")).to_be_hidden()
    expect_no_violations(page)


def a_full_page(push_service: PushService, hook_server: HookServer) -> None:
    bruno = account("Bruno")
    device_of(bruno, push_service)
    hook_of(bruno, hook_server.address(), off_since="2026-11-20T12:00Z")
    hook_of(bruno, hook_server.address("/2"), failing_since="2026-11-20T12:00Z")


@pytest.mark.parametrize("address", [HOME, "/account/telling/hooks/new/"])
def test_the_pages_of_devices_and_webhooks_are_accessible_on_every_screen(
    open_page: OpenPage, push_service: PushService, hook_server: HookServer, address: str
) -> None:
    a_full_page(push_service, hook_server)
    page = open_home(open_page, push_service.subscribe())
    page.goto(address)
    expect_no_violations(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert width_is_kept(page)


def test_without_scripts_webhooks_work_and_devices_say_what_they_need(
    open_page: OpenPage, push_service: PushService, hook_server: HookServer
) -> None:
    account("Bruno")
    page = open_home(open_page, javascript=False)
    expect(page.get_by_text("your browser has to run JavaScript")).to_be_visible()
    expect(page.get_by_role("button", name="Allow it")).to_be_hidden()
    page.get_by_role("link", name="Add a webhook").click()
    page.get_by_label("It takes").select_option("json")
    page.get_by_label("Name").fill("My lamp")
    page.get_by_label("Address").fill(hook_server.address())
    page.get_by_role("button", name="Add it").click()
    expect(page.locator("code")).to_contain_text("whsec_")
    page.get_by_role("link", name="Done").click()
    page.get_by_role("button", name=re.compile("Send a test.*My lamp")).click()
    expect(page.get_by_text("Sent to My lamp")).to_be_visible()
    assert hook_server.received[0]["type"] == "test"
