"""Taking moves back at the table: asking, the preview, and what the log says afterwards."""

import pytest

from games.log.store import load
from games.models import Game, Seat
from games.order.games import pause, rewind
from games.play.rewinding.preview import turns_now
from tests.order.people import moderator
from tests.pages.seats import at_seat, watching
from tests.tables import bot_game, people_game, play_on

pytestmark = pytest.mark.django_db

NAMES = ("Maya", "Ben", "Ilse")


@pytest.fixture
def game() -> Game:
    game = people_game(3, open_to_all=True)
    for number, name in enumerate(NAMES):
        Seat.objects.filter(game=game, number=number).update(name=name)
    play_on(game, moves=3 + 4)
    return game


def test_players_ask_see_what_it_undoes_and_agree(game: Game) -> None:
    maya, ben, ilse, guest = *(at_seat(game, seat) for seat in range(3)), watching(game)
    assert "Take moves back…" in maya.look().text
    assert "Take moves back…" not in guest.look().text
    third = turns_now(game)[2]
    chosen = maya.client.get(f"/games/{game.public_id}/rewind/?to={third.version}").content.decode()
    assert "Ask to take 2 moves back" in chosen
    assert f'value="ask-{third.version}"' in chosen
    maya.at("rewind", rewind=f"ask-{third.version}")
    asked = ben.look().text
    assert "Maya asks to take 2 moves back." in asked
    assert "Rather not" in asked
    assert "Now, after move 4" in asked
    assert "Then, after move 2" in asked
    assert "Play on after all" in maya.look().text
    assert "Maya asks to take 2 moves back." in guest.look().text
    assert "Rather not" not in guest.look().text
    assert "Your move can wait" not in asked
    ben.at("rewind", rewind=f"agree-{third.version}")
    page = ilse.at("rewind", rewind=f"agree-{third.version}").text
    assert "Moves were taken back. They are struck through." in page
    assert page.count("taken back") >= 3
    assert "moves were taken back" in page
    assert len(load(game).state.history) == 2
    late = ilse.at("rewind", rewind=f"agree-{third.version}")
    assert "Nobody asks that any more." in late.alert


def test_one_press_of_rather_not_is_enough(game: Game) -> None:
    maya, ben = at_seat(game, 0), at_seat(game, 1)
    last = turns_now(game)[-1].version
    maya.at("rewind", rewind=f"ask-{last}")
    page = ben.at("rewind", rewind=f"not-{last}").text
    assert "You’d rather not take moves back. The game goes on." in page
    assert "Take moves back…" not in maya.look().text, "once a round"
    refused = maya.at("rewind", rewind=f"ask-{last}").alert
    assert "Ask again in the next one." in refused
    assert len(load(game).state.history) == 4


def test_against_bots_it_is_done_at_once_and_the_page_says_that_it_does_not_count() -> None:
    game = bot_game()
    play_on(game, 4 + 5)
    me = at_seat(game, 0)
    last = turns_now(game)[-1].version
    page = me.client.get(f"/games/{game.public_id}/rewind/").content.decode()
    assert "Take 1 move back" in page
    assert "Moves were taken back." in me.at("rewind", rewind=f"ask-{last}").text
    assert "so the result doesn’t count" in me.look().text
    play_on(game)
    assert "so the result doesn’t count" in me.look().text


def test_a_moderators_act_is_told_and_the_moves_are_struck_through(game: Game) -> None:
    ada = moderator()
    pause(game_id=game.pk, by=ada, reason="The page hung.")
    rewind(game_id=game.pk, to=turns_now(game)[0].version, by=ada, reason="The page hung.")
    page = at_seat(game, 0).look().text
    assert "A moderator took moves back. They are struck through." in page
    assert "A moderator has paused this game." in page
