"""The pages about programs: accessible, and under the site's policy."""

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from accounts.models import AccessToken
from accounts.tokens.making import make_token
from tests.accounts.people import account
from tests.accounts.test_in_a_browser import confirm_that_it_is_me, sign_in, width_is_kept
from tests.axe import expect_no_violations
from tests.browsing import OpenPage

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_a_token_is_made_and_revoked_in_a_browser(open_page: OpenPage) -> None:
    cache.clear()
    make_token(user=account(), name="Kitchen display", scope="read")
    page = open_page("/account/login/?next=/account/tokens/new/")
    sign_in(page)
    confirm_that_it_is_me(page)
    page.get_by_label("Name").fill("Attic PC")
    page.get_by_label("It can").select_option("play")
    expect_no_violations(page)
    page.get_by_role("button", name="Make it").click()
    expect(page.locator(".token code")).to_contain_text("scout_")
    expect_no_violations(page)
    page.get_by_role("link", name="Done").click()
    expect(page.locator(".tokens tbody tr")).to_have_count(2)
    expect_no_violations(page)
    page.set_viewport_size({"width": 320, "height": 700})
    assert width_is_kept(page)
    page.locator(".tokens tr", has_text="Kitchen display").get_by_role("link").click()
    expect(page.get_by_role("button", name="Revoke it")).to_be_visible()
    expect_no_violations(page)
    page.get_by_role("button", name="Revoke it").click()
    expect(page.locator(".tokens tbody tr")).to_have_count(1)
    assert AccessToken.objects.get().name == "Attic PC"


def test_the_page_to_try_the_api_works_under_the_policy(open_page: OpenPage) -> None:
    page = open_page("/api/v1/docs/")
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if said.type == "error" else None)
    page.reload()
    expect(page.locator(".opblock")).to_have_count(38)
    page.locator("#operations-games-list_games button").first.click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    assert refused == []
