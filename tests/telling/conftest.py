"""A mail server and accounts, at noon on a day without clock changes."""

from collections.abc import Iterator

import pytest
import time_machine
from aiosmtpd.controller import Controller
from pytest_django import Settings

from accounts.models import User
from games.models import Destination
from tests.accounts.people import account
from tests.site.environment import free_port
from tests.telling.people import NOON
from tests.telling.post.messages import device_of, hook_of
from tests.telling.post.servers import HookServer, PushService
from tests.telling.server import PATIENCE, Mailbox, use


@pytest.fixture
def mailbox(settings: Settings) -> Iterator[Mailbox]:
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port(), ready_timeout=PATIENCE)
    controller.start()
    use(settings, controller.port)
    yield mailbox
    controller.stop()


@pytest.fixture
def noon() -> Iterator[None]:
    """Until a test says otherwise."""
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def maya(db: None) -> User:
    return account("Maya", "maya@example.org")


@pytest.fixture
def bruno(db: None) -> User:
    return account("Bruno", "bruno@example.org")


@pytest.fixture
def device(maya: User, push_service: PushService) -> Destination:
    return device_of(maya, push_service)


@pytest.fixture
def hook(maya: User, hook_server: HookServer) -> Destination:
    return hook_of(maya, hook_server.address())
