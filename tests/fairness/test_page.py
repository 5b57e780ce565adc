"""*Was the deal fair?*: what the page says in each kind of game, and to whom."""

import json
import re

import pytest
from django.test import Client

from accounts.guests.lifetime import new_guest
from games.deals.sharing import offered, share, sit_down
from games.fairness.parts import Brought
from games.lobby.joining import join
from games.lobby.opening import create_game, start_bot_game
from games.lobby.terms import Terms
from games.models import Audience, Game
from tests.accounts.people import account
from tests.pages.page import Page
from tests.tables import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drawn_by_the_site")]

MINE, OTHERS = "0f" * 16, "a1" * 16
SPACED = "0f0f 0f0f"


def signed_in(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


def promise_in(html: str) -> str:
    token: str = re.findall('name="promise" value="([^"]+)"', html)[0]
    return token


def commitment_in(html: str) -> str:
    (found,) = re.findall('data-commitment="([0-9a-f]{64})"', html)
    return str(found)


def test_a_press_on_the_page_of_the_bots_names_its_promise_and_brings_a_part() -> None:
    client = signed_in(account())
    page = Page(client.get("/play/"))
    token, shown = promise_in(page.html), commitment_in(page.html)
    assert shown not in page.text
    client.post("/play/", {"promise": token, "part": MINE})
    game = Game.objects.get()
    assert (game.commitment, game.contribution) == (shown, f"0:{MINE}")
    fair = Page(client.get(f"/games/{game.public_id}/fair/"))
    assert shown[:4] in fair.text
    assert SPACED in fair.text
    assert "couldn’t try deals until one pleased it" in fair.text
    assert "drawn by the site" not in fair.text
    assert "opens when the game is over" in fair.text
    assert "What makes it fair" in Page(client.get(f"/games/{game.public_id}/")).text
    assert promise_in(client.get("/play/").text) != token


def test_a_careful_player_sees_the_fingerprint_before_the_press_and_in_the_game() -> None:
    client = signed_in(account())
    asked = Page(client.get("/about/")).html
    (link,) = re.findall(r'href="(/play/\?fingerprint=1)#fingerprint"', asked)
    page = Page(client.get(link))
    assert commitment_in(page.html) in page.text
    assert "Fair deal: sealed before you play" in page.text
    others = [each for each in page.links if each.startswith("?pick=")]
    assert others
    assert all(each.endswith("&fingerprint=1") for each in others)
    # A press that is refused has a new page, with another fingerprint.
    refused = Page(client.post("/play/", {"chosen": 1, "fingerprint": 1}))
    shown = commitment_in(refused.html)
    assert shown in refused.text
    client.post("/play/", {"promise": promise_in(refused.html), "part": MINE})
    game = Game.objects.get()
    assert game.commitment == shown
    fair = Page(client.get(f"/games/{game.public_id}/fair/")).text
    assert shown in fair.replace(" ", "")


def test_a_press_at_the_end_of_the_lesson_brings_its_promise_and_a_part_too() -> None:
    client = signed_in(account())
    page = Page(client.get("/learn/"))
    client.post("/play/", {"promise": promise_in(page.html), "part": MINE})
    game = Game.objects.get()
    assert (game.contribution, game.promised_first) == (f"0:{MINE}", True)


def test_without_a_promise_the_page_says_that_it_proves_nothing() -> None:
    user = account()
    game = start_bot_game(user=user, bots=["pip"])
    text = Page(signed_in(user).get(f"/games/{game.public_id}/fair/")).text
    assert "knew your part before it sealed its secret: this proves nothing against" in text
    assert "drawn by the site" in text


def test_when_the_game_is_over_everything_is_there_to_deal_again() -> None:
    anna, bea = account("Anna", "a@example.org"), account()
    game = create_game(user=anna, terms=Terms(players=2), brought=Brought(MINE))
    early = Page(signed_in(anna).get(f"/games/{game.public_id}/fair/")).text
    assert SPACED in early
    join(game_id=game.pk, user=bea, invitation=game.invitation, brought=Brought(OTHERS))
    play_on(game)
    response = signed_in(bea).get(f"/games/{game.public_id}/fair/?round=2")
    proof = json.loads(re.findall(r'<script id="proof" [^>]*>(.*?)</script>', response.text)[0])
    assert (proof["players"], proof["seat"], proof["parts"]) == (2, 1, [MINE, OTHERS])
    assert len(proof["rounds"]) == 2
    assert proof["commitment"] == game.commitment
    assert "Check the deal" in Page(signed_in(bea).get(f"/games/{game.public_id}/")).text
    assert len(Page(response).faces) >= 22
    assert signed_in(bea).get(f"/games/{game.public_id}/fair/?round=3").status_code == 404
    assert Client().get(f"/games/{game.public_id}/fair/").status_code == 404


def test_old_games_have_the_fingerprint_alone() -> None:
    user = account()
    game = start_bot_game(user=user, bots=["pip"])
    Game.objects.update(contribution="", audience=Audience.OPEN)
    game.seats.update(part="")
    text = Page(signed_in(user).get(f"/games/{game.public_id}/fair/")).text
    assert "Only the fingerprint counts" in text


def test_the_parts_of_a_copy_are_not_said_to_be_drawn_by_the_site() -> None:
    anna, friend = account("Anna", "a@example.org"), new_guest()
    source = start_bot_game(user=anna, bots=["pip"], brought=Brought(MINE))
    play_on(source)
    offer = offered(share(game_id=source.pk, user=anna).address)
    assert offer
    copy = sit_down(offer, friend)
    waiting = Page(signed_in(friend).get(f"/games/{copy.public_id}/fair/")).text
    assert SPACED not in waiting
    play_on(copy)
    fair = Page(signed_in(friend).get(f"/games/{copy.public_id}/fair/")).text
    assert SPACED in fair
    assert "These are the parts of the game that this deal comes from." in fair
    assert "drawn by the site" not in fair
    assert "the site drew it" not in fair
