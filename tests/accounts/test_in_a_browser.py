"""Accounts in a browser: forms on a phone, settings that save at once, passkeys."""

import re
import time
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.accounts.people import PASSWORD, account
from tests.axe import expect_no_violations
from tests.browsing import NARROW, OpenPage

pytestmark = pytest.mark.django_db(transaction=True)


def sign_in(page: Page, name: str = "Bruno") -> None:
    page.get_by_label("Email address or player name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    # A page does more than its forms only once its scripts have loaded.
    page.wait_for_load_state()


def confirm_that_it_is_me(page: Page) -> None:
    expect(page.get_by_role("heading", name="Is it still you?")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_load_state()


def width_is_kept(page: Page) -> bool:
    fits: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return fits


def test_signing_up_on_a_phone_with_a_refused_name_first(open_page: OpenPage) -> None:
    account("Bruno")
    page = open_page("/account/signup/", size=NARROW)
    expect_no_violations(page)
    name = page.get_by_label("Player name")
    name.fill("Bruno")
    page.get_by_label("Email address", exact=True).fill("second@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(name).to_have_value("Bruno")
    expect(name).to_have_accessible_description("“Bruno” is taken. Try Bruno_K or Bruno 7.")
    expect_no_violations(page)
    assert width_is_kept(page)
    name.fill("Bruno 7")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Welcome, Bruno 7.")).to_be_visible()


def test_the_browser_tells_its_zone_for_a_year(open_page: OpenPage) -> None:
    page = open_page("/about/")
    (cookie,) = (each for each in page.context.cookies() if each.get("name") == "timezone")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert cookie.get("value") == quote(zone, safe="")
    assert cookie.get("expires", 0) - time.time() == pytest.approx(365 * 24 * 3600, abs=3600)
    assert cookie.get("sameSite") == "Lax"


@pytest.mark.parametrize("size", [NARROW, (320, 640)])
def test_the_header_fits_a_phone_in_one_row(open_page: OpenPage, size: tuple[int, int]) -> None:
    account("Bruno")
    page = open_page("/account/login/", size=size)
    assert width_is_kept(page)
    sign_in(page)
    expect(page.get_by_role("link", name="Bruno: settings")).to_be_visible()
    assert width_is_kept(page)
    header = page.locator(".top").bounding_box()
    assert header
    assert header["height"] < 60


@pytest.mark.parametrize(
    "address", ["", "telling/", "email/", "password/change/", "2fa/", "sessions/", "logout/"]
)
def test_the_pages_of_an_account_are_accessible(open_page: OpenPage, address: str) -> None:
    account("Bruno")
    page = open_page("/account/login/", size=NARROW)
    sign_in(page)
    page.goto(f"/account/{address}")
    expect_no_violations(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert width_is_kept(page)


def test_settings_save_at_once_and_say_so(open_page: OpenPage) -> None:
    account("Bruno")
    page = open_page("/account/login/?next=/account/")
    sign_in(page)
    page.get_by_label("Go to the next game after my move").check()
    expect(page.get_by_text("Saved: on to the next game after a move")).to_be_visible()
    page.get_by_role("radio", name="Dark", exact=True).check()
    expect(page.get_by_text("Saved: dark")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    user = User.objects.get()
    assert (user.auto_next_game, user.appearance) == (True, "dark")


def test_the_settings_have_buttons_without_scripts(open_page: OpenPage) -> None:
    account("Bruno")
    page = open_page("/account/login/?next=/account/", javascript=False)
    expect(page.get_by_role("button", name="Use a passkey")).to_be_hidden()
    sign_in(page)
    page.get_by_label("Go to the next game after my move").check()
    form = page.locator("form").filter(has=page.get_by_label("Go to the next game"))
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: on to the next game after a move")).to_be_visible()


def test_a_passkey_is_added_and_signs_in(open_page: OpenPage) -> None:
    account("Bruno")
    page = open_page("/account/login/?next=/account/2fa/webauthn/add/", size=NARROW)
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    sign_in(page)
    confirm_that_it_is_me(page)
    expect_no_violations(page)
    page.get_by_label("Name").fill("my phone")
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect_no_violations(page)
    page.goto("/account/2fa/webauthn/")
    expect(page.get_by_text("my phone", exact=True)).to_be_visible()
    expect_no_violations(page)

    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.goto("/account/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("link", name="Bruno: settings")).to_be_visible()
    expect(page).to_have_url(re.compile("/games/"))

    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.goto("/account/login/")
    sign_in(page)
    page.get_by_role("button", name="Use my passkey or key").click()
    expect(page.get_by_role("link", name="Bruno: settings")).to_be_visible()

    page.goto("/account/delete/")
    page.get_by_role("link", name="Use a security key").click()
    page.get_by_role("button", name="Use my passkey").click()
    expect(page.get_by_role("heading", name="Delete your account?")).to_be_visible()
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("Your account has been deleted.")).to_be_visible()
    assert not User.objects.exists()


def test_a_passkey_that_is_not_used_is_no_dead_end(open_page: OpenPage) -> None:
    page = open_page("/account/login/")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error()); }")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("sign in another way")


def test_an_app_s_code_is_asked_for_and_a_recovery_code_helps(open_page: OpenPage) -> None:
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import TOTP

    user = account("Bruno")
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    codes = RecoveryCodes.activate(user).get_unused_codes()
    page = open_page("/account/login/", size=NARROW)
    sign_in(page)
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    expect_no_violations(page)
    expect(page.get_by_role("button", name="Use my passkey or key")).to_have_count(0)
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Code")).to_have_accessible_description(re.compile("the right code"))
    page.get_by_label("Code").fill(codes[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("link", name="Bruno: settings")).to_be_visible()


def test_setting_up_an_app_shows_a_square_to_scan(open_page: OpenPage) -> None:
    account("Bruno")
    page = open_page("/account/login/?next=/account/2fa/totp/activate/", size=NARROW)
    sign_in(page)
    confirm_that_it_is_me(page)
    square = page.get_by_role("img", name="The key as a QR code").locator("svg")
    expect(square).to_be_visible()
    expect_no_violations(page)
