"""Two moderators, who are no administrators, handle cases in the browser."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.log.store import load
from games.models import (
    Appeal,
    Case,
    ChatMessage,
    Game,
    ModerationAction,
    Preset,
    Rating,
    Sanction,
    SeatResult,
    Sign,
)
from games.order.signs.working import work_out_signs
from games.play.chairs import leave
from games.play.chat import say
from tests.accounts.people import PASSWORD
from tests.browser.fitting import sideways
from tests.browser.table import sit_down
from tests.browsing import OpenPage
from tests.order.people import moderator, player, table_of
from tests.pages.seats import on_turn
from tests.results.finished import table
from tests.tables import play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def report(by: User, game: Game, **fields: object) -> None:
    client = Client()
    client.force_login(by)
    answer = client.post(f"/games/{game.public_id}/report/", fields)
    assert answer.status_code == 302, answer.context["error"]


def sign_in(page: Page, name: str) -> None:
    page.get_by_label("Email address or player name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def open_case(page: Page, title: str) -> None:
    page.get_by_role("link", name="Cases").first.click()
    page.get_by_role("link", name=title).first.click()
    expect(page.get_by_role("heading", name="Decide")).to_be_visible()


def decide(page: Page, *acts: str) -> None:
    """Write a reason, fill in a ready answer, look at what it does, and do it."""
    for act in acts:
        page.get_by_role("checkbox", name=act).check()
    page.get_by_label("Reason").fill("It spoils the game for the others.")
    page.get_by_role("button", name="It is settled", exact=True).click()
    page.get_by_role("button", name="See what it does").click()
    expect(page.get_by_role("heading", name="Who reads what")).to_be_visible()
    page.get_by_role("button", name="Do this").click()
    expect(page.get_by_role("heading", name="This case is closed")).to_be_visible()


def left_to(winner: User, loser: User) -> Game:
    """A rated game that the one left before its end, so that the other won it."""
    game = table(winner.username, loser.username, rated=True)
    # Nobody gains from somebody who leaves in the first round.
    play_on(game, until=lambda state: state.round_number == 1)
    leave(game_id=game.pk, seat=1)
    play_on(game)
    game.refresh_from_db()
    return game


@pytest.fixture
def _moderators() -> None:
    """Ada and Ben, with passwords."""
    for each in (moderator("Ada"), moderator("Ben")):
        each.set_password(PASSWORD)
        each.save()


@pytest.mark.usefixtures("_moderators")
def test_two_moderators_work_off_a_foul_message_a_stalled_game_and_a_cheater(
    open_page: OpenPage,
) -> None:
    Preset.objects.create(use="answer", title="It is settled", text="Thank you. We acted.")
    maya, bruno, ilse, tom = (player(name) for name in ("Maya", "Bruno", "Ilse", "Tom"))
    foul = table_of(maya, bruno, ilse, tom)
    stalled, cheated = table_of(maya, ilse), table_of(maya, tom)
    message = say(game_id=foul.pk, seat=1, text="You filthy rat")
    for by in (maya, ilse, tom):
        report(by, foul, about=f"message-{message.pk}", reason="insult")
    report(maya, stalled, about="game", reason="stalling", text="Nobody moves for days.")
    report(maya, cheated, about="player-1", reason="cheating", text="Tom knows my hand.")

    ada = open_page("/admin/")
    sign_in(ada, "Ada")
    open_case(ada, "Bruno")
    expect(ada.get_by_role("heading", name="3 reports")).to_be_visible()
    ada.get_by_label("A note for the other moderators").fill("Ben, he writes German too.")
    ada.get_by_role("button", name="Add the note").click()
    ada.get_by_label("Hand it on to").select_option(label="Ben")
    ada.get_by_role("button", name="Hand it on").click()

    ben = open_page("/admin/")
    sign_in(ben, "Ben")
    open_case(ben, "Bruno")
    expect(ben.get_by_text("Ben, he writes German too.")).to_be_visible()
    expect(ben.get_by_text("Ada looked at it")).to_be_visible()
    decide(ben, "Hide the message", "Warn")
    expect(ben.get_by_text("Ben warned Bruno.").first).to_be_visible()

    open_case(ada, "Saturday cards")
    waiting = stalled.seats.get(number=on_turn(stalled))
    decide(ada, f"Put a bot in a seat: {waiting.name}")

    open_case(ada, "Tom")
    ada.get_by_role("link", name="Open the hands").click()
    ada.get_by_label("Reason").fill("Tom seems to know all cards.")
    ada.get_by_role("button", name="Open the hands").click()
    expect(ada.get_by_text("You opened these hands.")).to_be_visible()
    ada.get_by_role("link", name="Back to the game’s page").click()
    open_case(ada, "Tom")
    ada.get_by_text("At the table “Saturday cards”").click()
    decide(ada, "Void the game", "Ban")

    ada.get_by_role("link", name="Audit log").first.click()
    reason = "Reason: It spoils the game for the others."
    for sentence in (
        f"Ada voided “Saturday cards” ({cheated.public_id}); its hands are now open. {reason}",
        f"Ada banned Tom; bots keep 2 chairs. {reason}",
        f"Ada opened the hands of “Saturday cards” ({cheated.public_id}) while it was running.",
        f"Ada put a bot on {waiting.name}’s chair in “Saturday cards” ({stalled.public_id}).",
        "about Bruno (3 reports): acted upon. Answer: Thank you. We acted.",
        f"Ben hid a message by Bruno in “Saturday cards” ({foul.public_id}): “You filthy rat”.",
    ):
        expect(ada.get_by_text(sentence).first).to_be_visible()

    assert ModerationAction.objects.count() == 9
    assert ChatMessage.objects.get().hidden
    assert load(stalled).chairs.kept == {waiting.number}
    assert load(cheated).chairs.voided
    assert set(Sanction.objects.values_list("player", flat=True)) == {tom.pk, bruno.pk}
    assert not Case.objects.filter(state="open").exists()
    told = Client()
    told.force_login(maya)
    own = told.get("/notices/").content.decode()
    assert own.count("The moderators acted.") == 3


@pytest.mark.usefixtures("_moderators")
def test_two_moderators_work_off_a_rated_pair_and_a_wrong_suspension_with_its_appeal(
    open_page: OpenPage,
) -> None:
    names = ("Maya", "Bruno", "Nora", "Ilse", "Tom")
    maya, bruno, nora, ilse, tom = (player(name) for name in names)
    User.objects.filter(pk__in=(ilse.pk, tom.pk)).update(last_seen=timezone.now().date())
    farmed = [left_to(tom, ilse) for _ in range(5)]
    work_out_signs(now=timezone.now(), seconds=30)
    game = table_of(maya, bruno, nora)
    play_on(game, 4)

    # They take moves back by agreement, before Ada takes the wrong one of them away.
    asks = sit_down(open_page("/"), game, seat=0)
    asks.get_by_role("link", name="Take moves back…").click()
    asks.locator("#rewind-turns").get_by_role("link").nth(1).click()
    asks.get_by_role("button", name="Ask to take 2 moves back").click()
    expect(asks.locator("#chair")).to_contain_text("You asked to take 2 moves back.")
    # Pages that are open meanwhile are the matter of another test, and would be waited for.
    own, last = (open_page("/") for _ in range(2))
    for each, seat in ((own, 1), (last, 2)):
        sit_down(each, game, seat=seat)
        expect(each.locator("#chair")).to_contain_text("Maya asks to take 2 moves back.")
        each.get_by_text("See what it undoes").click()
        expect(each.locator("#rewind-preview")).to_contain_text("Then, after move 2")
        each.get_by_role("button", name="Agree").click()
        expect(each.locator("#chair")).not_to_contain_text("Agree")
    expect(last.locator("#log s")).to_have_count(2)

    ada = open_page("/admin/")
    sign_in(ada, "Ada")
    ada.get_by_role("link", name="Rated pairs").first.click()
    ada.get_by_role("link", name="Tom over Ilse").click()
    expect(ada.get_by_text("Signs, not proof").first).to_be_visible()
    ada.get_by_role("link", name="Tom", exact=True).first.click()
    ada.get_by_role("link", name="Warn", exact=True).click()
    ada.get_by_label("Reason").fill("Five rated games that Ilse left to you.")
    ada.get_by_role("button", name="Warn").click()
    expect(ada.get_by_text("Ada warned Tom.").first).to_be_visible()
    ada.get_by_role("link", name="Does Ilse let Tom win?").first.click()
    ada.get_by_role("link", name="Take the 5 games out of the ratings…").click()
    expect(ada.get_by_role("checkbox", checked=True)).to_have_count(5)
    ada.get_by_label("Reason").fill("Ilse left these games to Tom.")
    ada.get_by_role("button", name="See what it does").click()
    expect(ada.get_by_role("heading", name="Who reads what")).to_be_visible()
    expect(ada.get_by_text("nor do 4 other games of yours").first).to_be_visible()
    assert SeatResult.objects.filter(rated=True).count() == 10
    ada.get_by_role("button", name="Do this").click()
    expect(ada.get_by_text("5 games no longer count in the ratings.")).to_be_visible()
    assert not SeatResult.objects.filter(rated=True).exists()
    assert not Rating.objects.exists()
    out = ModerationAction.objects.filter(kind="unrate", moderator_name="Ada")
    assert sorted(out.values_list("game", flat=True)) == [each.pk for each in farmed]

    # No moderator did it, so that the game's own log tells of it, with dates.
    ada.get_by_role("link", name="Games").first.click()
    ada.get_by_role("link", name=game.public_id).click()
    history = ada.locator(".moves li")
    for said in (
        "Maya asks the table to take 2 moves back",
        "Bruno agrees to take them back",
        "Nora agrees to take them back",
        "All agree to take 2 moves back, struck through here",
    ):
        dated = re.compile(rf"\d+ \w+ \d{{4}}, \d\d:\d\d:\d\d\s+{said}")
        expect(history.filter(has_text=said)).to_have_text(dated)
    expect(history.locator("s")).to_have_count(2)
    ada.get_by_role("link", name="Bruno", exact=True).first.click()
    ada.get_by_role("link", name="Suspend", exact=True).click()
    ada.get_by_label("Days").fill("3")
    ada.get_by_label("Reason").fill("You took moves back alone.")
    ada.get_by_role("button", name="Suspend").click()
    expect(ada.get_by_text("Ada suspended Bruno").first).to_be_visible()
    assert load(game).chairs.kept == {1}

    own.goto("/")
    own.get_by_role("link", name="Appeal", exact=True).first.click()
    own.get_by_text("I disagree").click()
    own.get_by_label("Why?").fill("Maya asked, and we both agreed.")
    own.get_by_role("button", name="Send").click()
    expect(own.get_by_text("Waiting for a second look")).to_be_visible()

    ada.get_by_role("link", name="Appeals").first.click()
    ada.get_by_role("link", name="Bruno against “Suspend”").click()
    expect(ada.get_by_text("You acted yourself.")).to_be_visible()
    ben = open_page("/admin/")
    sign_in(ben, "Ben")
    ben.get_by_role("link", name="Appeals").first.click()
    ben.get_by_role("link", name="Bruno against “Suspend”").click()
    expect(ben.get_by_text("1 chair is given back: “Saturday cards”.")).to_be_visible()
    ben.get_by_label("Your answer").fill("The log says so, too. Sorry!")
    ben.get_by_role("button", name="Grant it: Lift the suspension").click()
    expect(ben.get_by_text("Ben granted Bruno’s appeal against “Suspend”.").first).to_be_visible()
    assert not load(game).chairs.kept
    own.reload()
    expect(own.get_by_text("You disagreed, and you were right.")).to_be_visible()
    expect(own.get_by_text("The log says so, too. Sorry!").first).to_be_visible()

    ben.get_by_role("link", name="Audit log").first.click()
    for sentence in (
        "Ben granted Bruno’s appeal against “Suspend”.",
        "Ben lifted Bruno’s suspension",
        "Ada suspended Bruno",
        "Ada warned Tom.",
        *(
            f"Ada took “{each.name}” ({each.public_id}) out of the ratings. "
            "Reason: Ilse left these games to Tom."
            for each in farmed
        ),
    ):
        expect(ben.get_by_text(sentence).first).to_be_visible()

    made, pair = Appeal.objects.get(), Sign.objects.get(kind="pair")
    for wide in (390, 320):
        ben.set_viewport_size({"width": wide, "height": 844})
        for address in (
            *("games/case/", f"games/case/{made.case_id}/change/"),
            *("games/appeal/", f"games/appeal/{made.pk}/change/"),
            *("accounts/user/", f"accounts/user/{bruno.pk}/change/"),
            *("games/sign/", f"games/sign/{pair.pk}/games/", "games/ratedpair/"),
            *(f"games/game/{game.pk}/change/", "games/moderationaction/", "operations/"),
        ):
            ben.goto(f"{ben.url.partition('/admin/')[0]}/admin/{address}")
            assert sideways(ben) == "", (wide, address)
