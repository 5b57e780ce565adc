"""Control characters: no text of this site holds any."""

import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.rules.errors import RuleError

# Longer texts have tabs and lines. A lone surrogate is half a character.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def has_control(text: str) -> bool:
    """Return whether ``text`` holds any."""
    return _CONTROL.search(text) is not None


def has_control_within(value: Any) -> bool:
    """Return whether any text of a JSON value does: escapes hide them from ``has_control``."""
    return any(map(has_control, _texts(value)))


def without_control(text: str) -> str:
    """Return ``text`` without them."""
    return _CONTROL.sub("", text)


def bad_text() -> RuleError:
    """Return the refusal of such a text."""
    return RuleError(
        "bad_text",
        _("This text holds invisible control characters. Remove them, then send it again."),
    )


def _texts(value: Any) -> Iterator[str]:
    """Without recursion: a value may be nested deeper than the stack."""
    rest = [value]
    while rest:
        one = rest.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            rest += [*one, *one.values()]
        elif isinstance(one, list):
            rest += one
