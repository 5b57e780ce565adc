"""A safety net: masks secrets, links and cards in log lines and error reports.

Sentry's scrubber goes by field names; these are within texts.
"""

import re
from typing import Any

HIDDEN = "…"

_LONG_SEGMENT = re.compile(r"(?<=/)[\w:%=-]{20,}")
_PATTERNS = [
    (re.compile(pattern), by)
    for pattern, by in (
        # Links in invitations and emails: turns, answers, choices, passwords, addresses.
        (r"(/(?:turn|answer|chair|invitation|choices|unsubscribe)/)[^/\s'\"]+", r"\1…"),
        (r"(/(?:key|confirm-email|way-back|records|calendar)/)[^/\s'\"]+", r"\1…"),
        # That somebody plans in a game.
        (r"(/games/)[^/\s'\"]+/plan/", r"\1…/"),
        # The token of such a link on its own.
        (r"\b(?:[\w-]+\.){2,}[\w-]{43}(?![\w-])", HIDDEN),
        # A query may hold a link's secret or a search term.
        (r"(/[\w/.%:-]*)\?[^\s'\"<>]+", r"\1?…"),
        (r"\bscout_\w+", "scout_…"),
        # What signs the messages of a webhook, and addresses to which anybody may post.
        (r"\bwhsec_[\w+/=]+", "whsec_…"),
        (r"(/api/webhooks/)[^\s'\"]+", r"\1…"),
        # An invitation code on its own.
        (r"\b[2-9a-hjkmnp-z]{24}\b", HIDDEN),
        (r"(?i)\b(bearer|basic)\s+[\w.~+/=-]+", r"\1 …"),
        (r"(://[^:@/\s]*):[^@/\s]+@", r"\1:…@"),
        # PostgreSQL prints the whole row.
        (r"(?s)\b(DETAIL: ).*?(?=\n\S|\Z)", r"\1…"),
        # Cards as written in the log and in JSON.
        (r"\b(?:10|[1-9])/(?:10|[1-9])\b", HIDDEN),
        (r"\[\s*(?:10|[1-9]),\s*(?:10|[1-9])\s*\]", f"[{HIDDEN}]"),
    )
]


def masked(text: str) -> str:
    """Return ``text`` without secrets."""
    for pattern, by in _PATTERNS:
        text = pattern.sub(by, text)
    return text


def masked_path(path: str) -> str:
    """Return a URL path without what grants access."""
    return masked(_LONG_SEGMENT.sub(HIDDEN, path))


def masked_all(value: Any) -> Any:
    """Return ``value`` with all strings masked."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {key: masked_all(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [masked_all(inner) for inner in value]
    return value
