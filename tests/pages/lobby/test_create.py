"""Opening a game with one press; refused input stays on the form."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.models import Audience, Game, GameInvitation
from tests.pages.lobby.pressing import account, page, press, signed_in

pytestmark = pytest.mark.django_db

NEW = "/games/new/"


def test_the_form_has_a_default_for_everything_and_one_press_opens_a_game() -> None:
    client = signed_in(account("Maya"))
    found = page(client, NEW)
    assert found.headings == ["Start a game"]
    for chosen in ('value="4" checked', 'value="86400" checked', 'value="link" checked'):
        assert chosen in found.html
    after = press(client, NEW)
    game = Game.objects.get()
    assert after.headings == ["Waiting for three more"]
    assert f"/invitation/{game.invitation}/" in after.html
    assert (game.turn_seconds, game.audience) == (86400, Audience.INVITATION)


def test_the_link_to_pass_on_is_the_site_s_own_under_whatever_name_one_came() -> None:
    client = signed_in(account("Maya"))
    press(client, NEW)
    game = Game.objects.get()
    answer = client.get(f"/games/{game.public_id}/", headers={"Host": "127.0.0.1:6666"})
    assert f"http://localhost:8000/invitation/{game.invitation}/" in answer.text
    assert "6666" not in answer.text


def test_what_is_chosen_is_what_the_game_is_like() -> None:
    client = signed_in(account("Maya"))
    press(
        client,
        NEW,
        name="Tuesday Troupe",
        players="5",
        turn="259200",
        audience="open",
        seat_2="otto",
        seat_4="corvo",
        legal_sets="hidden",
    )
    game = Game.objects.get()
    assert (game.name, game.players, game.turn_seconds) == ("Tuesday Troupe", 5, 259200)
    assert (game.audience, game.show_legal_sets) == (Audience.OPEN, False)
    bots = dict(game.seats.exclude(bot="").values_list("number", "bot"))
    assert bots == {2: "otto", 4: "corvo"}


def test_a_form_of_before_there_were_characters_is_understood() -> None:
    client = signed_in(account("Maya"))
    press(client, NEW, players="5", seat_1="easy", seat_2="expert", seat_3="expert", turn="none")
    bots = dict(Game.objects.get().seats.exclude(bot="").values_list("number", "bot"))
    assert bots == {1: "pip", 2: "ada", 3: "mabel"}


def test_characters_are_offered_with_their_strength_and_random_is_not() -> None:
    html = page(signed_in(account("Maya")), NEW).html
    assert html.count('<option value="otto">Otto, 3 of 8</option>') == 4
    assert "random" not in html


def test_a_bot_in_a_seat_the_game_has_not_sits_nowhere() -> None:
    press(signed_in(account("Maya")), NEW, players="3", seat_4="easy", turn="none")
    game = Game.objects.get()
    assert game.turn_seconds is None
    assert not game.seats.exclude(bot="").exists()


def test_with_bots_in_all_seats_the_game_begins_at_once() -> None:
    after = press(signed_in(account("Maya")), NEW, players="2", seat_1="steady")
    assert after.headings == ["Which way up?"]


def test_the_site_says_which_times_there_are(settings: Settings) -> None:
    settings.TURN_SECONDS = [60, 120, 600]
    client = signed_in(account("Maya"))
    html = page(client, NEW).html
    assert 'value="120" checked' in html
    assert 'value="86400"' not in html
    press(client, NEW, turn="86400")
    assert Game.objects.get().turn_seconds == 120


def test_what_nobody_can_choose_counts_as_the_default() -> None:
    client = signed_in(account("Maya"))
    press(client, NEW, players="9", turn="-1", audience="all", seat_1="genius", seat_0="easy")
    game = Game.objects.get()
    assert (game.players, game.turn_seconds, game.seats.count()) == (4, 86400, 1)


def test_a_stranger_opens_a_game_as_a_guest_by_a_name_of_their_own() -> None:
    client = Client()
    assert page(client, NEW).status == 200
    assert not User.objects.exists()
    press(client, NEW, your_name="Wanda")
    game = Game.objects.get()
    assert User.objects.get().is_guest
    assert game.seats.get().name == "Wanda"
    assert 'value="Wanda"' in page(client, NEW).html


def test_players_asked_by_name_find_the_invitation_among_their_games() -> None:
    bruno, ilse = account("Bruno"), account("Ilse")
    press(signed_in(account("Maya")), NEW, audience="named", named="bruno,\n Ilse \nIlse")
    assert set(GameInvitation.objects.values_list("user", flat=True)) == {bruno.pk, ilse.pk}
    mine = page(signed_in(bruno), "/games/")
    assert "Maya invites you" in mine.text


def test_players_are_asked_by_any_spelling_that_the_site_takes_for_their_name() -> None:
    ilse = account("Ilse")
    press(signed_in(account("Maya")), NEW, audience="named", named="ＩＬＳＥ, Ilsе")
    assert GameInvitation.objects.get().user == ilse


@pytest.mark.parametrize("name", ["Nobody at all", "Away", "guest"])
def test_a_name_without_an_account_is_named_and_everything_typed_is_kept(name: str) -> None:
    User.objects.create_user("Away", is_active=False)
    guest = new_guest()
    if name == "guest":
        name = guest.username
    account("Bruno")
    client = signed_in(account("Maya"))
    after = press(
        client, NEW, name="Big <top>", players="3", audience="named", named=f"Bruno\n{name}"
    )
    assert not Game.objects.exists()
    assert f"Nobody with an account is called “{name}”." in after.text
    assert "“Bruno" not in after.text
    assert f"Bruno\n{name}</textarea>" in after.html
    assert 'value="Big &lt;top&gt;"' in after.html
    assert 'value="3" checked' in after.html
    assert 'value="named" checked' in after.html


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"audience": "named", "named": " , "}, "Name somebody, or choose another way"),
        ({"rated": "rated", "seat_1": "easy"}, "There are no bots in rated games."),
        ({"rated": "rated", "turn": "none"}, "Rated games need a clock of at most 7 days a turn."),
        ({"name": "a" * 81}, "That name is too long."),
        (
            {"audience": "named", "named": "Bruno", "players": "2", "seat_1": "easy"},
            "Bots have all the other seats.",
        ),
    ],
)
def test_terms_that_fit_no_game_are_answered_with_a_sentence(
    fields: dict[str, str], said: str
) -> None:
    account("Bruno")
    after = press(signed_in(account("Maya")), NEW, **fields)
    assert not Game.objects.exists()
    assert after.headings == ["Start a game"]
    assert said in after.text
