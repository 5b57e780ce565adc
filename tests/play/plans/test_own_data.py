"""Plans are in their player's own data, go with them, and are said on the privacy page."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from accounts import own_data
from accounts.deletion import delete_account
from accounts.guests.lifetime import remove_idle_guests
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Plan, PlanOutcome
from games.play.chairs import leave
from games.play.plans.keeping import put_plan
from games.rules.moves import Show
from games.rules.orders import Order
from tests.accounts.people import account
from tests.play.plans.planned import Planned, planned, state_of, sweep_for
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Planned:
    """Maya has planned before, and plans again."""
    users = [account(name, f"{name.lower()}@example.org") for name in ("Maya", "Tomás", "Ilse")]
    game = create_game(user=users[0], terms=Terms(players=3))
    for user in users[1:]:
        join(game_id=game.pk, user=user, invitation=game.invitation)
    table = planned(game, kind="show", moves=3, planner=0)
    put_plan(game_id=game.pk, seat=0, seq=table.seq, orders=table.orders[::-1])
    table.go_on()
    sweep_for()
    now = state_of(game)
    assert now.to_act != (0,)
    put_plan(game_id=game.pk, seat=0, seq=now.seq, orders=[Order(Show(0, 1))])
    return table


def plans_told(user: User) -> object:
    (game,) = own_data.all_of(User.objects.get(pk=user.pk))["games"]
    return game["plans"]


def test_they_are_in_the_own_data_and_in_nobody_elses(table: Planned) -> None:
    maya, tomas, _ilse = User.objects.order_by("pk")
    told = plans_told(maya)
    assert told["waiting"]["orders"] == [{"move": {"type": "show", "start": 0, "stop": 1}}]  # type: ignore[index]
    (earlier,) = told["earlier"]  # type: ignore[index]
    assert earlier["played"]
    assert earlier["did_not_fit"][0]["code"] == "not_stronger"
    assert plans_told(tomas) == {"waiting": None, "earlier": []}


def test_they_go_when_the_player_leaves(table: Planned) -> None:
    leave(game_id=table.game.pk, seat=0)
    assert not Plan.objects.exists()
    assert not PlanOutcome.objects.exists()


def test_they_go_with_the_account(table: Planned) -> None:
    delete_account(user=User.objects.get(username="Maya"))
    assert not Plan.objects.exists()
    assert not PlanOutcome.objects.exists()


def test_they_go_with_an_idle_guest() -> None:
    table = planned()
    table.put()
    table.go_on()
    sweep_for()
    assert PlanOutcome.objects.exists()
    play_on(table.game)
    assert remove_idle_guests(now=timezone.now() + timedelta(days=1000)) == 3
    assert not PlanOutcome.objects.exists()


def test_the_privacy_page_says_so() -> None:
    assert "What you plan ahead" in Client().get("/privacy/").content.decode()


def test_no_right_and_no_page_of_the_admin_is_about_them() -> None:
    assert not {Plan, PlanOutcome} & set(admin.site._registry)
    assert Plan._meta.default_permissions == PlanOutcome._meta.default_permissions == ()
