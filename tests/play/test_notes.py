"""A player's note at a table is theirs alone, and nothing written in it is lost."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client

from accounts import own_data
from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, GameSummary, Note
from games.play.chairs import leave
from games.play.notes import LONGEST, move_notes
from tests.pages.seats import Player, all_keep, at_seat, one_move, watching
from tests.tables import bot_game, people_game, play_on

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
MERGED = "Another page had saved this note meanwhile"


@pytest.fixture
def table() -> Game:
    """Open to all, of three guests."""
    game = people_game(3, open_to_all=True)
    all_keep(game)
    return game


def box(player: Player) -> tuple[str, str] | None:
    """The text and the version in the note's form, if there is one."""
    page = BeautifulSoup(player.client.get(player.path).content, "html.parser")
    field, version = page.select_one("#note-text"), page.select_one("#note-version")
    return (field.text.strip("\n"), str(version["value"])) if field and version else None


def save(player: Player, text: str, version: str) -> str:
    """As a script does; what it is told."""
    sent = {"text": text, "version": version}
    answer = player.client.post(f"{player.path}note/", sent, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def test_what_a_player_notes_is_there_again_and_on_no_page_of_anybody_else(table: Game) -> None:
    player = at_seat(table, 0)
    before = GameSummary.objects.values("version", "game__revision").get(pk=table.pk)
    page = player.at("note", text="  Ben keeps\r\nhis <b>9s</b> ", version="0")
    assert page.status == 200
    assert box(player) == ("Ben keeps\nhis <b>9s</b>", "1")
    for other in (at_seat(table, 1), watching(table)):
        assert "Ben keeps" not in other.page.html
    assert box(at_seat(table, 1)) == ("", "0")
    assert box(watching(table)) is None
    assert Client().post(f"{player.path}note/", {"text": "x"}).status_code == 404
    after = GameSummary.objects.values("version", "game__revision").get(pk=table.pk)
    assert after == before, "nobody is to notice"


def test_it_is_there_while_others_move_and_after_the_end(table: Game) -> None:
    player = at_seat(table, one_move(table))
    save(player, "Watch the 7s", "0")
    assert box(player) == ("Watch the 7s", "1")
    play_on(table)
    assert box(player) == ("Watch the 7s", "1")
    save(player, "Well, well", "1")
    assert box(player) == ("Well, well", "2")


def test_guests_against_bots_have_one_too_and_tables_that_wait_have_none() -> None:
    assert box(at_seat(bot_game(), 0)) == ("", "0")
    host = people_game(2).creator
    assert host is not None
    waiting = create_game(user=host, terms=Terms(players=2))
    client = Client()
    client.force_login(host)
    assert client.post(f"/games/{waiting.public_id}/note/", {"text": "x"}).status_code == 404


def test_where_another_page_has_saved_meanwhile_both_texts_are_kept(table: Game) -> None:
    player = at_seat(table, 0)
    assert "Saved." in save(player, "from the phone", "0")
    told = save(player, "from the desk", "0")
    assert MERGED in told
    assert 'id="note-text"' in told
    assert box(player) == ("from the desk\n\nSaved on another page:\n\nfrom the phone", "2")
    assert MERGED in player.at("note", text="", version="1").text, "an emptied old page, too"
    assert box(player) is not None
    assert Note.objects.get().text.endswith("from the phone")


def test_a_double_click_saves_once_and_a_text_that_holds_the_other_wins(table: Game) -> None:
    player = at_seat(table, 0)
    for _ in range(2):
        assert MERGED not in save(player, "one", "0")
    assert MERGED not in save(player, "one and two", "0")
    assert box(player) == ("one and two", "2")


def test_a_text_that_is_too_long_stays_in_its_field_with_the_reason(table: Game) -> None:
    player = at_seat(table, 0)
    page = player.at("note", text="x" * (LONGEST + 1), version="0")
    assert "That’s 4001 characters. The limit is 4000." in page.text
    assert "x" * (LONGEST + 1) in page.html
    for word in "abc":
        told = save(player, word * LONGEST, "0")
    assert "there is no room for both" in told
    assert not Note.objects.filter(text__contains="c").exists()


def test_it_goes_when_its_player_leaves_and_only_theirs(table: Game) -> None:
    for seat in (0, 1):
        save(at_seat(table, seat), f"from seat {seat}", "0")
    player = at_seat(table, 0)
    leave(game_id=table.pk, seat=0)
    assert box(player) is None
    assert player.client.post(f"{player.path}note/", {"text": "x"}).status_code == 404
    assert [note.text for note in Note.objects.all()] == ["from seat 1"]


def test_it_is_in_the_own_data_and_comes_along_to_an_account(table: Game) -> None:
    first, second = (User.objects.get(seats__game=table, seats__number=seat) for seat in (0, 1))
    for seat in (0, 1):
        save(at_seat(table, seat), f"from seat {seat}", "0")
    (told,) = own_data.all_of(first)["games"]
    assert told["note"] == "from seat 0"
    move_notes(source_id=first.pk, target_id=second.pk)
    assert [note.text for note in Note.objects.filter(user=second)] == [
        "from seat 1\n\nSaved on another page:\n\nfrom seat 0"
    ]
