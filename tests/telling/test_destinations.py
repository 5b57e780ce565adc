"""Devices and webhooks: whose they are, how many, and what becomes of those that fail."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.models import Destination, HookForm, Way
from games.people.recipients import recipients
from games.telling.destinations import (
    RefusedError,
    note_delivered,
    note_failure,
    switch_hooks_off,
    switch_on,
)
from games.telling.devices import MOST_DEVICES, Subscription, subscribe
from games.telling.post.errors import FailedError, GoneError
from games.telling.webhooks import MOST_HOOKS, add_hook
from games.upkeep.ownership import move_games
from tests.accounts.people import account
from tests.telling.people import HOUR, NOON
from tests.telling.post.messages import device_of, hook_of, subscription
from tests.telling.post.servers import HookServer, LocalNetwork, PushService

pytestmark = pytest.mark.django_db

DAYS = timedelta(days=1)


def fresh(destination: Destination) -> Destination | None:
    return Destination.objects.filter(pk=destination.pk).first()


def test_a_browser_is_told_for_whoever_signed_in_there_last(
    maya: User, bruno: User, push_service: PushService
) -> None:
    sent = subscription(push_service.subscribe())
    first = subscribe(user=maya, subscription=sent, name="Firefox")
    second = subscribe(user=bruno, subscription=sent, name="Firefox")
    assert list(Destination.objects.values_list("user", flat=True)) == [bruno.pk]
    # What was to be told there to Maya has no place any more.
    assert first.pk != second.pk
    assert recipients([maya.pk])[maya.pk].destinations == ()


def test_a_browser_that_subscribes_again_stays_one_device(
    maya: User, push_service: PushService
) -> None:
    sent = push_service.subscribe()
    device = subscribe(user=maya, subscription=subscription(sent), name="Firefox")
    Destination.objects.update(failing_since=NOON, off_since=NOON)
    again = push_service.subscribe() | {"endpoint": sent["endpoint"]}
    renewed = subscribe(user=maya, subscription=subscription(again), name="Firefox 2")
    assert (renewed.pk, renewed.public_id) == (device.pk, device.public_id)
    row = Destination.objects.get()
    assert (row.key, row.name) == (again["keys"]["p256dh"], "Firefox 2")
    assert (row.failing_since, row.off_since) == (None, None)


def test_a_browser_with_a_new_address_leaves_none_behind(
    maya: User, push_service: PushService
) -> None:
    old, other = device_of(maya, push_service), device_of(maya, push_service)
    new = subscribe(
        user=maya,
        subscription=subscription(push_service.subscribe()),
        name="Firefox",
        instead_of=old.public_id,
    )
    assert set(Destination.objects.all()) == {other, new}


def test_nobody_replaces_another_s_device(
    maya: User, bruno: User, push_service: PushService
) -> None:
    device = device_of(maya, push_service)
    sent = subscription(push_service.subscribe())
    subscribe(user=bruno, subscription=sent, name="x", instead_of=device.public_id)
    assert fresh(device) is not None


def test_ten_devices_are_enough(maya: User, push_service: PushService) -> None:
    devices = [device_of(maya, push_service) for _ in range(MOST_DEVICES)]
    with pytest.raises(RefusedError, match="ten devices"):
        device_of(maya, push_service)
    # One that is known already may say so again.
    sent = Subscription(devices[0].address, devices[0].key, devices[0].secret)
    assert subscribe(user=maya, subscription=sent, name="Firefox") == devices[0]
    assert Destination.objects.count() == MOST_DEVICES


def test_five_webhooks_are_enough(maya: User, hook_server: HookServer) -> None:
    def add(number: int) -> None:
        address = hook_server.address(f"/{number}")
        add_hook(user=maya, name="x", address=address, form=HookForm.DISCORD)

    for number in range(MOST_HOOKS):
        add(number)
    with pytest.raises(RefusedError, match="five webhooks"):
        add(MOST_HOOKS)
    with pytest.raises(RefusedError, match="already"):
        add(0)
    assert Destination.objects.count() == MOST_HOOKS


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_devices_added_at_once_are_no_more_than_ten(maya: User, push_service: PushService) -> None:
    def add(_number: int) -> bool:
        try:
            device_of(maya, push_service)
        except RefusedError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        added = sum(pool.map(add, range(20)))
    assert (added, Destination.objects.count()) == (MOST_DEVICES, MOST_DEVICES)


@pytest.mark.parametrize(
    "changed",
    [
        {"p256dh": ""},
        {"p256dh": "AAAA"},
        {"p256dh": "not base64!"},
        {"p256dh": "B" + "A" * 86},
        {"auth": ""},
        {"auth": "AAAA"},
        {"auth": "ü" * 22},
    ],
)
def test_keys_that_are_none_are_refused(
    maya: User, push_service: PushService, changed: dict[str, str]
) -> None:
    sent = subscription(push_service.subscribe())._replace(**changed)
    with pytest.raises(RefusedError):
        subscribe(user=maya, subscription=sent, name="Firefox")


@pytest.mark.parametrize("host", ["inside.example", "unknown.example", "localhost", "10.0.0.1"])
def test_neither_a_device_nor_a_hook_can_be_inside(
    maya: User, push_service: PushService, internet: LocalNetwork, host: str
) -> None:
    internet.names["inside.example"] = ["10.0.0.1"]
    sent = subscription(push_service.subscribe())._replace(endpoint=f"https://{host}/")
    with pytest.raises(RefusedError) as device:
        subscribe(user=maya, subscription=sent, name="Firefox")
    with pytest.raises(RefusedError) as hook:
        add_hook(user=maya, name="x", address=f"https://{host}/", form=HookForm.JSON)
    # The same words for a name that is inside and for one that isn't there.
    assert str(device.value) == "We can’t reach the push service of your browser."
    assert "has to begin with https:// and be public" in str(hook.value)
    assert internet.connected == []


def test_a_device_that_is_gone_is_deleted_at_once(maya: User, push_service: PushService) -> None:
    device = device_of(maya, push_service)
    assert not note_failure(device.pk, GoneError("status 410"), NOON)
    assert fresh(device) is None


def test_a_hook_that_is_gone_is_switched_off_once(maya: User, hook_server: HookServer) -> None:
    hook = hook_of(maya, hook_server.address())
    assert note_failure(hook.pk, GoneError("status 410"), NOON)
    assert not note_failure(hook.pk, GoneError("status 410"), NOON + HOUR)
    hook.refresh_from_db()
    assert hook.off_since == NOON


@pytest.mark.parametrize("way", [Way.PUSH, Way.HOOK])
def test_after_three_days_of_failure_nothing_is_sent_there_any_more(
    maya: User, push_service: PushService, hook_server: HookServer, way: Way
) -> None:
    destination = (
        device_of(maya, push_service) if way == Way.PUSH else hook_of(maya, hook_server.address())
    )
    place = (way, destination.pk)
    failure = FailedError("status 500")
    assert not note_failure(destination.pk, failure, NOON)
    assert not note_failure(destination.pk, failure, NOON + 3 * DAYS - HOUR)
    assert place in recipients([maya.pk])[maya.pk].destinations
    assert note_failure(destination.pk, failure, NOON + 3 * DAYS)
    assert not note_failure(destination.pk, failure, NOON + 4 * DAYS)
    assert place not in recipients([maya.pk])[maya.pk].destinations
    switch_on(destination)
    assert place in recipients([maya.pk])[maya.pk].destinations
    # It has three days again.
    assert not note_failure(destination.pk, failure, NOON + 5 * DAYS)


def test_a_message_that_arrives_ends_the_failure(maya: User, hook_server: HookServer) -> None:
    hook = hook_of(maya, hook_server.address())
    note_failure(hook.pk, FailedError("status 500"), NOON)
    note_delivered(hook.pk)
    assert not note_failure(hook.pk, FailedError("status 500"), NOON + 4 * DAYS)
    hook.refresh_from_db()
    assert (hook.failing_since, hook.off_since) == (NOON + 4 * DAYS, None)


def test_noting_something_about_a_destination_that_was_removed_does_nothing() -> None:
    note_delivered(17)
    assert not note_failure(17, FailedError("status 500"), NOON)
    assert not note_failure(17, GoneError("status 410"), NOON)


def test_switching_hooks_off_leaves_devices_and_others_alone(
    maya: User, bruno: User, push_service: PushService, hook_server: HookServer
) -> None:
    kept = [device_of(maya, push_service), hook_of(bruno, hook_server.address())]
    hook = hook_of(maya, hook_server.address())
    switch_hooks_off(maya, NOON)
    assert list(Destination.objects.filter(off_since=None).order_by("pk")) == kept
    hook.refresh_from_db()
    assert hook.off_since == NOON


def test_a_guest_s_devices_come_along_to_the_account(push_service: PushService) -> None:
    guest, maya = new_guest(), account("Maya", "maya@example.org")
    device = device_of(guest, push_service)
    move_games(source=guest, target=maya)
    guest.delete()
    assert Destination.objects.get().user_id == maya.pk
    assert recipients([maya.pk])[maya.pk].destinations == ((Way.PUSH, device.pk),)
