"""A hidden message disappears from open pages, and can return."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.models import User
from games.models import ChatMessage, Game, PlayerNotice
from games.order import messages
from games.play.chairs import leave
from games.play.chat import say
from tests.browser.table import sit_down
from tests.browsing import OpenPage
from tests.order.people import block, moderator, player, table_of
from tests.tables import play_on

HIDDEN = "A moderator hid this message."
TELL = """window.tell = (name, detail) =>
    document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }))"""


def look(user: User, game: Game, **shown: int | str) -> tuple[int, str]:
    """What polling gets a page with these messages."""
    browser = Client()
    browser.force_login(user)
    answer = browser.get(f"/games/{game.public_id}/chat/", shown, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode()


@pytest.fixture
def maya(db: None) -> User:
    return player("Maya")


@pytest.fixture
def game(maya: User) -> Game:
    return table_of(maya, player("Bruno"))


@pytest.fixture
def said(game: Game) -> list[ChatMessage]:
    return [say(game_id=game.pk, seat=1, text=text) for text in ("You filthy rat", "Sorry")]


def test_an_open_page_learns_that_a_message_is_hidden_and_shown_again(
    game: Game, maya: User, said: list[ChatMessage]
) -> None:
    foul, last = said
    page = {"first": foul.pk, "after": last.pk}
    ada = moderator()
    messages.hide(message=foul, by=ada, reason="An insult.")
    status, html = look(maya, game, **page, hidden="")
    assert status == 200
    assert f'<li id="message-{foul.pk}"' in html
    assert html.count('hx-swap-oob="true"') == html.count("<li") == html.count(HIDDEN) == 1
    assert "filthy" not in html
    assert look(maya, game, **page, hidden=foul.pk) == (204, "")
    messages.show(message=foul, by=ada, reason="It was a quotation.")
    status, html = look(maya, game, **page, hidden=foul.pk)
    assert "You filthy rat" in html
    assert "data-hidden" not in html
    assert look(maya, game, **page, hidden="") == (204, "")


def test_the_longest_message_and_the_longest_reason_fit_into_a_notice(game: Game) -> None:
    message = say(game_id=game.pk, seat=1, text="x" * 500)
    messages.hide(message=message, by=moderator(), reason="y" * 500)
    notice = PlayerNotice.objects.get()
    assert "x" * 500 in notice.text
    notice.full_clean(exclude=["read_at", "mail_at"])


def test_a_page_that_begins_later_is_left_alone(
    game: Game, maya: User, said: list[ChatMessage]
) -> None:
    foul, last = said
    messages.hide(message=foul, by=moderator(), reason="An insult.")
    assert look(maya, game, first=last.pk, after=last.pk, hidden="") == (204, "")


def test_what_one_may_not_read_is_not_told_by_naming_it(
    game: Game, maya: User, said: list[ChatMessage]
) -> None:
    foul, last = said
    page: dict[str, int | str] = {"first": foul.pk, "after": last.pk}
    page["hidden"] = f"{foul.pk},{last.pk}"
    elsewhere = table_of(player("Ilse"), player("Tom"))
    ilse = User.objects.get(username="Ilse")
    assert look(ilse, elsewhere, **page) == (204, "")
    bruno = User.objects.get(username="Bruno")
    block(user=maya, other=bruno)
    assert look(maya, game, **page) == (204, "")
    leave(game_id=game.pk, seat=1)
    assert look(bruno, game, **page)[0] == 404


def test_who_watches_notices_nothing_of_it_while_the_game_runs(
    game: Game, said: list[ChatMessage], client: Client
) -> None:
    board = f"/games/{game.public_id}/board/"
    before = client.get(board)["ETag"]
    messages.hide(message=said[0], by=moderator(), reason="An insult.")
    assert client.get(board)["ETag"] == before


def test_when_the_game_is_over_those_who_watch_are_woken_too(
    game: Game, said: list[ChatMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(game)
    woken: list[Game] = []
    monkeypatch.setattr(
        "games.order.messages.announce.table_changed",
        lambda game, _users: woken.append(game),
    )
    messages.hide(message=said[0], by=moderator(), reason="An insult.")
    assert woken == [game]


@pytest.mark.django_db(transaction=True)
def test_in_a_browser_it_is_gone_without_reloading(open_page: OpenPage) -> None:
    game = table_of(player("Maya"), player("Bruno"))
    foul = say(game_id=game.pk, seat=1, text="You filthy rat")
    say(game_id=game.pk, seat=1, text="Sorry")
    page = sit_down(open_page("/"), game)
    page.locator("#chat summary").click()
    lines = page.locator("#message-list li p")
    expect(lines).to_have_text(["You filthy rat", "Sorry"])
    page.evaluate(TELL)
    page.evaluate("window.stillTheSamePage = true")
    ada = moderator()
    messages.hide(message=foul, by=ada, reason="An insult.")
    # What the stream's announcement becomes.
    page.evaluate("game => tell('hint', { game, version: null })", game.public_id)
    expect(lines).to_have_text([HIDDEN, "Sorry"])
    messages.show(message=foul, by=ada, reason="It was a quotation.")
    page.evaluate("tell('poll')")
    expect(lines).to_have_text(["You filthy rat", "Sorry"])
    say(game_id=game.pk, seat=1, text="Good game")
    page.evaluate("tell('poll')")
    expect(lines).to_have_text(["You filthy rat", "Sorry", "Good game"])
    assert page.evaluate("window.stillTheSamePage") is True
