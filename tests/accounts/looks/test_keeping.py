"""What somebody chooses of look and sound is kept, holds everywhere, and goes where they go."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.people.taste import Taste, parse_taste
from tests.accounts.looks.choosing import ATTRIBUTES, CHOSEN, PLAIN, attributes
from tests.accounts.people import account, sign_in, sign_up

pytestmark = pytest.mark.django_db

LOOKS = "/account/looks/"


@pytest.fixture(autouse=True)
def _no_limits() -> None:
    cache.clear()


@pytest.mark.parametrize("taste", [Taste(), Taste("slow", True, "off", True, 0, "contrast")])
def test_what_is_kept_is_read_again(taste: Taste) -> None:
    assert parse_taste(taste.text) == taste
    assert taste.text


@pytest.mark.parametrize("text", ["", "pink.loud", '"><script>', "²", "." * 5000])
def test_what_nobody_chose_counts_for_nothing(text: str) -> None:
    assert parse_taste(text) == Taste()
    assert parse_taste(f"{text[:20]}.999").volume == 100


def test_somebody_without_a_user_keeps_it_in_the_browser_on_every_page(client: Client) -> None:
    assert attributes(client) == {}
    client.post(LOOKS, CHOSEN)
    for path in ("/", "/rules/", "/learn/", "/games/", "/nowhere/", LOOKS):
        assert attributes(client, path) == ATTRIBUTES, path
    assert client.cookies["taste"]["samesite"] == "Lax"
    assert client.cookies["taste"]["httponly"]
    client.post(LOOKS, PLAIN)
    assert attributes(client) == {}


def test_a_guest_takes_the_browser_s_choice_and_an_account_the_guest_s(client: Client) -> None:
    client.post(LOOKS, CHOSEN)
    client.post("/play/")
    guest = User.objects.get()
    assert guest.is_guest
    assert parse_taste(guest.taste).pace == "slow"
    client.post(LOOKS, {**CHOSEN, "pace": "once"})
    assert parse_taste(sign_up(client).taste).pace == "once"
    elsewhere = Client()
    sign_in(elsewhere, "Maya")
    assert attributes(elsewhere) == {**ATTRIBUTES, "data-pace": "once"}


def test_signing_up_without_a_game_takes_the_browser_s_choice_along(client: Client) -> None:
    client.post(LOOKS, CHOSEN)
    assert parse_taste(sign_up(client).taste).faces == "shapes"


def test_an_account_s_choice_outranks_the_browser_s_also_when_it_is_the_usual(
    client: Client,
) -> None:
    account()
    sign_in(client, "Bruno")
    client.post(LOOKS, PLAIN)
    other = Client()
    other.post(LOOKS, CHOSEN)
    sign_in(other, "Bruno")
    assert attributes(other) == {}
    told = json.loads(client.get("/account/data/").content)["preferences"]
    assert parse_taste(told["taste"]) == Taste()


def test_without_a_script_the_page_itself_says_that_it_saved(client: Client) -> None:
    answer = client.post(
        LOOKS, CHOSEN, follow=True, headers={"Referer": "http://testserver/rules/"}
    )
    assert answer.redirect_chain == [("/rules/", 302)]
    said = answer.content.decode()
    assert "Saved: slow bots, each bot waits for your tap, motion off, sound on, volume 35%" in said


def test_scripts_get_a_sentence_and_the_attributes(client: Client) -> None:
    answer = client.post(LOOKS, {**PLAIN, "faces": "contrast"}, headers={"HX-Request": "true"})
    assert answer.content.decode() == "Saved: high-contrast cards"
    assert json.loads(answer["HX-Trigger"]) == {"taste": {"attributes": {"faces": "contrast"}}}


@pytest.mark.parametrize("wrong", [{"pace": "warp"}, {"volume": "101"}, {"faces": ""}])
def test_what_nobody_could_choose_is_not_saved(client: Client, wrong: dict[str, str]) -> None:
    client.post(LOOKS, CHOSEN)
    answer = client.post(LOOKS, PLAIN | wrong, headers={"HX-Request": "true"})
    assert "Not saved" in answer.content.decode()
    assert attributes(client) == ATTRIBUTES


def test_another_site_can_change_nothing() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(LOOKS, CHOSEN).status_code == 403
    assert "taste" not in client.cookies
