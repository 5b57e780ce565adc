"""Names from before they were compared by what one sees: nothing breaks, and all are listed."""

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from accounts.models import User
from accounts.name_renewal import renew_keys
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import TakenAwayName
from games.people.taken_away import taken_away
from tests.accounts.people import PASSWORD, account, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]

TWIN = "Anna\u034f Test"


@pytest.fixture
def anna() -> User:
    return account("Anna Test", "anna@example.org")


@pytest.fixture
def twin(anna: User) -> User:
    """As migrations find them: both keys as they were then."""
    user = User(username=TWIN, name_key=TWIN.casefold(), email="twin@example.org")
    user.set_password(PASSWORD)
    User.objects.bulk_create([user])
    User.objects.filter(pk=anna.pk).update(name_key="anna test", name_look="")
    import_module("accounts.migrations.0010_name_looks").write_looks(apps, None)
    return User.objects.get(username=TWIN)


def listed(**options: bool) -> list[str]:
    said = StringIO()
    call_command("name_collisions", stdout=said, stderr=StringIO(), **options)
    return said.getvalue().splitlines()


def test_of_accounts_that_look_alike_the_older_has_the_key(anna: User, twin: User) -> None:
    anna.refresh_from_db()
    assert anna.name_key == "anna test"
    assert twin.name_key == f"anna test\n{twin.pk}"
    assert anna.name_look == twin.name_look == "anna test"


def test_both_are_saved_found_and_signed_in(anna: User, twin: User) -> None:
    for user in (anna, twin):
        user.time_zone = "Europe/Berlin"
        user.save()
        assert sign_in(Client(), user.username)
        page = Client().get(f"/players/{user.username}/")
        assert page.status_code == 200
    assert User.objects.get(name_key="anna test") == anna
    assert sign_in(Client(), "anna test")


def test_the_younger_may_keep_the_name_but_not_write_it_another_way(twin: User) -> None:
    assert twin.name_refusal(TWIN) == ""
    assert "is taken" in twin.name_refusal("anna test")


def test_the_younger_has_the_key_of_another_name(twin: User) -> None:
    twin.username = "Zoe"
    twin.save(update_fields=["username"])
    twin.refresh_from_db()
    assert (twin.name_key, twin.name_look) == ("zoe", "zoe")


def test_once_the_older_is_gone_the_younger_gets_the_key(anna: User, twin: User) -> None:
    anna.delete()
    assert listed(renew=True) == []
    twin.refresh_from_db()
    assert twin.name_key == "anna test"
    assert renew_keys(User.objects.all()) == 0


def test_names_swap_their_keys(anna: User, twin: User) -> None:
    """The older is found to be the other."""
    User.objects.filter(pk=anna.pk).update(date_joined=timezone.now())
    assert renew_keys(User.objects.all()) == 2
    twin.refresh_from_db()
    assert twin.name_key == "anna test"


@pytest.mark.usefixtures("twin")
def test_the_command_lists_every_collision() -> None:
    User.objects.create_user("Moderators")
    User.objects.create_user("Ratface")
    TakenAwayName.objects.create(key="ratface", created_at=timezone.now())
    guests = [new_guest() for _ in range(3)]
    for guest, name in zip(guests, ("Gustav", "Zoe", ""), strict=True):
        create_game(user=guest, terms=Terms(players=2), name=name)
    User.objects.create_user("GUSTAV")
    assert listed() == [
        f"Anna Test, {TWIN} (Anna\\u034f Test): accounts that look alike",
        "Moderators: looks like the staff, the site or a bot",
        "Ratface: looks like a name that was taken away",
        "GUSTAV, Gustav: a guest who looks like an account",
    ]


def test_names_taken_away_long_ago_stay_away() -> None:
    TakenAwayName.objects.create(key="ilse", created_at=timezone.now())
    assert not taken_away("llse")
    import_module("games.migrations.0013_taken_away_looks").write_looks(apps, None)
    assert taken_away("llse")
    assert taken_away("ILSE")
