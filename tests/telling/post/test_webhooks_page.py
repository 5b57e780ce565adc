"""The page on webhooks is true: its program checks what we send."""

import re
from typing import Any

from games.models import Stage
from tests.site.environment import ROOT

PAGE = (ROOT / "docs" / "webhooks.md").read_text()


def verify(secret: str, headers: Any, body: bytes) -> None:
    """Run the page's program."""
    [program] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 (our own page)
    names["verify"](secret, headers, body)


def test_every_reason_to_tell_is_on_the_page() -> None:
    row = re.search(r"^\| `type` \|.*$", PAGE, re.MULTILINE)
    assert row
    assert set(re.findall(r"`(\w+)`", row[0])) == {"type", "digest", "test", *Stage.values}
