"""A name that moderators took away stays away, until they give it back."""

import pytest
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, Report
from games.order import players, reports
from games.rules.errors import RuleError
from tests.accounts.people import PASSWORD
from tests.order.people import moderator, player, table_of

pytestmark = pytest.mark.django_db

AWAY = "The moderators have withdrawn the name “{name}”. Please choose another."


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def renamed(ada: User) -> User:
    """Used to be called Ratface."""
    user = player("Ratface")
    table_of(user, player("Maya"))
    players.rename(player=user, name="Brünhild", by=ada, reason="A foul name.")
    return user


@pytest.mark.parametrize("name", ["Ratface", "ratface", "RАTFACE"])
def test_it_is_not_taken_back_in_the_settings(renamed: User, name: str) -> None:
    browser = Client()
    browser.force_login(renamed)
    page = browser.post("/account/name/", {"username": name}, follow=True).content.decode()
    assert AWAY.format(name=name) in page or "mixes alphabets" in page
    renamed.refresh_from_db()
    assert renamed.username == "Brünhild"


@pytest.mark.usefixtures("renamed")
def test_nobody_signs_up_by_it(client: Client) -> None:
    form = {"username": "ratface", "email": "new@example.org", "password1": PASSWORD}
    assert AWAY.format(name="ratface") in client.post("/account/signup/", form).content.decode()
    assert not User.objects.filter(email="new@example.org").exists()


@pytest.mark.usefixtures("renamed")
def test_moderators_give_nobody_a_name_that_was_taken_from_another_but_by_wish(ada: User) -> None:
    """Renaming to it gives it back."""
    user = User.objects.get(username="Brünhild")
    players.rename(player=user, name="Ratface", by=ada, reason="It is a character of a book.")
    user.refresh_from_db()
    assert user.username == "Ratface"
    assert user.name_refusal("Ratface") == ""
    assert "withdrawn the name" in player("Ilse").name_refusal("Brünhild")


def test_a_guest_does_not_take_it_to_the_next_table(ada: User) -> None:
    host, guest, another = player("Maya"), new_guest(), new_guest()
    first, second = (create_game(user=host, terms=Terms(players=3)) for _ in range(2))
    join(game_id=first.pk, user=guest, invitation=first.invitation, name="Ratface")
    players.rename(player=guest, by=ada, reason="A foul name.")
    assert list(first.seats.order_by("number").values_list("name", flat=True)) == ["Maya", "Guest"]
    for user in (guest, another):
        browser = Client()
        browser.force_login(user)
        page = browser.post(f"/invitation/{second.invitation}/", {"name": "ratface"})
        assert AWAY.format(name="ratface") in page.content.decode()
        assert not second.seats.filter(user=user).exists()
    join(game_id=second.pk, user=guest, invitation=second.invitation, name="Zoe")
    assert second.seats.get(user=guest).name == "Zoe"


def test_of_a_guest_s_names_the_reported_one_is_taken(ada: User) -> None:
    host, guest = player("Maya"), new_guest()
    for name in ("Ratface", "Zoe"):
        game = create_game(user=host, terms=Terms(players=2))
        join(game_id=game.pk, user=guest, invitation=game.invitation, name=name)
    report: Report = reports.report(
        user=host, kind="name", reason="insult", player=guest, quote="Ratface"
    )
    action = players.rename(player=guest, by=ada, reason="A foul name.", case=report.case)
    assert action.details["old"] == "Ratface"
    waiting = create_game(user=host, terms=Terms(players=2))
    with pytest.raises(RuleError) as refused:
        join(game_id=waiting.pk, user=new_guest(), invitation=waiting.invitation, name="Ratface")
    assert refused.value.code == "bad_name"
    join(game_id=waiting.pk, user=new_guest(), invitation=waiting.invitation, name="Zoe")


def test_games_called_after_the_name_are_called_after_the_new_one(ada: User) -> None:
    user = player("Ratface")
    mine = create_game(user=user, terms=Terms(players=2, open=True))
    chosen = create_game(user=user, terms=Terms(players=2, name="Cards with Ratface"))
    other = create_game(user=player("Maya"), terms=Terms(players=2))
    assert mine.name == "Ratface’s game"
    players.rename(player=user, name="Brünhild", by=ada, reason="A foul name.")
    names = [Game.objects.get(pk=game.pk).name for game in (mine, chosen, other)]
    assert names == ["Brünhild’s game", "Cards with Ratface", "Maya’s game"]
