"""A player makes one game quiet, at its table and with a mark on "My games"."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, Seat
from games.play.chairs import leave
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(client: Client) -> User:
    guest = new_guest()
    client.force_login(guest)
    return guest


@pytest.fixture
def game(player: User) -> Game:
    """Open to all, of the player and two guests."""
    made = create_game(user=player, terms=Terms(players=3, open=True))
    for _ in range(2):
        join(game_id=made.pk, user=new_guest(), invitation=made.invitation)
    return made


def control(client: Client, game: Game) -> dict[str, str]:
    """Whether each of its buttons is pressed."""
    page = BeautifulSoup(client.get(f"/games/{game.public_id}/").content, "html.parser")
    return {each.get_text(): str(each["aria-pressed"]) for each in page.select("#tell-game button")}


def press(client: Client, game: Game, value: str, **headers: str) -> tuple[int, str]:
    answer = client.post(f"/games/{game.public_id}/quiet/", {"quiet": value}, headers=headers)
    return answer.status_code, answer.headers.get("Location", "")


def quiet_seats(game: Game) -> list[int]:
    return list(Seat.objects.filter(game=game, quiet=True).values_list("number", flat=True))


def marks(client: Client) -> list[str]:
    page = BeautifulSoup(client.get("/games/").content, "html.parser")
    return [each.get_text() for each in page.select(".games .what .pill")]


def test_a_press_makes_the_game_quiet_for_this_player_alone_and_another_undoes_it(
    client: Client, game: Game
) -> None:
    assert control(client, game) == {"as usual": "true", "quiet": "false"}
    assert press(client, game, "on") == (302, f"/games/{game.public_id}/")
    assert quiet_seats(game) == [0]
    assert control(client, game) == {"as usual": "false", "quiet": "true"}
    press(client, game, "")
    assert quiet_seats(game) == []


def test_a_script_gets_the_control_and_a_word_to_say(client: Client, game: Game) -> None:
    answer = client.post(
        f"/games/{game.public_id}/quiet/", {"quiet": "on"}, headers={"HX-Request": "true"}
    )
    part = BeautifulSoup(answer.content, "html.parser")
    pressed = part.select("button[aria-pressed=true]")
    assert [each.get_text() for each in pressed] == ["quiet"]
    assert "Nothing comes about it." in part.get_text()
    assert not part.select("html")


def test_my_games_marks_quiet_games(client: Client, game: Game) -> None:
    client.get(f"/games/{game.public_id}/")
    assert marks(client) == []
    press(client, game, "on")
    assert marks(client) == ["quiet"]


def test_a_game_can_be_quiet_before_it_begins(client: Client, player: User) -> None:
    game = create_game(user=player, terms=Terms(players=3))
    assert control(client, game) == {"as usual": "true", "quiet": "false"}
    press(client, game, "on")
    assert quiet_seats(game) == [0]
    assert marks(client) == ["quiet"]


def test_moves_keep_a_game_quiet(client: Client, game: Game) -> None:
    press(client, game, "on")
    play_on(game, moves=12)
    assert quiet_seats(game) == [0]


def test_only_those_with_a_seat_are_asked(client: Client, game: Game) -> None:
    stranger, spectator = Client(), Client()
    spectator.force_login(new_guest())
    for other in (stranger, spectator):
        assert control(other, game) == {}
        assert press(other, game, "on")[0] == 404
    leave(game_id=game.pk, seat=0)
    assert control(client, game) == {}
    assert press(client, game, "on")[0] == 404
    assert quiet_seats(game) == []


def test_a_game_that_is_over_asks_no_more(client: Client, game: Game) -> None:
    play_on(game)
    assert control(client, game) == {}
