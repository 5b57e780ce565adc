"""What moderators read of moves that players take back by themselves: no act, so not in the log
of acts, but in the history of the game.
"""

import pytest
from django.test import Client

from games.models import Game, ModerationAction
from games.order.tables import public_table
from games.play.rewinding.asking import answer_rewind, ask_to_rewind
from games.play.rewinding.preview import turns_now
from tests.names import bare
from tests.order.people import moderator, player, table_of
from tests.tables import play_on, take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = table_of(player("Maya"), player("Bruno"), player("Ilse"))
    play_on(game, moves=4)
    return game


def test_the_history_tells_who_asked_for_what_who_agreed_and_what_was_undone(game: Game) -> None:
    to = turns_now(game)[2].version
    ask_to_rewind(game_id=game.pk, seat=1, to=to)
    answer_rewind(game_id=game.pk, seat=2, to=to, agrees=False)
    take_back(game)
    take_back(game, turn=1)
    table = public_table(game)
    assert table is not None
    (lines,) = (each.lines for each in table.history)
    agreed = ["Bruno agrees to take them back", "Ilse agrees to take them back"]
    assert [bare(line.sentence) for line in lines[4:]] == [
        "Bruno asks the table to take 2 moves back",
        "Ilse would rather not: the moves stay",
        "Maya asks the table to take 1 move back",
        *agreed,
        "All agree to take 1 move back, struck through here",
        "Maya asks the table to take 2 moves back",
        *agreed,
        "All agree to take 2 moves back, struck through here",
    ]
    assert [line.undone for line in lines[:4]] == [False, True, True, True]
    assert all(line.at for line in lines)
    assert not ModerationAction.objects.exists()


def test_while_the_table_is_asked_its_page_says_so(game: Game) -> None:
    browser = Client()
    browser.force_login(moderator())
    address, still = f"/admin/games/game/{game.pk}/change/", "Asked to take moves back: the game"
    assert still not in browser.get(address).text
    ask_to_rewind(game_id=game.pk, seat=1, to=turns_now(game)[0].version)
    assert still in browser.get(address).text
