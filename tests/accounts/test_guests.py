"""Guests come by playing, stay while they have games, and leave the games whole."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.guests.lifetime import new_guest, remove_idle_guests
from accounts.models import User
from games.models import GameSummary, Seat
from games.upkeep.verify import first_fault
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


def test_accounts_are_never_forgotten() -> None:
    account = User.objects.create_user("maya")
    User.objects.filter(pk=account.pk).update(date_joined=NOW - timedelta(days=4000))
    assert remove_idle_guests(now=NOW) == 0
