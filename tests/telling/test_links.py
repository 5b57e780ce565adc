"""The links in emails: GET changes nothing, and a press does what they say."""

import re
from collections.abc import Callable

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Notice
from games.telling.choices import token_for
from tests.accounts.people import account
from tests.telling.people import HOUR, MINUTE, NOON, send_at, table_waiting_for
from tests.telling.server import Mailbox, html_of, text_of

pytestmark = pytest.mark.django_db

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def stranger() -> Client:
    """A mail program, without cookies or a form's token."""
    return Client(enforce_csrf_checks=True)


def one_click(user: User) -> str:
    token = token_for(user_id=user.pk, link_key=user.link_key, scope="unsubscribe")
    return f"/mail/unsubscribe/{token}/"


def choices(user: User) -> str:
    token = token_for(user_id=user.pk, link_key=user.link_key, scope="choose")
    return f"/mail/choices/{token}/"


def chosen(user: User) -> str:
    user.refresh_from_db()
    return user.tell_turns


def gets_emails(user: User) -> bool:
    user.refresh_from_db()
    return not user.not_by_mail


def test_one_click_without_a_session_ends_the_mails_and_may_be_repeated(
    stranger: Client, maya: User
) -> None:
    for _ in range(2):
        answer = stranger.post(one_click(maya), ONE_CLICK)
        assert answer.status_code == 200
        assert not answer.cookies
        assert not gets_emails(maya)
    # Phones and webhooks stay as they are, and a choice brings emails back.
    assert chosen(maya) == "each"
    assert "You get no emails about games." in stranger.get(choices(maya)).content.decode()
    stranger.post(choices(maya), {"choice": "each"})
    assert gets_emails(maya)


@pytest.mark.usefixtures("noon")
def test_the_links_of_a_mail_that_arrived_work(
    mailbox: Mailbox, stranger: Client, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno)
    send_at(NOON + 10 * MINUTE)
    mail = mailbox.only()
    header = "".join(str(mail["List-Unsubscribe"]).split())
    link = re.match(r"<http://localhost:8000(/[^>]+)>", header)
    assert link
    daily = re.search(r'href="http://localhost:8000(/mail/[^"]+choice=daily)"', html_of(mail))
    assert daily
    page = stranger.get(daily[1]).content.decode()
    assert "One a day" in page
    form = re.search(r'<form method="post" action="(/mail/choices/[^"]+)"', page)
    assert form
    assert stranger.post(form[1], {"choice": "daily"}).status_code == 200
    assert chosen(maya) == "daily"
    assert stranger.post(link[1], ONE_CLICK).status_code == 200
    assert not gets_emails(maya)
    assert send_at(NOON + 20 * HOUR) == 0


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_changes_nothing(stranger: Client, maya: User, method: str) -> None:
    for address in (one_click(maya), choices(maya), f"{choices(maya)}?choice=none"):
        getattr(stranger, method)(address)
        assert getattr(stranger, method)(address).status_code in (200, 405)
    assert chosen(maya) == "each"
    assert not Notice.objects.exists()


def test_looking_says_what_a_press_would_do(stranger: Client, maya: User) -> None:
    page = stranger.get(one_click(maya))
    assert page.status_code == 200
    assert "Nothing changes until you press a button." in page.content.decode()
    assert page["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "body", [{}, {"List-Unsubscribe": "one click"}, {"choice": "none"}, {"something": "else"}]
)
def test_one_click_needs_its_body(stranger: Client, maya: User, body: dict[str, str]) -> None:
    assert stranger.post(one_click(maya), body).status_code == 400
    assert chosen(maya) == "each"


def test_a_tampered_token_is_none(stranger: Client, maya: User, bruno: User) -> None:
    good = one_click(maya)
    other = token_for(user_id=bruno.pk, link_key=bruno.link_key, scope="unsubscribe").split(".")[0]
    mine = good.split("/")[3]
    for token in (mine[:-1], f"{mine}x", f"{other}.{mine.split('.')[1]}", "1", "...", "1.é"):
        for send in (stranger.get, stranger.post):
            assert send(f"/mail/unsubscribe/{token}/", ONE_CLICK).status_code == 404
    assert chosen(maya) == chosen(bruno) == "each"


def test_a_token_for_something_else_is_none(stranger: Client, maya: User) -> None:
    swapped = choices(maya).replace("choices", "unsubscribe")
    assert stranger.post(swapped, ONE_CLICK).status_code == 404
    swapped = one_click(maya).replace("unsubscribe", "choices")
    assert stranger.post(swapped, {"choice": "none"}).status_code == 404
    assert chosen(maya) == "each"


def test_the_token_of_somebody_who_is_gone_is_none(stranger: Client, maya: User) -> None:
    links = one_click(maya), choices(maya)
    maya.delete()
    for link in links:
        assert stranger.get(link).status_code == 404
        assert stranger.post(link, ONE_CLICK).status_code == 404


@pytest.mark.parametrize("choice", ["once", "each", "daily", "deadline", "none"])
def test_every_choice_can_be_pressed_and_the_page_says_so(
    stranger: Client, maya: User, choice: str
) -> None:
    answer = stranger.post(choices(maya), {"choice": choice})
    assert answer.status_code == 200
    assert "Saved." in answer.content.decode()
    assert chosen(maya) == choice


def test_what_is_no_choice_is_refused(stranger: Client, maya: User) -> None:
    assert stranger.post(choices(maya), {"choice": "hourly"}).status_code == 400
    assert chosen(maya) == "each"


def test_choosing_mails_again_ends_a_pause_after_a_complaint_alone(
    stranger: Client, maya: User
) -> None:
    for reason, kept in (("complaint", ""), ("bounce", "bounce")):
        User.objects.filter(pk=maya.pk).update(mail_paused_reason=reason)
        stranger.post(choices(maya), {"choice": "none"})
        maya.refresh_from_db()
        assert maya.mail_paused_reason == reason
        stranger.post(choices(maya), {"choice": "daily"})
        maya.refresh_from_db()
        assert maya.mail_paused_reason == kept


@pytest.mark.usefixtures("noon")
def test_the_page_named_in_the_text_is_the_same_one(
    mailbox: Mailbox, stranger: Client, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno)
    send_at(NOON + 10 * MINUTE)
    address = re.search(r"When we email you: http://localhost:8000(\S+)", text_of(mailbox.only()))
    assert address
    page = stranger.get(address[1])
    assert page.status_code == 200
    assert "Your current choice: After 10 minutes" in page.content.decode()


def second_step(user: User) -> None:
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")


def no_links(user: User) -> None:
    User.objects.filter(pk=user.pk).update(turn_links=False)


@pytest.mark.usefixtures("noon")
@pytest.mark.parametrize("off", [second_step, no_links])
def test_emails_lead_to_the_door_where_links_play_no_turn(
    mailbox: Mailbox, maya: User, off: Callable[[User], None]
) -> None:
    off(maya)
    carla = account("Carla", "carla@example.org")
    game = table_waiting_for(maya, carla)
    asked = create_game(user=carla, terms=Terms(players=3, name="Slow"), invited=[maya])
    send_at(NOON + 10 * MINUTE)
    (mail,) = (each for each in mailbox.mails if each["To"] == maya.email)
    for part in (text_of(mail), html_of(mail)):
        for path in (f"/games/{game.public_id}/", f"/games/{asked.public_id}/"):
            assert path in part
        for word in ("/turn/", "/answer/", "without signing in"):
            assert word not in part


@pytest.mark.parametrize("link", [one_click, choices])
def test_a_new_password_ends_the_links_sent_before(
    stranger: Client, maya: User, link: Callable[[User], str]
) -> None:
    before = link(maya)
    assert stranger.get(before).status_code == 200
    maya.set_password("another tent full of cards")
    maya.save()
    assert stranger.get(before).status_code == 404
    assert stranger.post(before, {"choice": "none", **ONE_CLICK}).status_code == 404
    assert chosen(maya) == "each"
    assert stranger.get(link(maya)).status_code == 200


def test_a_guest_s_links_work_like_anybody_s(stranger: Client) -> None:
    guest = new_guest()
    assert stranger.post(choices(guest), {"choice": "daily"}).status_code == 200
    assert chosen(guest) == "daily"
    assert stranger.post(one_click(guest), ONE_CLICK).status_code == 200
    assert not gets_emails(guest)


def test_no_page_behind_a_link_is_kept_or_told_to_another(stranger: Client, maya: User) -> None:
    for address in (one_click(maya), choices(maya), "/mail/choices/1.x/"):
        answer = stranger.get(address)
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"] == "noindex"
        assert "no-store" in answer["Cache-Control"]
