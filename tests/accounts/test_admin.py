"""Administrators: one command makes them, and they sign in like everybody else."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.core.checks import run_checks
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.lobby.opening import create_game, start_bot_game
from games.lobby.terms import Terms
from games.models import Seat, SeatSummary
from games.order.cases.telling import tell_moderators
from games.order.moderators import NAME, make_group
from games.order.reports import report
from games.upkeep.checks import need_somebody_to_tell
from games.upkeep.verify import first_fault
from tests.accounts.people import PASSWORD, account, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client: Client, monkeypatch: pytest.MonkeyPatch) -> User:
    cache.clear()
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", username="Ada", email="ada@example.org")
    assert sign_in(client, "Ada")
    return User.objects.get(username="Ada")


def test_the_one_command_makes_an_administrator(client: Client, admin: User) -> None:
    assert client.get("/admin/").status_code == 200


def test_the_one_command_confirms_the_address(admin: User) -> None:
    assert need_somebody_to_tell() == []
    admin.refresh_from_db()
    assert (admin.email, admin.email_confirmed) == ("ada@example.org", True)


def test_an_administrator_without_a_free_address_is_made_all_the_same(
    admin: User, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, email in (("Ben", ""), ("Cleo", "ADA@example.org")):
        call_command("createsuperuser", "--noinput", username=name, email=email)
        assert not User.objects.get(username=name).email_confirmed
    said = capsys.readouterr().err
    assert "Without an email address nobody is told" in said
    assert "ada@example.org is another account’s" in said


def test_a_check_before_deployment_warns_while_nobody_can_be_told() -> None:
    (warning,) = need_somebody_to_tell()
    assert warning.id == "games.W002"
    ids = {each.id for each in run_checks(include_deployment_checks=True)}
    assert "games.W002" in ids
    assert "games.W002" not in {each.id for each in run_checks()}


def test_the_first_administrator_is_told_of_an_urgent_case(
    admin: User, mailoutbox: list[EmailMessage]
) -> None:
    bruno, cleo = account("Bruno"), account("Cleo", "cleo@example.org")
    report(user=cleo, kind="player", reason="self_harm", player=bruno, text="He may harm himself.")
    assert tell_moderators() == 1
    assert mailoutbox[0].to == ["ada@example.org"]


def test_strangers_sign_in_to_the_admin_by_the_site_s_own_page(client: Client) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/account/login/?next=")


def test_others_are_turned_away(client: Client) -> None:
    cache.clear()
    account()
    sign_in(client, "Bruno")
    assert client.get("/admin/", follow=True).status_code == 403


def test_no_page_about_a_user_names_their_sessions(client: Client, admin: User) -> None:
    browser = Client()
    bruno = account()
    assert sign_in(browser, "Bruno")
    key = browser.session.session_key
    for page in ("change", "delete", "history"):
        answer = client.get(f"/admin/accounts/user/{bruno.pk}/{page}/")
        assert answer.status_code == 200
        assert str(key) not in answer.text, page


def saved(client: Client, path: str, **changes: Any) -> None:
    form = client.get(path).context["adminform"].form
    values = {name: form[name].value() for name in form.fields if name != "password"} | changes
    filled = {name: value for name, value in values.items() if value not in (None, False)}
    answer = client.post(path, filled)
    assert answer.status_code == 302, answer.context["errors"]


def test_users_can_be_looked_at_and_changed(client: Client, admin: User) -> None:
    bruno = account("Bruno the 2nd")
    assert "Bruno the 2nd" in client.get("/admin/accounts/user/").content.decode()
    saved(client, f"/admin/accounts/user/{bruno.pk}/change/", mail_paused_reason="bounce")
    bruno.refresh_from_db()
    assert bruno.mail_paused_reason == "bounce"
    assert bruno.check_password(PASSWORD)


def test_deleting_a_user_here_leaves_no_table_waiting(client: Client, admin: User) -> None:
    bruno = account()
    game = start_bot_game(user=bruno, bots=["pip", "juno"])
    answer = client.post(f"/admin/accounts/user/{bruno.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 302
    assert not User.objects.filter(pk=bruno.pk).exists()
    assert Seat.objects.get(game=game, number=0).name == "Former player"
    assert not SeatSummary.objects.filter(seat__game=game, seat__number=0, to_act=True).exists()
    assert first_fault(game) is None


def test_a_badge_given_or_taken_away_here_is_seen_on_pages_that_were_read_before(
    client: Client, admin: User
) -> None:
    bruno = account()
    game = create_game(user=bruno, terms=Terms(players=3, open=True))
    path = f"/api/v1/games/{game.public_id}/"
    tags: set[str] = set()

    def moderates() -> bool:
        """As somebody sees it who has read every earlier answer."""
        answer = Client().get(path, headers={"If-None-Match": ", ".join(tags)})
        assert answer.status_code == 200
        tags.add(answer["ETag"])
        return bool(answer.json()["seats"][0]["moderator"])

    # A test that emptied the database may have deleted it.
    make_group()
    page, group = f"/admin/accounts/user/{bruno.pk}/change/", Group.objects.get(name=NAME)
    right = Permission.objects.get(codename="moderate")
    group_page = f"/admin/auth/group/{group.pk}/change/"
    kept = list(group.permissions.exclude(pk=right.pk).values_list("pk", flat=True))
    assert not moderates()
    saved(client, page, is_staff=True, user_permissions=[right.pk])
    assert moderates()
    saved(client, page, user_permissions=[])
    assert not moderates()
    saved(client, page, is_superuser=True)
    assert moderates()
    saved(client, page, is_superuser=False, groups=[group.pk])
    assert moderates()
    saved(client, group_page, permissions=kept)
    assert not moderates()
    saved(client, group_page, permissions=[*kept, right.pk])
    assert moderates()
    client.post(f"/admin/auth/group/{group.pk}/delete/", {"post": "yes"})
    assert not moderates()
    saved(client, page, is_staff=False, is_superuser=True)
    tags.clear()
    assert not moderates()
    saved(client, page, is_staff=True)
    assert moderates()
    group = Group.objects.create(name="Others")
    group.permissions.add(right)
    group.user_set.add(bruno)
    saved(client, page, is_superuser=False)
    tags.clear()
    assert moderates()
    action = {"action": "delete_selected", "_selected_action": [group.pk], "post": "yes"}
    client.post("/admin/auth/group/", action)
    assert not moderates()
