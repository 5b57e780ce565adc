"""What a sanctioned player sees: one line about their standing, and no button that is refused."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import ActionKind, Game
from games.order import players
from games.order.acts import ACTS
from games.order.after.standing import own_standing
from games.play.rewinding.asking import ask_to_rewind, lapse
from games.play.rewinding.preview import turns_now
from tests.names import bare
from tests.order.people import fields_of, moderator, player, table_of
from tests.pages.seats import on_turn
from tests.tables import play_on

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 22, 5, 42, tzinfo=UTC)


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def bruno() -> User:
    user = player("Bruno")
    User.objects.filter(pk=user.pk).update(time_zone="Europe/Berlin")
    return User.objects.get(pk=user.pk)


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text_of(browser: Client, address: str) -> str:
    return browser.get(address).content.decode()


PRESSES = {
    "/": ("/play/", "Start a game with friends"),
    "/games/": ("Start a game</button>", "Play a bot now"),
    "/games/new/": ("Start a game</button>",),
    "/games/open/": ("Start a game</a>",),
    "/play/": ("Play now",),
    "/today/": ("Play today’s deal",),
}


@pytest.mark.parametrize("address", PRESSES)
def test_a_suspended_player_reads_until_when_and_why_where_the_buttons_were(
    bruno: User, ada: User, address: str
) -> None:
    table_of(bruno, player("Maya"))
    browser = as_user(bruno)
    with time_machine.travel(NOW):
        before = text_of(browser, address)
        assert all(press in before for press in PRESSES[address]), address
        players.suspend(player=bruno, days=7, by=ada, reason="You lost on purpose.")
        page = text_of(browser, address)
    assert "Suspended until Sunday 29 November, 06:42: You lost on purpose." in page
    assert 'href="/notices/"' in page
    assert not any(press in page.partition("<main")[2] for press in PRESSES[address])


def test_a_suspended_player_is_not_offered_the_chair_and_a_muted_one_no_chat(
    bruno: User, ada: User
) -> None:
    game = table_of(bruno, player("Maya"))
    browser = as_user(bruno)
    at = f"/games/{game.public_id}/"
    assert 'id="chat-form"' in text_of(browser, at)
    players.mute(player=bruno, days=3, by=ada, reason="Insults.")
    assert 'id="chat-form"' not in text_of(browser, at)
    assert "Muted until" in text_of(browser, at)
    players.suspend(player=bruno, days=3, by=ada, reason="Insults again.")
    for page in (text_of(browser, at), text_of(browser, f"{at}board/"), text_of(browser, "/")):
        assert "take-back" not in page
    assert "A bot is keeping your chair." in text_of(browser, at)


def test_a_ban_goes_before_all_and_an_ended_sanction_is_no_longer_told(
    bruno: User, ada: User
) -> None:
    with time_machine.travel(NOW):
        players.ban(player=bruno, by=ada, reason="Two accounts.")
        players.suspend(player=bruno, days=9, by=ada, reason="Insults.")
        assert own_standing(bruno).line == "Banned: Two accounts."
        ACTS[ActionKind.UNBAN].does(player=bruno, by=ada, reason="A mistake.")
        assert own_standing(bruno).line.startswith("Suspended until Tuesday 1 December")
    with time_machine.travel(NOW.replace(month=12)):
        assert own_standing(bruno).line == ""


def test_each_warning_is_confirmed_by_itself_in_the_order_given(bruno: User, ada: User) -> None:
    players.warn(player=bruno, by=ada, reason="Mind your words.")
    browser = as_user(bruno)
    assert "A moderator warned you: Mind your words." in text_of(browser, "/rules/")
    players.warn(player=bruno, by=ada, reason="And your manners.")
    players.mute(player=bruno, days=2, by=ada, reason="Insults.")
    page = text_of(browser, "/notices/")
    warnings = fields_of(page, "warning")
    assert page.index("Mind your words.") < page.index("And your manners.")
    assert len(warnings) == 2
    assert page.count("Mind your words.</p>") == 1, "a warning is shown once"
    browser.post("/notices/read/", {"warning": warnings[0]})
    page = text_of(browser, "/notices/")
    assert fields_of(page, "warning") == warnings[1:]
    assert "There is another warning to read." in page
    assert own_standing(bruno).unread, "the other notices are unread"


def test_a_warned_player_reads_the_warning_where_the_moves_were_until_it_is_confirmed(
    bruno: User, ada: User
) -> None:
    game = table_of(bruno, player("Maya"))
    on = game.seats.get(number=on_turn(game)).user
    assert on is not None
    browser = as_user(on)
    at = f"/games/{game.public_id}/"
    before = browser.get(f"{at}board/")
    assert 'id="do-show"' in before.content.decode()
    players.warn(player=on, by=ada, reason="Mind your words.")
    for page in (
        text_of(browser, at),
        browser.get(f"{at}board/", headers={"If-None-Match": before["ETag"]}).content.decode(),
        browser.post(f"{at}move/", {"action": "choose-0"}).content.decode(),
    ):
        assert 'id="do-' not in page
        assert "Confirm that you’ve read it, and your turn is yours." in page
        assert 'href="/notices/#warnings"' in page
    browser.post("/notices/read/", {"warning": fields_of(text_of(browser, "/notices/"), "warning")})
    assert 'id="do-show"' in text_of(browser, at)


def test_a_warned_player_is_not_asked_to_agree_to_take_moves_back(bruno: User, ada: User) -> None:
    game = table_of(bruno, player("Maya"))
    play_on(game, moves=3)
    ask_to_rewind(game_id=game.pk, seat=1, to=turns_now(game)[-1].version)
    browser = as_user(bruno)
    at = f"/games/{game.public_id}/"
    pages = (at, f"{at}board/", f"{at}rewind/")
    assert all("Rather not</button>" in text_of(browser, page) for page in pages)
    players.warn(player=bruno, by=ada, reason="Mind your words.")
    for page in pages:
        shown = text_of(browser, page)
        assert "Rather not</button>" not in shown
        assert "Agree</button>" not in shown
        assert "Maya asks to take 1 move back." in bare(shown), page
    lapse(game_id=game.pk, now=timezone.now() + timedelta(days=3))
    shown = text_of(browser, f"{at}rewind/")
    assert "Read the warning first" in shown
    assert 'name="rewind"' not in shown


def test_a_warned_player_is_not_asked_which_way_up(bruno: User, ada: User) -> None:
    browser = as_user(bruno)
    game = create_game(user=bruno, terms=Terms(players=2, name="Cards", open=True))
    join(game_id=game.pk, user=player("Maya"), invitation=game.invitation)
    at = f"/games/{game.public_id}/"
    assert 'id="do-turn"' in text_of(browser, at)
    players.warn(player=bruno, by=ada, reason="Mind your words.")
    assert 'id="do-turn"' not in text_of(browser, at)
    assert "Read the warning" in text_of(browser, at)


def test_an_open_page_loses_its_chat_form_when_its_player_is_muted(bruno: User, ada: User) -> None:
    browser = as_user(bruno)
    at = f"/games/{table_of(bruno, player('Maya')).public_id}/board/"
    before = browser.get(at)
    assert "saying" not in before.content.decode()
    players.mute(player=bruno, days=3, by=ada, reason="Insults.")
    after = browser.get(at, headers={"If-None-Match": before["ETag"]}).content.decode()
    assert '<div id="saying" hx-swap-oob="innerHTML">' in after
    assert "Muted until" in after


def test_the_line_costs_no_query_of_its_own(bruno: User, ada: User) -> None:
    game: Game = table_of(bruno, player("Maya"))
    browser = as_user(bruno)
    for address in ("/rules/", f"/games/{game.public_id}/"):
        text_of(browser, address)
        with CaptureQueriesContext(connection) as plain:
            text_of(browser, address)
        players.warn(player=bruno, by=ada, reason="Mind your words.")
        players.mute(player=bruno, days=2, by=ada, reason="Insults.")
        with CaptureQueriesContext(connection) as sanctioned:
            text_of(browser, address)
        assert len(sanctioned) <= len(plain), address
        assert sum("sanction" in query["sql"] for query in sanctioned) <= 2, address
