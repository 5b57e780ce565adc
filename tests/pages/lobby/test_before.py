"""A table before its game: who sees it, what buttons do, staying current."""

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.invitations import invite
from games.lobby.joining import join
from games.lobby.leaving import close
from games.lobby.starting import start_early
from games.models import Game, Seat
from tests.pages.lobby.pressing import account, page, press, signed_in, table_of
from tests.pages.page import Page

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def maya() -> User:
    return account("Maya")


def path_of(game: Game) -> str:
    return f"/games/{game.public_id}/"


def test_a_table_says_who_sits_there_and_what_to_expect(maya: User) -> None:
    game = table_of(maya, name="Sunday big top", bots={3: "otto"}, turn_seconds=3600)
    join(game_id=game.pk, user=account("Bruno"), invitation=game.invitation)
    found = page(signed_in(maya), path_of(game))
    assert found.headings == ["Waiting for one more"]
    for said in (
        "Maya (you)",
        "Bruno",
        "Otto",
        "strength 3 of 8",
        "Free for a friend",
        "1 h for each turn",
    ):
        assert said in found.text
    assert game.commitment in found.html


def test_a_table_by_invitation_exists_for_nobody_else_and_its_link_for_its_players(
    maya: User,
) -> None:
    game = table_of(maya)
    bruno = account("Bruno")
    invite(game_id=game.pk, by=maya, user=bruno)
    assert game.invitation in page(signed_in(maya), path_of(game)).html
    assert game.invitation not in page(signed_in(bruno), path_of(game)).html
    for stranger in (Client(), signed_in(account("Ilse"))):
        for path in (path_of(game), f"{path_of(game)}before/"):
            assert stranger.get(path).status_code == 404
            assert stranger.get(f"{path}?invitation={game.invitation}").status_code == 404
        for action in ("join", "decline", "get-up", "close", "start", "invite", "rematch"):
            assert stranger.post(f"{path_of(game)}{action}/").status_code == 404
    assert Seat.objects.filter(game=game).count() == 1


def test_an_open_table_shows_strangers_neither_its_link_nor_who_was_asked(maya: User) -> None:
    game = table_of(maya, open=True)
    invite(game_id=game.pk, by=maya, user=account("Ilse"))
    assert "Invited, no answer yet: Ilse." in page(signed_in(maya), path_of(game)).text
    html = page(Client(), path_of(game)).html
    assert game.invitation not in html
    assert "Ilse" not in html


def test_a_stranger_sits_down_at_an_open_table_as_a_guest(maya: User) -> None:
    game = table_of(maya, open=True, players=3)
    client = Client()
    assert "Sit down" in page(client, path_of(game)).text
    after = press(client, f"{path_of(game)}join/", name="Wanda")
    assert after.headings == ["Waiting for one more"]
    assert "Wanda (you)" in after.text


def test_a_name_that_is_taken_is_asked_for_again_and_kept(maya: User) -> None:
    game = table_of(maya, open=True, players=3)
    after = press(Client(), f"{path_of(game)}join/", name="maya")
    assert "Somebody at this table already has that name." in after.text
    assert 'value="maya"' in after.html
    assert game.seats.count() == 1


def test_rated_games_lead_guests_to_sign_in(maya: User) -> None:
    game = table_of(maya, open=True, rated=True)
    found = page(Client(), path_of(game))
    assert "Sign in and sit down" in found.text
    assert f"/account/login/?next=%2Fgames%2F{game.public_id}%2F" in found.html
    after = press(Client(), f"{path_of(game)}join/", name="Wanda")
    assert "Rated games are for players with an account." in after.text
    assert game.seats.count() == 1


def test_the_one_who_opened_it_asks_begins_and_closes_and_others_can_not(maya: User) -> None:
    game, bruno = table_of(maya, open=True), account("Bruno")
    join(game_id=game.pk, user=bruno)
    html = page(signed_in(bruno), path_of(game)).html
    for action in ("start", "close", "invite"):
        assert f"{path_of(game)}{action}/" not in html
        after = press(signed_in(bruno), f"{path_of(game)}{action}/", player="Maya")
        assert "Only the one who opened the game can do that." in after.text
    html = page(signed_in(maya), path_of(game)).html
    assert all(f"{path_of(game)}{action}/" in html for action in ("start", "close", "invite"))


def test_asking_by_name_from_the_table(maya: User) -> None:
    game, client = table_of(maya), signed_in(maya)
    account("Ilse")
    after = press(client, f"{path_of(game)}invite/", player="ilse")
    assert "Invited, no answer yet: Ilse." in after.text
    after = press(client, f"{path_of(game)}invite/", player="Ilsebill")
    assert "Nobody with an account is called “Ilsebill”." in after.text
    assert 'value="Ilsebill"' in after.html
    assert "Type the name" in press(client, f"{path_of(game)}invite/").text


def test_leaving_and_closing_lead_to_my_games(maya: User) -> None:
    game, bruno = table_of(maya, open=True), account("Bruno")
    join(game_id=game.pk, user=bruno)
    after = press(signed_in(bruno), f"{path_of(game)}get-up/")
    assert "You left the table." in after.text
    after = press(signed_in(maya), f"{path_of(game)}close/")
    assert "The game is closed." in after.text
    assert not Game.objects.exists()
    assert signed_in(maya).post(f"{path_of(game)}close/").status_code == 404


def test_beginning_now_leads_to_the_table(maya: User) -> None:
    game = table_of(maya, players=3)
    assert press(signed_in(maya), f"{path_of(game)}start/").headings == ["Which way up?"]
    # The second press of two quick ones.
    assert press(signed_in(maya), f"{path_of(game)}start/").headings == ["Which way up?"]


def test_an_open_game_that_began_meanwhile_says_so(maya: User) -> None:
    game = table_of(maya, open=True, players=2)
    join(game_id=game.pk, user=account("Bruno"))
    after = press(signed_in(account("Ilse")), f"{path_of(game)}join/")
    assert "The game has begun." in after.text


def test_nothing_is_pressed_by_looking(maya: User) -> None:
    game = table_of(maya, open=True)
    client = signed_in(maya)
    for action in ("join", "decline", "get-up", "close", "start", "invite"):
        assert client.get(f"{path_of(game)}{action}/").status_code == 405
    assert game.seats.count() == 1


def look(client: Client, game: Game, etag: str = "") -> Page:
    headers = HTMX | ({"If-None-Match": etag} if etag else {})
    return Page(client.get(f"{path_of(game)}before/", headers=headers))


def test_the_page_keeps_itself_true_and_becomes_the_table(maya: User) -> None:
    game, client = table_of(maya, open=True), signed_in(maya)
    first = client.get(f"{path_of(game)}before/", headers=HTMX)
    assert first.status_code == 200
    assert "csrf" not in first.content.decode()
    assert first["ETag"].strip('"') in page(client, path_of(game)).html
    assert look(client, game, first["ETag"]).status == 304
    join(game_id=game.pk, user=account("Bruno"))
    news = look(client, game, first["ETag"])
    assert news.headings == ["Waiting for two more"]
    assert "Bruno" in news.text
    start_early(game_id=game.pk, by=maya)
    begun = client.get(f"{path_of(game)}before/", headers=HTMX | {"If-None-Match": first["ETag"]})
    assert begun["HX-Refresh"] == "true"
    assert client.get(f"{path_of(game)}before/").status_code == 302


def test_a_table_that_was_closed_is_no_more(maya: User) -> None:
    game, client = table_of(maya), signed_in(maya)
    close(game_id=game.pk, by=maya)
    assert look(client, game).status == 404


def test_no_cache_keeps_a_table_for_others(maya: User) -> None:
    game = table_of(maya, open=True)
    for path in (path_of(game), f"{path_of(game)}before/"):
        control = signed_in(maya).get(path, headers=HTMX)["Cache-Control"]
        assert {part.strip() for part in control.split(",")} == {"private", "no-cache"}


def test_a_guest_is_asked_for_a_name_there_and_the_game_is_called_after_it() -> None:
    client = Client()
    found = press(client, "/play/friends/")
    game = Game.objects.get()
    assert "Your name at the table" in found.text
    after = press(client, f"{path_of(game)}name/", name="Cleo")
    assert "Cleo (you)" in after.text
    assert "Cleo’s game begins by itself when all four are here." in after.text
    join(game_id=game.pk, user=account("Bruno"), invitation=game.invitation)
    after = press(client, f"{path_of(game)}name/", name="bruno")
    assert "Somebody at this table already has that name." in after.text
    assert game.seats.get(number=0).name == "Cleo"
    # Each form gets back what was typed into it.
    assert 'value="bruno"' in after.html
    after = press(client, f"{path_of(game)}invite/", player="Nobody")
    assert (after.html.count('value="Nobody"'), after.html.count('value="Cleo"')) == (1, 1)


def test_accounts_and_strangers_take_no_other_name(maya: User) -> None:
    game = table_of(maya, open=True)
    press(signed_in(maya), f"{path_of(game)}name/", name="Zoe")
    assert game.seats.get().name == "Maya"
    after = press(signed_in(account("Bruno")), f"{path_of(game)}name/", name="Zoe")
    assert "You are watching" in after.text
    start_early(game_id=game.pk, by=maya)
    press(signed_in(maya), f"{path_of(game)}name/", name="Zoe")
    assert game.seats.get(number=0).name == "Maya"


def test_people_at_the_table_see_who_is_here_if_they_let_them(maya: User) -> None:
    game, bruno = table_of(maya, open=True), account("Bruno")
    join(game_id=game.pk, user=bruno)
    seen = HTMX | {"Page-Visible": "true"}

    def here(client: Client) -> bool:
        return 'class="dot"' in client.get(f"{path_of(game)}before/", headers=seen).content.decode()

    own, stranger = signed_in(maya), Client()
    signed_in(bruno).get(f"{path_of(game)}before/", headers=seen)
    assert not here(own)
    User.objects.filter(pk=bruno.pk).update(shows_presence=True)
    assert here(own)
    assert not here(stranger)
