"""The pages about logs and days: led there from the table, accessible, within the window."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game
from games.witness.making import make_due
from tests.accounts.test_in_a_browser import width_is_kept
from tests.axe import expect_no_violations
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import bot_game, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_from_the_table_to_the_log_and_on_to_the_root_of_the_day(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    game = bot_game(2)
    play_on(game)
    Game.objects.update(created_at=timezone.now() - timedelta(hours=1))
    # The day before is settled some minutes after midnight.
    make_due(now=timezone.now() + timedelta(days=1, hours=1))
    page = sit_down(open_page("/", size=size), game)
    page.locator("#fair summary").click()
    page.get_by_role("link", name="The log, and who can vouch for it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The log of")
    assert width_is_kept(page)
    expect_no_violations(page)
    page.locator("#witnesses ~ details dd a").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The root of")
    expect_no_violations(page)
    page.get_by_role("link", name="All days").click()
    expect(page.locator(".witness dd code")).to_have_count(1)
    assert width_is_kept(page)
    expect_no_violations(page)
