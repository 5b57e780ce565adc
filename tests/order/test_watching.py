"""The site keeps watchers as long as it matters, and shows it to those concerned."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Watcher
from games.order import games
from games.tasks import remove_old_notices
from tests.order.people import moderator, player, table_of
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return table_of(player("Maya"), player("Bruno"))


@pytest.fixture
def ilse() -> User:
    return player("Ilse")


@pytest.fixture
def browser(ilse: User) -> Client:
    client = Client()
    client.force_login(ilse)
    return client


def watched(browser: Client) -> list[str]:
    """In the file with the user's data."""
    return [each["game"] for each in browser.get("/account/data/").json()["order"]["watched"]]


@pytest.mark.parametrize("ending", ["played", "voided"])
def test_who_watched_is_kept_until_the_game_is_over(
    game: Game, browser: Client, ilse: User, ending: str
) -> None:
    other = table_of(player("Tom"), player("Zoe"))
    for each in (game, other):
        browser.get(f"/games/{each.public_id}/")
    assert watched(browser) == [game.public_id, other.public_id]
    if ending == "played":
        play_on(game)
    else:
        games.void(game_id=game.pk, by=moderator(), reason="A quarrel.")
    assert list(Watcher.objects.values_list("game", "user")) == [(other.pk, ilse.pk)]
    assert watched(browser) == [other.public_id]
    browser.get(f"/games/{game.public_id}/")
    assert watched(browser) == [other.public_id]


def test_a_look_that_was_late_is_forgotten_by_night(game: Game, ilse: User) -> None:
    other = table_of(player("Tom"), player("Zoe"))
    play_on(game)
    for each in (game, other):
        Watcher.objects.create(game=each, user=ilse, first_seen_at=timezone.now())
    remove_old_notices()
    assert list(Watcher.objects.values_list("game", flat=True)) == [other.pk]
