"""A wrong suspension is appealed and undone in the browser, on a phone's desk too."""

import pytest
from playwright.sync_api import expect

from games.log.store import load
from games.models import Appeal, ModerationAction
from games.order import players
from tests.accounts.people import PASSWORD
from tests.browsing import OpenPage
from tests.order.people import moderator, player, table_of
from tests.order.test_in_a_browser import sign_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

WIDTHS = (390, 320)


def test_a_wrong_suspension_is_appealed_and_undone_with_its_chair(open_page: OpenPage) -> None:
    ada, ben, bruno = moderator("Ada"), moderator("Ben"), player("Bruno")
    for each in (ben, bruno):
        each.set_password(PASSWORD)
        each.save()
    game = table_of(bruno, player("Maya"))
    players.suspend(player=bruno, days=3, by=ada, reason="Rule 5: two accounts.")

    page = open_page("/notices/")
    sign_in(page, "Bruno")
    page.goto(page.url.replace("/notices/", "/games/"))
    page.get_by_role("link", name="Appeal").click()
    page.get_by_text("I disagree").click()
    page.get_by_label("Why?").fill("Sunny is my sister, we share a laptop.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Waiting for a second look")).to_be_visible()

    desk = open_page("/admin/games/appeal/", size=(390, 844))
    sign_in(desk, "Ben")
    desk.get_by_role("link", name="#").first.click()
    expect(desk.get_by_text("1 chair is given back: “Saturday cards”.")).to_be_visible()
    made = Appeal.objects.get()
    for width in WIDTHS:
        desk.set_viewport_size({"width": width, "height": 844})
        for address in (
            *("games/case/", f"games/case/{made.case_id}/change/"),
            *("accounts/user/", f"accounts/user/{bruno.pk}/change/"),
            *(f"games/game/{game.pk}/change/", "games/moderationaction/", "operations/"),
            *("games/appeal/", f"games/appeal/{made.pk}/change/"),
        ):
            desk.goto(f"{desk.url.partition('/admin/')[0]}/admin/{address}")
            root = "document.documentElement"
            wider = desk.evaluate(f"{root}.scrollWidth - {root}.clientWidth")
            assert wider == 0, (width, address)
    desk.get_by_label("Your answer").fill("It was a mistake of ours.")
    desk.get_by_role("button", name="Grant it: Lift the suspension").click()
    expect(desk.get_by_text("Ben granted Bruno’s appeal against “Suspend”.").first).to_be_visible()

    page.reload()
    expect(page.get_by_text("You disagreed, and you were right.")).to_be_visible()
    expect(page.get_by_text("It was a mistake of ours.").first).to_be_visible()
    assert not load(game).chairs.kept
    kinds = ModerationAction.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["suspend", "grant_appeal", "unsuspend"]
