"""A mail server for the stack."""

from collections import Counter
from collections.abc import Iterator

import pytest
from aiosmtpd.controller import Controller

from tests.site.environment import free_port
from tests.telling.server import PATIENCE, Mailbox


class PostOffice:
    """A mail server on its own port."""

    def __init__(self) -> None:
        self.mailbox = Mailbox()
        self._port = free_port()
        self.url = f"smtp://127.0.0.1:{self._port}"
        self._controller = Controller(
            self.mailbox, hostname="127.0.0.1", port=self._port, ready_timeout=PATIENCE
        )

    def open(self) -> None:
        self._controller.start()

    def close(self) -> None:
        self._controller.stop()

    def expect_no_mail_twice(self, *, repeats: int = 0) -> None:
        """Fail if more than ``repeats`` emails arrived again."""
        ids = Counter(str(mail["Message-ID"]) for mail in self.mailbox.mails)
        assert sum(ids.values()) - len(ids) <= repeats, ids

    def mails_by_address(self) -> Counter[str]:
        """A repeated one counts once."""
        mails = {(str(mail["To"]), str(mail["Message-ID"])) for mail in self.mailbox.mails}
        return Counter(address for address, _ in mails)


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    office.open()
    yield office
    office.close()
