"""The mail server of the tests of telling."""

from tests.telling.conftest import mailbox

__all__ = ["mailbox"]
