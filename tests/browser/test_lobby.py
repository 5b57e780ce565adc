"""From a press to a table with a friend, and accessible pages."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game
from games.people.friends import add_friend
from tests.axe import expect_no_violations
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import play_on

pytestmark = pytest.mark.django_db(transaction=True)


def account(name: str) -> User:
    return User.objects.create_user(name, email_confirmed=True)


def test_a_friend_with_the_link_sits_down_in_two_presses_and_both_see_the_game_begin(
    open_page: OpenPage,
) -> None:
    mine = open_page("/games/")
    mine.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    mine.get_by_role("button", name="Start a game").click()
    expect(mine.locator("#headline")).to_have_text("Waiting for one more")
    link = mine.get_by_label("Invitation link", exact=True).input_value()
    friend = open_page(urlsplit(link).path)
    expect(friend.get_by_role("heading", level=1)).to_have_text("Guest wants you on stage")
    friend.get_by_label("Name at the table").fill("Wanda")
    friend.get_by_role("button", name="Sit down").click()
    for page in (friend, mine):
        expect(page.locator("#headline")).to_have_text("Which way up?")
    assert list(Game.objects.get().seats.values_list("name", flat=True)) == ["Guest", "Wanda"]


def test_a_table_that_waits_shows_who_comes_and_that_it_was_closed(open_page: OpenPage) -> None:
    game = create_game(user=account("Maya"), terms=Terms(players=4, open=True))
    watching = open_page(f"/games/{game.public_id}/", statuses=[404])
    page = sit_down(open_page("/", statuses=[404]), game)
    expect(page.locator("#headline")).to_have_text("Waiting for three more")
    page.evaluate("window.stillTheSamePage = true")
    join(game_id=game.pk, user=account("Bruno"))
    for each in (page, watching):
        expect(each.locator("#headline")).to_have_text("Waiting for two more")
        expect(each.locator("#said")).to_have_text("Bruno sat down. Two seats left.")
    assert page.evaluate("window.stillTheSamePage") is True
    # Each may poll when the game is already gone.
    for each in (page, watching):
        each.evaluate("console.error = () => {}")
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_role("status").first).to_contain_text("The game is closed.")
    expect(watching.locator("main")).to_contain_text("This game was closed before it began.")


def test_my_games_stay_true_while_they_are_open(open_page: OpenPage) -> None:
    game = create_game(user=account("Maya"), terms=Terms(players=2, open=True, name="Duel"))
    page = sit_down(open_page("/"), game)
    page.goto("/games/")
    expect(page.locator("#not-begun")).to_be_visible()
    join(game_id=game.pk, user=account("Bruno"))
    page.evaluate("document.body.dispatchEvent(new CustomEvent('games-changed'))")
    expect(page.locator("#headline")).to_have_text("You’re on in 1 game")
    expect(page.locator("#waiting-count")).to_contain_text("1")
    expect(page).to_have_title("(1) My games · Next Act")


def test_filters_apply_at_once_and_fold_on_a_phone(open_page: OpenPage) -> None:
    maya = account("Maya")
    for players in (2, 3):
        terms = Terms(players=players, open=True, name=f"For {players}")
        create_game(user=maya, terms=terms)
    page = open_page("/games/open/", size=NARROW)
    expect(page.get_by_role("status").first).to_contain_text("2 open games.")
    page.get_by_text("Filters", exact=True).click()
    page.locator("#filter").get_by_text("3", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("1 of 2 open games fit your filters.")
    expect(page.get_by_role("link", name="For 3", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="For 2", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Players: 3").click()
    expect(page.get_by_role("status").first).to_contain_text("2 open games.")


def test_without_scripts_a_game_is_found_and_joined(open_page: OpenPage) -> None:
    create_game(user=account("Maya"), terms=Terms(players=2, open=True, name="Duel"))
    page = open_page("/games/open/", javascript=False, size=NARROW)
    page.get_by_text("The last one").click()
    page.get_by_role("button", name="Apply").click()
    page.get_by_role("link", name="Take the last seat").click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#headline")).to_have_text("Which way up?")


def pages_to_check() -> dict[str, tuple[bool, str]]:
    """Every page of the lobby: whether the viewer must be Maya, and its path."""
    maya, bruno, ilse = account("Maya"), account("Bruno"), account("Ilse")
    waiting = create_game(user=maya, terms=Terms(bots={3: "steady"}), invited=[ilse])
    create_game(user=bruno, terms=Terms(players=3), invited=[maya])
    for number in range(2):
        create_game(user=bruno, terms=Terms(players=2 + number, open=True, rated=not number))
    running = create_game(user=maya, terms=Terms(players=2, open=True, turn_seconds=3600))
    join(game_id=running.pk, user=bruno)
    begun = create_game(user=bruno, terms=Terms(players=2))
    join(game_id=begun.pk, user=maya, invitation=begun.invitation)
    over = create_game(user=maya, terms=Terms(players=2))
    join(game_id=over.pk, user=bruno, invitation=over.invitation)
    play_on(over)
    add_friend(owner=maya, friend=bruno)
    starts_at = timezone.now() + timedelta(days=2)
    full = create_game(user=maya, terms=Terms(players=2, open=True, starts_at=starts_at))
    join(game_id=full.pk, user=bruno)
    return {
        "my games": (True, "/games/"),
        "friends": (True, "/friends/"),
        "waiting for its hour": (True, f"/games/{full.public_id}/"),
        "create": (True, "/games/new/"),
        "find": (True, "/games/open/"),
        "find, narrowed": (True, "/games/open/?players=3"),
        "waiting": (True, f"/games/{waiting.public_id}/"),
        "over": (True, f"/games/{over.public_id}/"),
    } | {
        "invitation": (False, f"/invitation/{waiting.invitation}/"),
        "begun": (False, f"/invitation/{begun.invitation}/"),
        "a stranger creates": (False, "/games/new/"),
    }


def fits(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


@pytest.mark.slow
def test_the_pages_of_the_lobby_have_no_violations_and_fit(open_page: OpenPage) -> None:
    pages = pages_to_check()
    stranger = open_page("/")
    maya = sit_down(open_page("/"), Game.objects.filter(creator__username="Maya")[0])
    for name, (is_maya, path) in pages.items():
        page = maya if is_maya else stranger
        page.goto(path)
        for fold in page.locator("main details").all():
            fold.evaluate("fold => { fold.open = true }")
        for width, height in (WIDE, NARROW, (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert fits(page), f"{name} at {width}"
        expect_no_violations(page)


@pytest.mark.slow
def test_what_is_refused_is_said_without_violations(open_page: OpenPage) -> None:
    page = open_page("/games/new/")
    page.get_by_text("By name", exact=True).click()
    page.get_by_label("Players to ask").fill("Nobody at all")
    page.get_by_role("button", name="Start a game").click()
    expect(page.get_by_role("alert")).to_contain_text("“Nobody at all”")
    expect(page.get_by_label("Players to ask")).to_have_value("Nobody at all")
    expect_no_violations(page)


def test_whether_rest_counts_is_asked_with_slow_clocks_alone(open_page: OpenPage) -> None:
    page = open_page("/games/new/", javascript=False)
    rest = page.get_by_role("group", name="Rest")
    expect(rest).to_be_visible()
    for time in ("1 h", "None"):
        page.get_by_text(time, exact=True).click()
        expect(rest).to_be_hidden()
    page.get_by_text("3 days", exact=True).click()
    rest.get_by_text("Does not count here", exact=True).click()
    page.get_by_role("button", name="Start a game").click()
    expect(page.get_by_text("rest does not count").first).to_be_visible()
    assert not Game.objects.get().rest_counts
