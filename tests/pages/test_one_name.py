"""Starting a game has one name on every page, and what seals its deal is told elsewhere."""

import re
from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override

from accounts.guests.lifetime import new_guest
from games.fairness.parts import Brought
from games.fairness.promises import promise_for_page
from games.lobby.joining import join
from games.lobby.opening import start_bot_game
from tests.pages.lobby.pressing import account, page, signed_in, table_of
from tests.pages.page import Page

pytestmark = pytest.mark.django_db

NAMES = {
    "en-gb": ("Start a game", "Start a game with friends"),
    "de": ("Partie starten", "Partie mit Freunden starten"),
    "fr": ("Créer une partie", "Créer une partie entre amis"),
    "es": ("Crear partida", "Crear partida con amigos"),
    "ja": ("ゲームを作る", "友だちとゲームを作る"),
}
LANGUAGES = [code for code, _name in settings.LANGUAGES]
LANDING = ("/", "/welcome/")
PAGES = (*LANDING, "/games/", "/games/new/", "/games/open/", "/play/", "/learn/")
KINDS = ("visitor", "guest", "member")
SEALED = "Fair deal: sealed before you play"
# A press that opens a table, and a link to the page with such a press.
_DOORS = (
    'form[action="/games/new/"] button, button[form="friends"]:not(.further), '
    'a.button[href="/games/new/"]'
)
# A press by which cards may be dealt at once.
_DEALS = 'form[action="/play/"], form[action="/play/friends/"], form[action="/games/new/"]'


def browser_of(kind: str) -> Client:
    if kind == "visitor":
        return Client()
    return signed_in(new_guest() if kind == "guest" else account("Maya"))


def soup(client: Client, path: str, language: str) -> BeautifulSoup:
    found = client.get(path, {"language": language})
    assert found.status_code == 200, path
    return BeautifulSoup(found.content, "html.parser")


def read_by_all(language: str) -> Iterator[tuple[str, BeautifulSoup]]:
    """Each page with a button to play, by its address, as each kind of person gets it."""
    full = table_of(account("Host"), players=2)
    join(game_id=full.pk, user=account("Bruno"), invitation=full.invitation)
    for kind in KINDS:
        client = browser_of(kind)
        for path in (*PAGES, f"/invitation/{full.invitation}/"):
            yield path, soup(client, path, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_door_to_a_new_game_carries_the_one_name(language: str) -> None:
    start, with_friends = NAMES[language]
    doors = dict.fromkeys([*PAGES, "/invitation/"], 0)
    for path, found in read_by_all(language):
        for door in found.select(_DOORS):
            expected = {start, with_friends} if path in LANDING else {start}
            assert " ".join(door.stripped_strings) in expected, path
            doors["/invitation/" if path.startswith("/invitation/") else path] += 1
    without = {path for path, count in doors.items() if not count}
    assert without == {"/play/", "/learn/"}, "those deal with bots alone"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_starts_a_game_with_friends(language: str) -> None:
    doors = soup(Client(), "/", language).select(_DOORS)
    assert [" ".join(door.stripped_strings) for door in doors] == [NAMES[language][1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_of_a_new_game_bears_the_name_of_its_doors(language: str) -> None:
    found = soup(Client(), "/games/new/", language)
    assert found.h1
    assert found.title
    assert found.h1.get_text(strip=True) == NAMES[language][0]
    assert found.title.get_text(strip=True).startswith(NAMES[language][0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_button_to_play_talks_of_the_seal_though_each_press_brings_it(language: str) -> None:
    with override(language):
        sealed = gettext(SEALED)
    for path, found in read_by_all(language):
        said = " ".join(found.stripped_strings)
        assert not re.search(r"\b[0-9a-f]{64}\b|[Pp]romised", said), path
        assert sealed not in said, path
        for form in found.select(_DEALS):
            (field,) = form.select('input[name="promise"]')
            assert re.fullmatch("[0-9a-f]{64}", str(field["data-commitment"])), path
            assert form.select('input[name="part"]'), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_about_and_was_the_deal_fair_tell_of_the_seal(language: str) -> None:
    maya = account("Maya")
    brought = Brought(promise=promise_for_page().token)
    alone = start_bot_game(user=maya, bots=["pip"], brought=brought)
    with_others = table_of(maya, players=2)
    client = signed_in(maya)
    with override(language):
        sealed = gettext(SEALED)
        assert (sealed == SEALED) == (language == settings.LANGUAGE_CODE)
    for path in ("/about/", *(f"/games/{game.public_id}/fair/" for game in (alone, with_others))):
        found = soup(client, path, language)
        assert sealed in [
            " ".join(head.find_all(string=True, recursive=False)).strip()
            for head in found.select("h2")
        ], path
        assert found.select('a[href="/play/?fingerprint=1#fingerprint"]'), path


def test_was_the_deal_fair_says_since_when_the_secret_could_not_be_changed() -> None:
    maya = account("Maya")
    brought = Brought("0f" * 16, promise_for_page().token)
    alone = start_bot_game(user=maya, bots=["pip"], brought=brought)
    with_others = table_of(maya, players=2)
    client = signed_in(maya)
    said = page(client, f"/games/{alone.public_id}/fair/").text
    assert "gave out its fingerprint before the press that started the game" in said
    said = page(client, f"/games/{with_others.public_id}/fair/").text
    assert "showed its fingerprint at the table before anybody joined" in said


def test_about_leads_to_the_recipe() -> None:
    assert "/developers/fairness/" in Page(Client().get("/about/")).links
