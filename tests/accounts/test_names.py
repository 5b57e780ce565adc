"""Names are plain, and nobody can look like somebody else."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.names import refusal
from games.people.name_keys import clean_name
from tests.accounts.people import PASSWORD, account

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name", ["Maya", "Élodie", "김민준", "Bruno 7", "J.-P. Rameau", "राम", "M_1"]
)
def test_plain_names_of_any_script_are_fine(name: str) -> None:
    assert refusal(clean_name(name)) == ""


@pytest.mark.parametrize(
    "name",
    [
        *("Al", "x" * 21, "a\u202eb c", "a\u200bbc", "bell\x07", "Maya<3", "@maya", "Maya\u200d"),
        *("-Maya", "Maya.", "...", "M\u0430ya", "z\u0301\u0302\u0303\u0304algo", "🂡🂡🂡"),
        *("Guest", "guest-77", "GUEST", "Former player", "deleted user", "Pip", "juno", "easy"),
        *("Bot", "Admin", "Next Act", "\uff27\uff55\uff45\uff53\uff54"),
    ],
)
def test_other_names_are_refused(name: str) -> None:
    assert refusal(clean_name(name))


@pytest.mark.parametrize(
    "name", ["Bruno", "bruno", "BRUNO", "Ｂｒｕｎｏ", "Bruno ", "\u0412runo".replace("B", "\u0412")]
)
def test_nobody_can_be_called_like_somebody_else(name: str) -> None:
    account("Bruno")
    assert refusal(clean_name(name))


def test_letters_of_another_alphabet_make_no_second_name() -> None:
    account("Copa")
    assert "taken" in refusal("\u0421\u043e\u0440\u0430")


def test_the_names_that_are_offered_are_free() -> None:
    account("Bruno")
    account("Bruno_K", "k@example.org")
    sentence = refusal("Bruno")
    assert sentence == "“Bruno” is taken. Try Bruno 7 or Bruno_B."
    assert refusal("Bruno 7") == ""


def test_a_refused_name_stays_in_its_field_tied_to_the_reason(client: Client) -> None:
    account("Bruno")
    form = {"username": "bruno", "email": "b@example.org", "password1": PASSWORD}
    page = client.post("/account/signup/", form).content.decode()
    assert 'value="bruno"' in page
    assert 'aria-describedby="id_username_error"' in page
    assert 'id="id_username_error"' in page
    assert "“bruno” is taken. Try bruno_K or bruno 7." in page


def test_one_may_write_the_own_name_another_way() -> None:
    user = account("Bruno")
    assert refusal("BRUNO", user=user) == ""


def test_the_key_follows_the_name() -> None:
    user = User.objects.create_user("Maya")
    user.username = "Ilse"
    user.save(update_fields=["username"])
    user.refresh_from_db()
    assert user.name_key == "ilse"
