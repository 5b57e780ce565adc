"""What the site sends, caught before it leaves: whom something has reached."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from django.core import mail
from django.test.utils import override_settings

from games.models import Destination
from games.telling.post.message import Message


class Post:
    """Mailboxes and devices. Nothing is encrypted, and no connection made."""

    def __init__(self) -> None:
        self._pushed: list[int] = []
        self._users: dict[str, int] = {}

    def address_of(self, user_id: int) -> str:
        """Return a user's email address."""
        address = f"user-{user_id}@example.org"
        self._users[address] = user_id
        return address

    @contextmanager
    def open(self) -> Iterator[None]:
        """Catch emails and pushes; whatever else would leave the process goes nowhere."""
        with ExitStack() as stack:
            stack.enter_context(override_settings(**_OFF_LINE))
            stack.enter_context(patch("games.telling.post.send.deliver", self._deliver))
            # The simulation plays kept chairs by itself.
            stack.enter_context(patch("games.live.announce.wake_bots"))
            mail.outbox = []
            yield

    def take(self) -> list[int]:
        """Return whom something has reached since the last look."""
        reached = [self._users[to] for each in mail.outbox for to in each.to] + self._pushed
        mail.outbox.clear()
        self._pushed.clear()
        # Threads of the sender deliver in any order.
        return sorted(reached)

    def _deliver(self, destination: Destination, message: Message, **_: Any) -> None:
        if not message.withdraw:
            self._pushed.append(destination.user_id)


_OFF_LINE = {
    "DEBUG": False,
    "EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend",
    "REDIS_URL": "",
}
