"""Moderators' permissions; players who may not play may not moderate either."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, ModerationAction, SanctionKind
from games.order import games, players
from games.order.acts import ACTS
from games.order.moderators import PERMISSIONS
from games.rules.errors import RuleError
from tests.order.people import moderator, player, table_of

pytestmark = pytest.mark.django_db

LISTS = ("games/case", "games/game", "games/moderationaction", "accounts/user")


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("Boss")


@pytest.fixture
def game() -> Game:
    return table_of(player("Maya"), player("Bruno"))


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    "guess",
    [
        "accounts/user/?email__contains=bruno",
        "accounts/user/?email__startswith=b",
        "accounts/user/?tell_turns=each",
        "accounts/user/?time_zone__exact=UTC",
        "accounts/user/?password__startswith=a",
        "accounts/user/?is_staff__exact=1",
        "games/game/?invitation__startswith=2",
        "games/game/?contribution__gt=",
        "games/game/?creator__email__startswith=b",
        "games/game/?audience__gt=a",
        "games/case/?player__email__startswith=m",
        "games/case/?reports__text__contains=a",
        "games/moderationaction/?details__words__startswith=y",
    ],
)
def test_no_list_is_narrowed_by_what_is_none_of_its_filters(
    game: Game, ada: User, guess: str
) -> None:
    assert as_user(ada).get(f"/admin/{guess}").status_code == 400


@pytest.mark.parametrize(
    "choice",
    [
        "accounts/user/?is_guest__exact=0&standing=ban",
        "games/game/?audience__exact=open&players=2&state=running&age=day&overdue=still",
        "games/case/?state=all&reason=insult&about__exact=player&urgent__exact=0&holder=me",
        "games/moderationaction/?kind__exact=ban",
    ],
)
def test_the_filters_of_a_list_narrow_it(game: Game, ada: User, choice: str) -> None:
    assert as_user(ada).get(f"/admin/{choice}").status_code == 200


def test_games_are_narrowed_by_their_number_of_players(game: Game, ada: User) -> None:
    browser = as_user(ada)
    for number, found in (("2", True), ("5", False), ("9", True)):
        page = browser.get(f"/admin/games/game/?players={number}").content.decode()
        assert (game.public_id in page) == found, number


def test_no_list_asks_which_values_there_are_or_counts_each_choice(game: Game, ada: User) -> None:
    browser = as_user(ada)
    for name in LISTS:
        browser.get(f"/admin/{name}/")
        with CaptureQueriesContext(connection) as plain:
            browser.get(f"/admin/{name}/")
        with CaptureQueriesContext(connection) as facets:
            assert browser.get(f"/admin/{name}/?_facets=True").status_code == 200
        assert len(facets) == len(plain), name
        for asked in facets.captured_queries:
            assert "SELECT DISTINCT" not in asked["sql"], name
            assert "FILTER (" not in asked["sql"], name


@pytest.mark.parametrize("kind", [SanctionKind.BAN, SanctionKind.SUSPENSION])
def test_a_moderator_who_may_not_play_has_no_powers_until_that_is_over(
    game: Game, ada: User, boss: User, kind: str
) -> None:
    browser = as_user(ada)
    assert browser.get("/admin/games/case/").status_code == 200
    assert ada.has_perm("games.moderate")
    if kind == SanctionKind.BAN:
        players.ban(player=ada, by=boss, reason="Sold seats.")
    else:
        players.suspend(player=ada, days=7, by=boss, reason="Sold seats.")
    act = f"/admin/games/moderationaction/act/pause/?game={game.pk}"
    pages = [*(f"/admin/{name}/" for name in LISTS), "/admin/operations/", act]
    for page in pages:
        assert browser.get(page).status_code == 403, page
    assert browser.post(act, {"reason": "I still can."}).status_code == 403
    # An object remembers the permissions that it had.
    assert ada.has_perm("games.moderate")
    with pytest.raises(RuleError) as refused:
        games.pause(game_id=game.pk, by=ada, reason="I still can.")
    assert refused.value.code == "not_moderator"
    (lifts,) = (act for act in ACTS.values() if act.lifts == kind)
    lifts.does(player=ada, by=boss, reason="Settled.")
    for page in pages:
        assert browser.get(page).status_code == 200, page
    games.pause(game_id=game.pk, by=ada, reason="A quarrel.")


def test_a_warned_or_muted_moderator_stays_one(ada: User, boss: User) -> None:
    players.warn(player=ada, by=boss, reason="Mind your words.")
    players.mute(player=ada, days=1, by=boss, reason="Mind your words.")
    assert as_user(ada).get("/admin/games/case/").status_code == 200


def test_a_banned_moderator_has_none_of_the_permissions(ada: User, boss: User) -> None:
    players.ban(player=ada, by=boss, reason="Sold seats.")
    banned = User.objects.get(pk=ada.pk)
    assert not any(banned.has_perm(f"{app}.{codename}") for app, codename in PERMISSIONS)
    assert not banned.has_module_perms("games")


def test_the_form_of_a_user_neither_renames_nor_deactivates(boss: User) -> None:
    bruno = player("Bruno")
    browser = as_user(boss)
    address = f"/admin/accounts/user/{bruno.pk}/change/"
    form = browser.get(address).context["adminform"].form
    assert not {"username", "is_active"} & set(form.fields)
    sent = {
        name: form[name].value()
        for name in form.fields
        if name != "password" and form[name].value() not in (None, False)
    }
    answer = browser.post(address, {**sent, "username": "Mud", "is_active": "", "time_zone": "CET"})
    assert answer.status_code == 302, answer.context["errors"]
    bruno.refresh_from_db()
    assert (bruno.username, bruno.is_active, bruno.time_zone) == ("Bruno", True, "CET")
    assert not ModerationAction.objects.exists()


def test_an_administrator_names_a_new_user(boss: User) -> None:
    page = as_user(boss).get("/admin/accounts/user/add/")
    assert "username" in page.context["adminform"].form.fields
