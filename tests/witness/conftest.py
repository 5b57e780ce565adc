"""A mail server, and a program."""

from tests.api.conftest import anna
from tests.telling.conftest import mailbox

__all__ = ["anna", "mailbox"]
