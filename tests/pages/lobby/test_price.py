"""What leaving a rated game costs is said wherever one presses to play in it."""

import pytest
from django.test import Client

from games.models import Game
from tests.pages.lobby.pressing import account, page, signed_in, table_of

pytestmark = pytest.mark.django_db

COSTS = "players who leave take the last place for the rating"
IN_SHORT = "If you leave, you take the last place for the rating."


@pytest.fixture
def game() -> Game:
    return table_of(account("Maya"), open=True)


def make_rated(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(rated=True)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("/games/{0.public_id}/", COSTS),
        ("/invitation/{0.invitation}/", COSTS),
        ("/games/open/", IN_SHORT),
        ("/games/", IN_SHORT),
    ],
)
def test_who_may_sit_down_reads_the_price_first_in_a_rated_game_alone(
    game: Game, where: str, said: str
) -> None:
    client, path = signed_in(account("Bruno")), where.format(game)
    assert said not in page(client, path).text
    make_rated(game)
    assert said in page(client, path).text


def test_who_creates_a_game_reads_what_rated_means_and_where_to_read_more() -> None:
    for client in (Client(), signed_in(account("Maya"))):
        form = page(client, "/games/new/")
        assert COSTS in form.text
        assert "a bot or the clock makes more than a third of the decisions" in form.text
        assert "/ratings/" in form.links
