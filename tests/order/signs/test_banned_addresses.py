"""An account deleted under a ban leaves a hash of its address, and a sign where it comes back."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from games.models import BannedAddress, Sign, SignKind, Strength
from games.order.players import ban
from games.order.signs.mailboxes import are_alike, same_mailbox
from games.tasks import forget_marks
from tests.order.people import moderator, player

pytestmark = pytest.mark.django_db


def confirm(user: User, address: str, *, verified: bool = True) -> None:
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=verified)


def gone_under_a_ban(address: str = "bruno@example.org") -> None:
    bruno = player("Bruno")
    confirm(bruno, address)
    ban(player=bruno, by=moderator(), reason="A test.")
    delete_account(user=bruno)


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("Bruno@Example.org", "bruno@example.org"),
        ("bruno+cards@example.org", "bruno@example.org"),
        ("b.r.uno@googlemail.com", "bruno@gmail.com"),
        ("+cards@example.org", "+cards@example.org"),
    ],
)
def test_addresses_of_one_mailbox_are_one(address: str, same: str) -> None:
    assert same_mailbox(address) == same_mailbox(same)


def test_dots_count_where_the_host_counts_them() -> None:
    assert same_mailbox("b.runo@example.org") != same_mailbox("bruno@example.org")


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("bruno.k1@example.org", "brunok2@example.net", True),
        ("bruno+b@example.org", "bruno@example.org", True),
        ("bruno@example.org", "carla@example.org", False),
        ("bo1@example.org", "bo2@example.org", False),
        ("", "", False),
    ],
)
def test_addresses_are_alike_if_they_differ_in_figures(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) is alike


def test_an_account_with_the_address_of_a_banned_one_gets_a_sign() -> None:
    gone_under_a_ban()
    again = player("Carla")
    confirm(again, "Bruno+again@example.org", verified=False)
    assert not Sign.objects.exists(), "anybody can type an address"
    EmailAddress.objects.get(user=again).set_verified()
    sign = Sign.objects.get()
    assert (sign.player_id, sign.kind, sign.strength) == (
        again.pk,
        SignKind.RETURNED,
        Strength.STRONG,
    )
    assert User.objects.get(pk=again.pk).is_active, "nothing follows by itself"


def test_nothing_stays_of_an_address_without_a_ban_or_never_confirmed() -> None:
    maya = player("Maya")
    confirm(maya, "maya@example.org")
    delete_account(user=maya)
    bruno = player("Bruno")
    confirm(bruno, "maya@example.org", verified=False)
    ban(player=bruno, by=moderator(), reason="A test.")
    delete_account(user=bruno)
    assert not BannedAddress.objects.exists()


def test_the_hash_tells_no_address_and_goes_after_two_years() -> None:
    gone_under_a_ban()
    assert "bruno" not in str(BannedAddress.objects.values_list().get())
    with time_machine.travel(timezone.now() + timedelta(days=729), tick=False):
        forget_marks()
        assert BannedAddress.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=731), tick=False):
        confirm(player("Carla"), "bruno@example.org")
        assert not Sign.objects.exists()
        forget_marks()
    assert not BannedAddress.objects.exists()
