"""Guests come by playing, stay while they have games, and leave the games whole."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.guests.lifetime import new_guest, remove_idle_guests
from accounts.models import User
from games.models import GameSummary, Kind, Seat
from games.people.kinds import with_kinds
from games.upkeep.verify import first_fault
from tests.cast import KINDS, LAYLA, cast
from tests.names import misplaced, names_on
from tests.tables import bot_game, play_on

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def guest_of(days: int) -> User:
    guest = new_guest()
    User.objects.filter(pk=guest.pk).update(date_joined=NOW - timedelta(days=days))
    return guest


def test_a_guest_without_a_game_for_60_days_is_forgotten() -> None:
    guest_of(days=61)
    young = guest_of(days=59)
    assert remove_idle_guests(now=NOW) == 1
    assert list(User.objects.all()) == [young]


def test_a_guest_with_a_game_in_progress_stays() -> None:
    game = bot_game()
    later = NOW + timedelta(days=300)
    assert remove_idle_guests(now=later) == 0
    assert Seat.objects.get(game=game, number=0).user is not None


def test_a_guest_whose_session_ended_with_a_game_unfinished_is_forgotten() -> None:
    bot_game()
    assert remove_idle_guests(now=NOW + timedelta(days=366)) == 1


def test_a_guest_goes_60_days_after_the_last_game_and_leaves_it_whole() -> None:
    game = bot_game(2)
    play_on(game)
    ended = GameSummary.objects.get(game=game).changed_at
    assert remove_idle_guests(now=ended + timedelta(days=59)) == 0
    assert remove_idle_guests(now=ended + timedelta(days=61)) == 1
    seat = Seat.objects.get(game=game, number=0)
    assert (seat.user, seat.name) == (None, "Guest")
    assert first_fault(game) is None


def test_a_guest_who_is_gone_stays_a_guest_by_the_typed_name() -> None:
    table = cast()
    game = table.begin()
    play_on(game)
    User.objects.filter(pk=table.guest.pk).update(date_joined=NOW - timedelta(days=90))
    ended = GameSummary.objects.get(game=game).changed_at
    assert remove_idle_guests(now=ended + timedelta(days=61)) == 1
    seat = Seat.objects.get(game=game, number=2)
    assert (seat.user, seat.name, seat.was_guest) == (None, "Gus", True)
    browser = table.browser(table.member)
    page = browser.get(f"/games/{game.public_id}/").content.decode()
    assert misplaced(page, KINDS, own=LAYLA) == []
    assert "Gus" in names_on(page, KINDS)
    told = browser.get(f"/api/v1/games/{game.public_id}/").json()
    assert [one["guest"] for one in told["seats"]] == [False, False, True, False, False]
    record = browser.get(f"/api/v1/games/{game.public_id}/record/").json()
    assert record["meta"]["kinds"] == ["member", "moderator", "guest", "bot", "bot"]
    assert first_fault(game) is None


def test_somebody_whose_account_is_deleted_is_no_guest() -> None:
    table = cast()
    game = table.begin()
    play_on(game)
    for user in (table.member, table.guest):
        delete_account(user=user)
    gone = with_kinds(Seat.objects.filter(game=game, user=None, bot=""))
    assert [(seat.name, seat.kind) for seat in gone] == [("Former player", Kind.MEMBER)] * 2


def test_a_mark_from_days_as_a_guest_says_nothing_of_an_account() -> None:
    table = cast()
    seat = Seat.objects.filter(game=table.game, number=2)
    seat.update(was_guest=True)
    User.objects.filter(pk=table.guest.pk).update(is_guest=False)
    table.begin()
    assert with_kinds(seat).get().kind == Kind.MEMBER
    delete_account(user=table.guest)
    assert with_kinds(seat).get().kind == Kind.MEMBER


def test_guests_who_went_before_are_marked_as_such_and_nobody_else() -> None:
    table = cast()
    game = table.begin()
    play_on(game)
    delete_account(user=table.member)
    table.guest.delete()
    import_module("games.migrations.0017_guests_who_are_gone").mark(
        apps, connection.schema_editor()
    )
    marked = game.seats.filter(was_guest=True).values_list("name", flat=True)
    assert list(marked) == ["Gus"]


def test_accounts_are_never_forgotten() -> None:
    account = User.objects.create_user("maya")
    User.objects.filter(pk=account.pk).update(date_joined=NOW - timedelta(days=4000))
    assert remove_idle_guests(now=NOW) == 0
