"""A guest's address: confirmed by a press, told of turns there, and a way back in."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts import own_data
from accounts.deletion import delete_account
from accounts.guests.lifetime import new_guest, remove_idle_guests
from accounts.models import AskedAddress, GuestAddress, TellTurns, User
from accounts.tasks import remove_idle_guests as clean_up
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, GameStatus, GameSummary, SanctionKind, Seat
from games.people.recipients import recipients
from games.telling.sending import send_due
from tests.accounts.people import PASSWORD, account, code_in, sign_in, sign_up
from tests.order.people import moderator
from tests.pages.page import without_tokens

pytestmark = pytest.mark.django_db

ADDRESS = "gus@example.org"
NOW = timezone.now()


@pytest.fixture
def game() -> Game:
    """Maya's, with a seat for a guest."""
    return create_game(user=account("Maya", "maya@example.org"), terms=Terms(players=2))


def sat_down(game: Game, email: str = "", name: str = "Gus") -> tuple[Client, User]:
    """A new guest, in a browser of their own."""
    browser = Client()
    answer = browser.post(f"/invitation/{game.invitation}/", {"name": name, "email": email})
    assert answer.status_code == 302
    return browser, User.objects.get(is_guest=True, seats__game=game, seats__name=name)


def ask(browser: Client, email: str = ADDRESS) -> HttpResponse:
    return browser.post("/account/way-back/", {"email": email, "next": "/games/"})  # type: ignore[return-value]


def link_in(message: mail.EmailMessage) -> str:
    found = re.search(r"http://localhost:8000(/account/way-back/\S+/)", str(message.body))
    assert found, message.body
    return found[1]


def confirmed(game: Game, email: str = ADDRESS) -> tuple[Client, User]:
    browser, guest = sat_down(game, email)
    Client().post(link_in(mail.outbox[-1]))
    mail.outbox.clear()
    guest.refresh_from_db()
    assert guest.email_confirmed
    return browser, guest


def sign_in_by_code(browser: Client, email: str = ADDRESS) -> None:
    browser.post("/account/login/code/", {"email": email})
    code = code_in(str(mail.outbox[-1].body))
    browser.post("/account/login/code/confirm/", {"code": code})


def signed_in(browser: Client) -> User | None:
    user = browser.get("/about/").context["user"]
    return user if user.is_authenticated else None


def assert_unknown(address: str) -> None:
    """Nothing holds it any more."""
    assert not EmailAddress.objects.filter(email=address).exists()
    assert not GuestAddress.objects.filter(address=address).exists()
    assert not User.objects.filter(email=address).exists()


def test_an_address_typed_on_sitting_down_counts_once_its_link_was_pressed(game: Game) -> None:
    _browser, guest = sat_down(game, "Gus@Example.org")
    assert [one.to for one in mail.outbox] == [[ADDRESS]]
    link = link_in(mail.outbox[0])
    elsewhere = Client()
    assert "Is this your address?" in elsewhere.get(link).content.decode()
    guest.refresh_from_db()
    assert not guest.email_confirmed, "opening it alone does nothing: scanners open links too"
    page = elsewhere.post(link).content.decode()
    assert "That’s your address" in page
    guest.refresh_from_db()
    assert (guest.email, guest.email_confirmed, guest.is_guest) == (ADDRESS, True, True)
    assert recipients([guest.pk])[guest.pk].mailable
    # Pressed twice, it says the same.
    assert elsewhere.post(link).content.decode().count("That’s your address") == 1
    assert signed_in(elsewhere) is None


def test_sitting_down_needs_no_address(game: Game) -> None:
    sat_down(game)
    assert mail.outbox == []


def test_what_is_no_address_costs_no_seat(game: Game) -> None:
    browser, _guest = sat_down(game, "gus at example")
    assert "That isn’t an email address" in browser.get("/games/").content.decode()
    assert mail.outbox == []


def test_a_guest_at_an_open_table_can_type_an_address_too() -> None:
    terms = Terms(players=3, open=True)
    game = create_game(user=account("Maya", "maya@example.org"), terms=terms)
    browser = Client()
    path = f"/games/{game.public_id}/"
    assert 'name="email"' in browser.get(path).content.decode()
    browser.post(f"{path}join/", {"name": "Gus", "email": ADDRESS})
    assert mail.outbox[0].to == [ADDRESS]
    assert "Look into your mailbox" in browser.get(path).content.decode()


def test_a_confirmed_guest_is_emailed_when_a_turn_waits(game: Game) -> None:
    _browser, guest = confirmed(game)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        send_due()
    mine = [one for one in mail.outbox if one.to == [ADDRESS]]
    assert len(mine) == 1
    assert guest.username not in f"{mine[0].subject}{mine[0].body}"


def test_a_removed_address_gets_nothing_from_then_on(game: Game) -> None:
    browser, guest = confirmed(game)
    key = guest.link_key
    browser.post("/account/way-back/forget/", {"next": "/games/"})
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        send_due()
    assert [one.to for one in mail.outbox if one.to == [ADDRESS]] == []
    assert_unknown(ADDRESS)
    guest.refresh_from_db()
    assert guest.link_key != key, "links in emails to the old address have ended"
    Client().post("/account/login/code/", {"email": ADDRESS})
    assert "no account here has confirmed" in str(mail.outbox[-1].body)


def test_a_code_brings_a_guest_back_as_the_same_guest(game: Game) -> None:
    _browser, guest = confirmed(game)
    elsewhere = Client()
    sign_in_by_code(elsewhere)
    assert signed_in(elsewhere) == guest
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert elsewhere.get(f"/games/{game.public_id}/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302, "a guest has no settings of an account"
    assert list(game.seats.order_by("number").values_list("name", flat=True)) == ["Maya", "Gus"]


def test_a_guest_who_comes_back_brings_the_games_of_this_browser_and_their_names(
    game: Game,
) -> None:
    _browser, guest = confirmed(game)
    other = create_game(user=account(), terms=Terms(players=3))
    elsewhere, second = sat_down(other, "second@example.org", name="Gustav")
    sign_in_by_code(elsewhere)
    assert signed_in(elsewhere) == guest
    assert not User.objects.filter(pk=second.pk).exists()
    assert_unknown("second@example.org")
    names = Seat.objects.filter(user=guest).order_by("game").values_list("name", flat=True)
    assert list(names) == ["Gus", "Gustav"]


def test_no_password_is_offered_or_set_for_a_guest(game: Game) -> None:
    _browser, guest = confirmed(game)
    Client().post("/account/password/reset/", {"email": ADDRESS})
    told = str(mail.outbox[-1].body)
    assert "/account/login/code/" in told
    assert "/key/" not in told
    assert not sign_in(Client(), ADDRESS, "")
    guest.refresh_from_db()
    assert not guest.has_usable_password()


def bare(page: bytes) -> bytes:
    """Without what is random in each answer."""
    return re.sub(rb'(?<=nonce=")[^"]+', b"", without_tokens(page.decode()).encode())


def test_the_page_says_the_same_of_an_account_s_a_guest_s_and_a_new_address() -> None:
    account("Anna", "anna1@example.org")
    confirmed(create_game(user=account(), terms=Terms(players=3)), "gust1@example.org")
    browser, _guest = sat_down(create_game(user=new_guest(), terms=Terms(players=3)))
    heard = []
    for address in ("other@example.org", "anna1@example.org", "gust1@example.org"):
        # The guest's was written to today.
        with (
            time_machine.travel(NOW + timedelta(days=2)),
            CaptureQueriesContext(connection) as asked,
        ):
            answer = ask(browser, address)
        page = bare(browser.get("/games/").content).replace(address.encode(), b"")
        heard.append((answer.status_code, answer["Location"], len(asked), page))
    assert heard[0] == heard[1] == heard[2]
    subjects = [(one.to[0], one.subject) for one in mail.outbox]
    assert subjects == [
        ("other@example.org", "Shall we tell you when it’s your turn?"),
        ("anna1@example.org", "You already have an account"),
        ("gust1@example.org", "Your way back to your games"),
    ]
    for told in mail.outbox[1:]:
        assert "way-back" not in str(told.body), "nothing in it joins anything"


def test_the_confirming_email_says_nothing_that_the_sender_chose(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(name="Buy pills")
    _browser, guest = sat_down(game, ADDRESS, name="Cheap pills")
    told = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert "pills" not in told
    assert guest.username not in told


def test_an_address_gets_one_such_email_a_day_whoever_asks(game: Game) -> None:
    account("Anna", "anna@example.org")
    with time_machine.travel(NOW, tick=False) as clock:
        browser, _guest = sat_down(game, ADDRESS)
        for _ in range(3):
            ask(browser)
            ask(browser, "ANNA@example.org")
        stranger, _other = sat_down(create_game(user=new_guest(), terms=Terms(players=3)))
        ask(stranger, ADDRESS.upper())
        assert [one.to[0] for one in mail.outbox] == [ADDRESS, "anna@example.org"]
        clock.shift(timedelta(hours=23, minutes=59))
        ask(browser)
        assert len(mail.outbox) == 2
        clock.shift(timedelta(minutes=1))
        ask(browser)
        assert [one.to[0] for one in mail.outbox[2:]] == [ADDRESS]


def test_a_later_link_ends_the_earlier_and_a_press_without_an_email_ends_none(game: Game) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        browser, guest = sat_down(game, ADDRESS)
        first = link_in(mail.outbox[0])
        ask(browser)
        assert "Is this your address?" in Client().get(first).content.decode()
        clock.shift(timedelta(days=1))
        ask(browser)
        second = link_in(mail.outbox[1])
        assert Client().post(first).status_code == 410
        assert not User.objects.get(pk=guest.pk).email_confirmed
        Client().post(second)
        assert User.objects.get(pk=guest.pk).email_confirmed


def test_another_address_ends_the_link_to_the_first(game: Game) -> None:
    browser, guest = sat_down(game, ADDRESS)
    ask(browser, "other@example.org")
    first, second = map(link_in, mail.outbox)
    assert Client().post(first).status_code == 410
    Client().post(second)
    assert User.objects.get(pk=guest.pk).email == "other@example.org"


def test_a_link_works_for_three_days(game: Game) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        sat_down(game, ADDRESS)
        link = link_in(mail.outbox[0])
        clock.shift(timedelta(days=3, seconds=-1))
        assert Client().get(link).status_code == 200
        clock.shift(timedelta(seconds=2))
        assert Client().get(link).status_code == 410
        clean_up()
    assert_unknown(ADDRESS)
    assert not AskedAddress.objects.exists()


def test_one_address_belongs_to_one_guest_in_any_case(game: Game) -> None:
    _one, first = sat_down(game, ADDRESS)
    link = link_in(mail.outbox[0])
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        other = create_game(user=account(), terms=Terms(players=3))
        _two, second = sat_down(other, "GUS@EXAMPLE.ORG", name="Gustav")
        Client().post(link_in(mail.outbox[1]))
        page = Client().post(link).content.decode()
    assert "You already play here with this address" in page
    assert User.objects.get(pk=second.pk).email_confirmed
    assert not User.objects.get(pk=first.pk).email_confirmed


def test_nobody_learns_from_the_mail_log_who_was_asked() -> None:
    ask(sat_down(create_game(user=new_guest(), terms=Terms(players=3)))[0])
    assert ADDRESS not in str(list(AskedAddress.objects.values()))


def test_an_email_that_could_not_be_sent_may_be_asked_for_again(
    game: Game, settings: Settings
) -> None:
    browser, _guest = sat_down(game)
    backend = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    ask(browser)
    assert "aren’t getting through" in browser.get("/games/").content.decode()
    settings.EMAIL_BACKEND = backend
    ask(browser)
    assert [one.to for one in mail.outbox] == [[ADDRESS]]


@pytest.mark.usefixtures("limits_count")
def test_a_sender_is_limited_besides(game: Game, settings: Settings) -> None:
    settings.ADDRESSES_OF_GUESTS = {"ip": "3/h", "user": "2/d"}
    browser, _guest = sat_down(game)
    answers = [ask(browser, f"gus{number}@example.org").status_code for number in range(3)]
    assert answers == [302, 302, 429]
    other = create_game(user=new_guest(), terms=Terms(players=3))
    refused = Client().post(f"/invitation/{other.invitation}/", {"email": "gus9@example.org"})
    assert refused.status_code == 429
    assert Client().post(f"/invitation/{other.invitation}/", {}).status_code == 302
    assert len(mail.outbox) == 2


def test_signing_up_with_the_confirmed_address_keeps_it_confirmed(game: Game) -> None:
    browser, guest = confirmed(game)
    assert f'value="{ADDRESS}"' in browser.get("/account/signup/").content.decode()
    mail.outbox.clear()
    user = sign_up(browser, "Gustav", ADDRESS)
    assert (user.pk, user.is_guest, user.email_confirmed) == (guest.pk, False, True)
    assert mail.outbox == [], "there is nothing left to confirm"
    told = own_data.all_of(user)["mail_addresses"]
    assert told == [{"address": ADDRESS, "primary": True, "confirmed": True}]
    assert sign_in(Client(), ADDRESS)


def test_signing_up_with_another_address_forgets_the_guest_s(game: Game) -> None:
    browser, _guest = confirmed(game)
    user = sign_up(browser, "Gustav", "other@example.org")
    assert not user.email_confirmed
    assert_unknown(ADDRESS)
    assert mail.outbox[-1].to == ["other@example.org"]


def test_an_address_not_yet_confirmed_is_proposed_and_has_to_be_confirmed(game: Game) -> None:
    browser, _guest = sat_down(game, ADDRESS)
    link = link_in(mail.outbox[0])
    assert f'value="{ADDRESS}"' in browser.get("/account/signup/").content.decode()
    user = sign_up(browser, "Gustav", ADDRESS)
    assert not user.email_confirmed
    assert Client().post(link).status_code == 410
    assert not GuestAddress.objects.exists()


def test_a_refused_sign_up_leaves_the_guest_s_address_as_it_was(game: Game) -> None:
    browser, guest = confirmed(game)
    form = {"username": "Maya", "email": ADDRESS, "password1": PASSWORD}
    assert browser.post("/account/signup/", form).status_code == 200
    guest.refresh_from_db()
    assert guest.email_confirmed
    assert EmailAddress.objects.filter(user=guest, verified=True).exists()


def test_a_stranger_who_signs_up_with_a_guest_s_address_is_shown_the_guest_s_way(
    game: Game,
) -> None:
    confirmed(game)
    user = sign_up(Client(), "Nadja", ADDRESS)
    assert not user.email_confirmed
    assert mail.outbox[-1].subject == "Your way back to your games"


def test_signing_in_to_an_account_forgets_the_guest_s_address(game: Game) -> None:
    browser, guest = confirmed(game)
    bruno = account()
    sign_in(browser, "Bruno")
    assert not User.objects.filter(pk=guest.pk).exists()
    assert_unknown(ADDRESS)
    assert Seat.objects.filter(game=game, user=bruno).exists()
    bruno.refresh_from_db()
    assert bruno.email == "bruno@example.org"


def test_a_confirmed_guest_s_running_game_is_kept_until_it_is_over(game: Game) -> None:
    _browser, guest = confirmed(game)
    assert GameSummary.objects.get(game=game).status == GameStatus.RUNNING
    remove_idle_guests(now=NOW + timedelta(days=1000))
    assert User.objects.filter(pk=guest.pk).exists()
    User.objects.filter(pk=guest.pk).update(mail_paused_reason="bounce")
    assert remove_idle_guests(now=NOW + timedelta(days=1000)) == 1, "no code would reach them"
    assert_unknown(ADDRESS)


def test_an_address_goes_with_its_guest(game: Game) -> None:
    _browser, guest = confirmed(game)
    delete_account(user=guest)
    assert_unknown(ADDRESS)
    idle = new_guest()
    User.objects.filter(pk=idle.pk).update(date_joined=NOW - timedelta(days=90))
    browser = Client()
    browser.force_login(idle)
    ask(browser, "idle@example.org")
    Client().post(link_in(mail.outbox[-1]))
    assert EmailAddress.objects.filter(email="idle@example.org").exists()
    assert remove_idle_guests(now=NOW) == 1
    assert_unknown("idle@example.org")


def test_a_guest_whose_emails_bounce_is_told_so_and_starts_afresh(game: Game) -> None:
    browser, guest = confirmed(game)
    event = AnymailTrackingEvent(
        event_type="bounced", recipient=ADDRESS, reject_reason="bounced", message_id="1"
    )
    tracking.send(sender=object(), event=event, esp_name="Test")
    assert not recipients([guest.pk])[guest.pk].mailable
    assert "come back to us" in browser.get("/games/").content.decode()
    browser.post("/account/way-back/forget/", {})
    ask(browser, "better@example.org")
    Client().post(link_in(mail.outbox[-1]))
    assert recipients([guest.pk])[guest.pk].mailable


def test_a_guest_who_wanted_no_emails_and_types_an_address_wants_them(game: Game) -> None:
    browser, guest = sat_down(game)
    User.objects.filter(pk=guest.pk).update(tell_turns=TellTurns.NONE)
    ask(browser)
    Client().post(link_in(mail.outbox[-1]))
    guest.refresh_from_db()
    assert guest.tell_turns == TellTurns.ONCE


def test_a_banned_guest_gets_no_email(game: Game) -> None:
    browser, guest = sat_down(game)
    guest.sanctions.create(kind=SanctionKind.BAN, reason="Spam", since=timezone.now())
    ask(browser)
    assert mail.outbox == []


def test_an_account_is_led_to_its_own_addresses_and_a_visitor_asked_to_sign_in() -> None:
    browser = Client()
    assert ask(browser)["Location"].startswith("/account/login/")
    browser.force_login(account())
    assert ask(browser)["Location"] == "/account/email/"
    assert mail.outbox == []


def test_moderators_do_not_see_a_guest_s_address_and_administrators_do(game: Game) -> None:
    _browser, guest = confirmed(game)
    page = f"/admin/accounts/user/{guest.pk}/change/"
    browser = Client()
    browser.force_login(moderator())
    assert ADDRESS not in browser.get(page).content.decode()
    browser.force_login(User.objects.create_superuser("Root"))
    assert ADDRESS in browser.get(page).content.decode()


def test_my_games_of_a_guest_take_the_same_queries_whatever_is_known(game: Game) -> None:
    browser, _guest = sat_down(game)
    counts = []
    for _ in range(2):
        browser.get("/games/")
        with CaptureQueriesContext(connection) as queries:
            browser.get("/games/")
        counts.append(len(queries))
        ask(browser)
    assert counts[0] == counts[1]


def test_a_guest_joins_nobody_s_account_by_a_link(game: Game) -> None:
    """The email to an account has no token, and a link made for an earlier holder is dead."""
    _browser, guest = sat_down(game, ADDRESS)
    link = link_in(mail.outbox[0])
    taken = account("Anna", ADDRESS)
    page = Client().post(link).content.decode()
    assert "You already play here with this address" in page
    guest.refresh_from_db()
    assert not guest.email_confirmed
    assert EmailAddress.objects.get(email=ADDRESS).user == taken


def test_a_guest_joins_a_second_table_by_the_address_they_have(game: Game) -> None:
    browser, guest = confirmed(game)
    other = create_game(user=account(), terms=Terms(players=3))
    page = browser.get(f"/invitation/{other.invitation}/").content.decode()
    assert 'name="email"' not in page
    join(game_id=other.pk, user=guest, invitation=other.invitation)
    page = browser.get(f"/games/{other.public_id}/").content.decode()
    assert "way-back" not in page
    assert "way-back" in browser.get("/games/").content.decode()
