"""A moderator who is no administrator handles reports in the browser."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.log.store import load
from games.models import ChatMessage, Game, ModerationAction, Report, Sanction
from games.play.chat import say
from tests.accounts.people import PASSWORD
from tests.browsing import OpenPage
from tests.order.people import moderator, player, table_of
from tests.pages.seats import on_turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def report(by: User, game: Game, **fields: object) -> None:
    client = Client()
    client.force_login(by)
    answer = client.post(f"/games/{game.public_id}/report/", fields)
    assert answer.status_code == 302, answer.context["error"]


def sign_in(page: Page) -> None:
    page.get_by_label("Email address or player name").fill("Ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def next_report(page: Page, number: int) -> None:
    page.get_by_role("link", name="Reports", exact=True).first.click()
    page.get_by_role("link", name=f"{number}: ").click()


def act(page: Page, name: str, reason: str, *, closes: bool) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()
    page.get_by_label("Reason").fill(reason)
    closing = page.get_by_label("Close the report as well")
    if closing.count() and not closes:
        closing.uncheck()
    page.get_by_role("button", name=name, exact=True).click()


def test_a_foul_message_a_stalled_game_and_a_cheater(open_page: OpenPage) -> None:
    ada = moderator()
    ada.set_password(PASSWORD)
    ada.save()
    maya, bruno, ilse, tom = (player(name) for name in ("Maya", "Bruno", "Ilse", "Tom"))
    foul, stalled, cheated = table_of(maya, bruno), table_of(maya, ilse), table_of(maya, tom)
    message = say(game_id=foul.pk, seat=1, text="You filthy rat")
    report(maya, foul, about=f"message-{message.pk}", reason="insult")
    report(maya, stalled, about="game", reason="stalling", text="Nobody moves for days.")
    report(maya, cheated, about="player-1", reason="cheating", text="Tom knows my hand.")
    first, second, third = Report.objects.order_by("pk").values_list("pk", flat=True)

    page = open_page("/admin/")
    sign_in(page)
    next_report(page, first)
    expect(page.get_by_text("You filthy rat").first).to_be_visible()
    act(page, "Hide the message", "It insults Maya.", closes=True)
    expect(page.get_by_text("Ada hid a message by Bruno").first).to_be_visible()

    next_report(page, second)
    waiting = stalled.seats.get(number=on_turn(stalled))
    page.get_by_role("row", name=waiting.name).get_by_role("link", name="Put a bot").click()
    page.get_by_label("Reason").fill("Away without a word.")
    page.get_by_role("button", name="Put a bot in a seat").click()
    expect(page.get_by_text(f"Ada put a bot on {waiting.name}’s chair").first).to_be_visible()

    next_report(page, third)
    act(page, "Open the hands", "Tom seems to know all cards.", closes=False)
    expect(page.get_by_role("row", name="Tom")).to_contain_text("/")
    page.get_by_role("link", name="Back", exact=True).click()
    act(page, "Void the game", "Tom played with a second account.", closes=False)
    act(page, "Ban", "A second account at one table.", closes=True)
    expect(page.get_by_text("Ada banned Tom").first).to_be_visible()

    page.get_by_role("link", name="Reports", exact=True).first.click()
    expect(page.get_by_text("0 reports").first).to_be_visible()
    page.get_by_role("link", name="Audit log").first.click()
    story = [
        f"Ada closed report {third} about Tom in “Saturday cards” ({cheated.public_id}): acted",
        "Ada banned Tom. Reason: A second account at one table.",
        f"Ada voided “Saturday cards” ({cheated.public_id}); its hands are now open.",
        f"Ada opened the hands of “Saturday cards” ({cheated.public_id}) while it was running.",
        f"Ada put a bot on {waiting.name}’s chair in “Saturday cards” ({stalled.public_id}).",
        f"Ada hid a message by Bruno in “Saturday cards” ({foul.public_id}): “You filthy rat”.",
    ]
    for sentence in story:
        expect(page.get_by_text(sentence).first).to_be_visible()

    assert ModerationAction.objects.count() == 8
    assert ChatMessage.objects.get().hidden
    assert load(stalled).chairs.kept == {waiting.number}
    assert load(cheated).chairs.voided
    assert Sanction.objects.get().player == tom
    told = Client()
    told.force_login(maya)
    own = told.get("/notices/").content.decode()
    assert own.count("The moderators acted.") == 3
