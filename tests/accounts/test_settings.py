"""The settings save what was chosen, say so, and hold everywhere."""

from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.db import connection
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.guests.lifetime import new_guest
from accounts.models import TellTurns, User
from accounts.time_zones import activate_time_zone
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Seat
from games.telling.choices import choose
from tests.accounts.people import account, sign_in, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def bruno(client: Client) -> User:
    cache.clear()
    user = account()
    sign_in(client, "Bruno")
    return user


def test_without_a_script_the_page_itself_says_that_it_saved(client: Client, bruno: User) -> None:
    answer = client.post("/account/save/table/", {"auto_next_game": "on"}, follow=True)
    assert "Saved: on to the next game after a move" in answer.content.decode()
    bruno.refresh_from_db()
    assert bruno.auto_next_game


def test_what_nobody_could_choose_is_not_saved(client: Client, bruno: User) -> None:
    answer = client.post(
        "/account/save/zone/", {"time_zone": "Mars/Base"}, headers={"HX-Request": "true"}
    )
    assert "Not saved" in answer.content.decode()
    assert User.objects.values().get(pk=bruno.pk)["time_zone"] == "UTC"


def test_a_new_name_stands_at_every_table(client: Client, bruno: User) -> None:
    game = create_game(user=bruno, terms=Terms(players=3))
    client.post("/account/name/", {"username": "Bruno the Great"})
    assert Seat.objects.get(game=game, user=bruno).name == "Bruno the Great"


def test_a_refused_name_stays_in_the_field_and_nowhere_else(client: Client, bruno: User) -> None:
    account("Ilse", "ilse@example.org")
    page = client.post("/account/name/", {"username": "ilse"}).content.decode()
    assert 'value="ilse"' in page
    assert "“ilse” is taken." in page
    assert "Bruno: settings" in page, "the header goes by the name that holds"
    bruno.refresh_from_db()
    assert bruno.username == "Bruno"


def test_the_appearance_follows_the_account_to_another_browser(client: Client, bruno: User) -> None:
    client.post("/appearance/", {"theme": "dark"})
    other = Client()
    sign_in(other, "Bruno")
    assert 'data-theme="dark"' in other.get("/account/").content.decode()
    other.post("/appearance/", {"theme": "system"})
    assert "data-theme" not in client.get("/account/").content.decode()


def test_the_zone_of_the_browser_is_offered_and_kept_at_sign_up(client: Client) -> None:
    cache.clear()
    client.cookies["timezone"] = "Europe%2FBerlin"
    assert sign_up(client).time_zone == "Europe/Berlin"
    client.cookies["timezone"] = "Asia%2FTokyo"
    assert "Your browser says Asia/Tokyo." in client.get("/account/").content.decode()


def shown_to(user: object, cookie: str = "") -> str:
    request = RequestFactory().get("/")
    request.COOKIES = {"timezone": cookie, "sessionid": "some"}
    request.user = user  # type: ignore[assignment]
    moment = datetime(2026, 1, 1, 12, tzinfo=UTC)
    page = Template("{{ moment|date:'H:i' }}")
    from django.http import HttpResponse

    answer = activate_time_zone(lambda _: HttpResponse(page.render(Context({"moment": moment}))))
    return answer(request).content.decode()


def test_times_are_shown_in_the_reader_s_zone() -> None:
    assert shown_to(User(time_zone="Asia/Tokyo"), "Europe/Berlin") == "21:00"
    assert shown_to(User(is_guest=True), "Europe/Berlin") == "13:00"
    assert shown_to(User(time_zone="Gone/Zone"), "../etc/passwd") == "12:00"


def test_the_zone_of_a_stranger_costs_no_query() -> None:
    with CaptureQueriesContext(connection) as queries:
        Client().get("/about/")
    assert len(queries) == 0


def test_mails_that_came_back_are_told_on_every_page_with_a_way_out(
    client: Client, bruno: User
) -> None:
    User.objects.update(mail_paused_reason="bounce")
    page = client.get("/rules/").content.decode()
    assert "The mailbox bruno@example.org doesn’t exist." in page
    client.post("/account/mails/resume/")
    assert "You’re not getting emails" not in client.get("/rules/").content.decode()


def test_a_choice_by_a_mail_s_link_ends_the_pause_after_a_complaint_only() -> None:
    user = account()

    def chosen(choice: str, paused: str) -> tuple[str, str]:
        User.objects.filter(pk=user.pk).update(mail_paused_reason=paused)
        choose(user_id=user.pk, choice=choice)
        user.refresh_from_db()
        return user.tell_turns, user.mail_paused_reason

    assert chosen("none", "complaint") == (TellTurns.NONE, "complaint")
    assert chosen("daily", "complaint") == (TellTurns.DAILY, "")
    assert chosen("each-60", "bounce") == (TellTurns.EACH, "bounce")
    with pytest.raises(ValueError, match="hourly"):
        choose(user_id=user.pk, choice="hourly")


def test_guests_are_asked_to_sign_up(client: Client) -> None:
    client.force_login(new_guest())
    assert client.get("/account/")["Location"].startswith("/account/signup/")
