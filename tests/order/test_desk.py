"""The look of the admin: one way to write a date, words for empty lists, and finding acts."""

from datetime import datetime

import pytest
from django.test import Client
from unfold.utils import convert_color

from accounts.models import User
from games.models import ModerationAction
from games.order import players
from scoutsite.settings.admin import COLOURS
from tests.order.people import moderator, player

pytestmark = pytest.mark.django_db

LOG = "/admin/games/moderationaction/"


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def found(browser: Client, query: str) -> list[str]:
    rows = browser.get(f"{LOG}?{query}").context["cl"].queryset
    return list(rows.order_by("pk").values_list("reason", flat=True))


def test_the_audit_log_is_searched_by_words_of_reasons_and_by_who_acted(
    browser: Client, ada: User
) -> None:
    ben, bruno = moderator("Ben"), player("Bruno")
    players.warn(player=bruno, by=ada, reason="A threat in the chat.")
    players.warn(player=bruno, by=ben, reason="Rule 7: slow again.")
    players.warn(player=player("Maya"), by=ben, reason="Rule 8.")
    assert found(browser, "q=THREAT") == ["A threat in the chat."]
    assert found(browser, "q=bruno") == ["A threat in the chat.", "Rule 7: slow again."]
    assert found(browser, f"by={ben.pk}") == ["Rule 7: slow again.", "Rule 8."]
    assert found(browser, f"by={ben.pk}&q=slow") == ["Rule 7: slow again."]
    assert found(browser, "by=nobody") == [
        row.reason for row in ModerationAction.objects.order_by("pk")
    ]
    assert f"by={ben.pk}" in browser.get(LOG).content.decode()


def test_an_empty_list_says_in_words_what_it_is_empty_of(browser: Client) -> None:
    empty = browser.get("/admin/games/appeal/").content.decode()
    assert "No appeal waits" in empty
    assert "No moderator has acted yet" in browser.get(LOG).content.decode()
    assert "Nothing matches" in browser.get(f"{LOG}?q=nobody").content.decode()


def written(when: datetime) -> str:
    return f"{when.day} {when:%B %Y, %H:%M}"


def test_the_admin_writes_dates_like_the_site_and_calls_people_players(
    browser: Client, ada: User
) -> None:
    bruno = player("Bruno")
    players.mute(player=bruno, days=3, by=ada, reason="Rule 1.")
    assert written(ModerationAction.objects.get().created_at) in browser.get(LOG).content.decode()
    people = browser.get("/admin/accounts/user/")
    assert written(bruno.date_joined) in people.content.decode()
    for page in (people, browser.get(f"/admin/accounts/user/{bruno.pk}/change/")):
        shown = page.content.decode().partition("<body")[2]
        assert " user" not in shown.lower().replace("data-user", "")


def test_the_admin_has_the_site_s_type_and_colours(browser: Client) -> None:
    page = browser.get("/admin/").content.decode()
    assert "scoutsite/admin.css" in page
    red = convert_color(COLOURS["primary"]["600"])
    assert COLOURS["primary"]["600"] == "#B4231F"
    assert f"--color-primary-600: {red};" in page
