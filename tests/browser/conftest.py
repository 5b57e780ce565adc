"""Tables in known positions and a mail server, for browsers too."""

from tests.pages.conftest import deal
from tests.telling.conftest import mailbox

__all__ = ["deal", "mailbox"]
