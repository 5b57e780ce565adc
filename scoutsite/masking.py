"""What no log line and no report of an error may hold is taken out of them here.

A safety net below everything that is written: invitation links, links in mails, tokens, passwords
in addresses, cards, and the rows that PostgreSQL shows when it refuses one.
"""

import re
from typing import Any

HIDDEN = "…"

_LONG_SEGMENT = re.compile(r"(?<=/)[\w:%=-]{20,}")
"""A part of an address that nobody could guess."""
_PATTERNS = [
    (re.compile(pattern), by)
    for pattern, by in (
        # Links of invitations, and of mails: choices, passwords, addresses.
        (r"(/(?:invitation|choices|unsubscribe|key|confirm-email|records)/)[^/\s'\"]+", r"\1…"),
        # What stands behind an address may be a link's secret, or what somebody looked for.
        (r"(/[\w/.%:-]*)\?[^\s'\"<>]+", r"\1?…"),
        (r"\bscout_\w+", "scout_…"),
        # An invitation's code by itself.
        (r"\b[2-9a-hjkmnp-z]{24}\b", HIDDEN),
        (r"(?i)\b(bearer|basic)\s+[\w.~+/=-]+", r"\1 …"),
        (r"(://[^:@/\s]*):[^@/\s]+@", r"\1:…@"),
        # PostgreSQL says the whole row.
        (r"(?s)\b(DETAIL: ).*?(?=\n\S|\Z)", r"\1…"),
        # Cards as the log writes them, and as programs do.
        (r"\b(?:10|[1-9])/(?:10|[1-9])\b", HIDDEN),
        (r"\[\s*(?:10|[1-9]),\s*(?:10|[1-9])\s*\]", f"[{HIDDEN}]"),
    )
]


def masked(text: str) -> str:
    """``text`` without what is secret."""
    for pattern, by in _PATTERNS:
        text = pattern.sub(by, text)
    return text


def masked_path(path: str) -> str:
    """The path of an address without those of its parts that give a right to who knows them."""
    return masked(_LONG_SEGMENT.sub(HIDDEN, path))


def masked_all(value: Any) -> Any:
    """``value`` with all texts in it masked, in lists and dictionaries too."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {key: masked_all(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [masked_all(inner) for inner in value]
    return value
