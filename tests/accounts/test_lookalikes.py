"""Nobody looks like somebody else, like the staff, or like nothing, through whatever door."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from accounts.names import refusal
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Audience, Game
from games.order import players
from games.people.name_keys import clean_name
from games.people.names import one_line
from games.people.taken_away import take_away
from games.rules.errors import RuleError
from tests.accounts.people import PASSWORD
from tests.order.people import moderator

pytestmark = pytest.mark.django_db

INVISIBLE = [
    *("\u034f", "\ufe0f", "\u3164", "\u115f", "\u1160", "\uffa0", "\u17b4", "\u17b5", "\u180b"),
    *("\u180c", "\u180d", "\u180f", "\ufe00", "\U000e0100", "\U000e01ef", "\U000e0041", "\u2060"),
    *("\u200b", "\u200d", "\u202e", "\u00ad", "\u061c", "\u2800"),
]
OF_ANNA = [
    *(f"Anna{each} Test" for each in INVISIBLE),
    *("Ann\u0363 Test", "Ann\u0251 Test", "Anna \u0640Test", "anna test", "ANNA TEST"),
    *("\ua4eenna Test", "\u1d00nna Test", "Аnna Test", "Αnna Test", "𝐀𝐧𝐧𝐚 𝐓𝐞𝐬𝐭", "Anna Тest"),
    *("\u13aanna Test", "Anna  Test", "Anna\u00a0Test"),
]
OF_OTHERS = ["llse", "IIse", "Bemd", "ВОВА", "B0BA", "0tto K"]
OF_THE_STAFF = [
    *("Admin\u034f", "Moder\ufe0fator", "\u1d00dmin", "\ua4eedmin", "adm\u0131n", "Moderators"),
    *("Moderator", "MODERATOR", "M0derator", "Moderat0r", "ADMlN", "Admln", "Ad min", "A.d.m.i.n"),
    *("Next Act Team", "Next Act", "NextAct", "The Next Act", "Next_Act", "Staff", "Staff 2"),
    *("Support", "Support 1", "Anna Support", "Official Anna", "Moderator Max", "Site-Admin"),
    *("Max Mod", "Admin7", "Аdmin", "АDMIN", "administration", "mod_erator", "Guest", "Guest 2"),
    *("M0d", "m0ds", "M0d7", "7M0d7", "Supp0rt", "0fficial", "0perator", "0fficial Anna"),
    *("5upport", "Suppor7", "St4ff", "Max_M0d", "H3lpdesk", "M0d3rator", "4dmin", "S74ff 2"),
    *("M.o.d", "Sup.port", "S t a f f", "S-t-a-f-f 2", "M_0_d", "Help Desk", "Sys.Op"),
]
OF_BOTS = [
    *("Expert\ufe0f", "Pip\ufe0f", "Pip", "P1p", "Plp", "JUNO", "Otto", "0tto", "Random", "steady"),
]
OF_NOBODY = ["\u3164\u3164\u3164", "\ufe0f\ufe0f\ufe0f", "\u034f\u034f\u034f", "\u2800\u2800\u2800"]
TAKEN_AWAY = ["Ratface", "Rat\u034fface", "RATFACE", "Rаtfасе", "R\u0251tface", "Rat\u3164face"]

NAMES = [*OF_ANNA, *OF_OTHERS, *OF_THE_STAFF, *OF_BOTS, *OF_NOBODY, *TAKEN_AWAY]
AT_DOORS = [
    *("Anna\u034f Test", "Ann\u0251 Test", "Anna \u0640Test", "llse", "Moderator", "Moderators"),
    *("Admin\u034f", "\ua4eedmin", "Next Act Team", "Pip\ufe0f", "Expert\ufe0f", "Guest 2"),
    *("\u3164\u3164\u3164", "Rat\u034fface"),
]

Door = Callable[[str], bool]
"""Says whether somebody has that name now."""


@pytest.fixture(autouse=True)
def _others() -> None:
    cache.clear()
    for name in ("Anna Test", "Ilse", "Bernd", "BOBA", "Otto K"):
        User.objects.create_user(name)
    take_away("Ratface")


def signs_up(name: str) -> bool:
    form = {"username": name, "email": "new@example.org", "password1": PASSWORD}
    Client().post("/account/signup/", form)
    return User.objects.filter(email="new@example.org").exists()


def changes_it(name: str) -> bool:
    user, browser = User.objects.create_user("Wanda"), Client()
    browser.force_login(user)
    browser.post("/account/name/", {"username": name})
    user.refresh_from_db()
    return user.username != "Wanda"


def follows_an_invitation(name: str) -> bool:
    game = create_game(user=User.objects.create_user("Wanda"), terms=Terms(players=2))
    Client().post(f"/invitation/{game.invitation}/", {"name": name})
    return game.seats.filter(number=1).exists()


def sits_down_in_an_open_game(name: str) -> bool:
    terms = Terms(players=2, open=True)
    game = create_game(user=User.objects.create_user("Wanda"), terms=terms)
    assert game.audience == Audience.OPEN
    Client().post(f"/games/{game.public_id}/join/", {"name": name})
    return game.seats.filter(number=1).exists()


def opens_a_game(name: str) -> bool:
    Client().post("/games/new/", {"players": "3", "your_name": name})
    return Game.objects.exists()


def is_made_on_the_server(name: str) -> bool:
    before = User.objects.count()
    try:
        call_command("token", name, create=True)
    except CommandError:
        return False
    return User.objects.count() > before


def is_renamed_by_moderators(name: str) -> bool:
    user = User.objects.create_user("Wanda")
    players.rename(player=user, name=name, by=moderator(), reason="By wish.")
    return user.username == name


FOR_GUESTS = (follows_an_invitation, sits_down_in_an_open_game, opens_a_game)
FOR_ACCOUNTS = (signs_up, changes_it, is_made_on_the_server)


def _passes(door: Door, name: str) -> bool:
    cache.clear()
    with transaction.atomic():
        passes = door(name)
        transaction.set_rollback(True)
    return passes


@pytest.mark.parametrize("door", [*FOR_GUESTS, *FOR_ACCOUNTS, is_renamed_by_moderators])
def test_a_name_of_one_s_own_passes_every_door(door: Door) -> None:
    assert door("Zoë 7")


@pytest.mark.parametrize("door", [*FOR_GUESTS, *FOR_ACCOUNTS])
def test_no_name_that_looks_like_another_passes_any_door(door: Door) -> None:
    assert [ascii(name) for name in AT_DOORS if _passes(door, name)] == []


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_such_names_are_refused_to_everybody(name: str) -> None:
    assert refusal(clean_name(name))
    assert new_guest().name_refusal(clean_name(one_line(name)))


def test_moderators_give_no_such_name_either_but_what_they_took_away() -> None:
    by = moderator()
    for number, name in enumerate([*OF_ANNA, *OF_THE_STAFF, *OF_BOTS, *OF_NOBODY]):
        user = User.objects.create_user(f"Wanda {number}")
        with pytest.raises(RuleError) as refused:
            players.rename(player=user, name=name, by=by, reason="By wish.")
        assert refused.value.code == "bad_name"


def test_a_guest_without_a_name_gets_one() -> None:
    game = create_game(user=User.objects.create_user("Wanda"), terms=Terms(players=4))
    for typed in ("", "  ", "guest"):
        Client().post(f"/invitation/{game.invitation}/", {"name": typed})
    names = game.seats.order_by("number").values_list("name", flat=True)
    assert list(names) == ["Wanda", "Guest", "Guest 2", "Guest 3"]


def test_a_made_up_name_is_not_offered_as_one_s_own() -> None:
    first, second = (
        create_game(user=User.objects.create_user(name), terms=Terms(players=4))
        for name in ("Wanda", "Zoë")
    )
    client = Client()
    client.post(f"/invitation/{first.invitation}/", {"name": ""})
    page = client.get(f"/invitation/{second.invitation}/").content.decode()
    assert 'value="Guest"' not in page
    assert client.post(f"/invitation/{second.invitation}/", {"name": ""}).status_code == 302


def test_the_page_says_what_is_wrong_with_a_guest_s_name() -> None:
    game = create_game(user=User.objects.create_user("Wanda"), terms=Terms(players=2))
    said = {
        "Moderator": "“Moderator” is reserved here. Please choose another name.",
        "Anna Test": "“Anna Test” is taken. Try Anna Test_K or Anna Test 7.",
        "\u3164\u3164\u3164": "Nobody could see that name. Use letters.",
        "Anna\u034f": "A name can’t contain combining grapheme joiner.",
        "Wanda": "Somebody at this table already has that name",
    }
    for name, sentence in said.items():
        page = Client().post(f"/invitation/{game.invitation}/", {"name": name})
        assert sentence in page.content.decode()


def test_two_guests_at_a_table_don_t_look_alike() -> None:
    game = create_game(user=User.objects.create_user("Wanda"), terms=Terms(players=4))
    Client().post(f"/invitation/{game.invitation}/", {"name": "Torn"})
    for name in ("Tom", "TORN", "Тorn"):
        Client().post(f"/invitation/{game.invitation}/", {"name": name})
    assert game.seats.count() == 2


def test_a_guest_s_name_may_be_that_of_a_later_account() -> None:
    game = create_game(user=User.objects.create_user("Wanda"), terms=Terms(players=2))
    Client().post(f"/invitation/{game.invitation}/", {"name": "Zoe"})
    assert signs_up("Zoe")
    assert game.seats.get(number=1).name == "Zoe"


@pytest.mark.parametrize(
    "name",
    [
        *("Stafford", "Modesta", "Badminton", "Admiral", "Supporter", "Nextor", "Actor", "Guido"),
        *("Александр", "Νίκος", "Ôtto", "عائشة", "שרה", "ถนอม", "น้ำ", "Ọlá", "Ɓala", "Nguyễn Văn"),
        *("Modesty", "Amodio", "Officially Yours", "TheOfficial", "ModAnna", "Mo 0d", "Cooperator"),
        *("Mo Dean", "Sta Ffion", "Modena 05", "5Tom", "Agent 47", "Supportive", "M 0 dd"),
        *("77 345", "Opera 2"),
        *("ᏣᎳᎩ", "山田 太郎", "ヤマダー", "Ali", "Łukasz", "Åse", "Ñandú", "O_o_O", "Jean-Luc"),
    ],
)
def test_ordinary_names_pass(name: str) -> None:
    assert signs_up(name)


def test_a_guest_who_signs_up_keeps_the_name_of_the_table() -> None:
    game = create_game(user=User.objects.create_user("Wanda"), terms=Terms(players=2))
    client = Client()
    client.post(f"/invitation/{game.invitation}/", {"name": "Zoe"})
    form = {"username": "Zoe", "email": "new@example.org", "password1": PASSWORD}
    assert client.post("/account/signup/", form).status_code == 302
    assert game.seats.get(number=1).user == User.objects.get(username="Zoe")
