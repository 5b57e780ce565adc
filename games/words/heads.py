"""The head of a log, short enough for an email."""

from django.utils.translation import gettext as _

SHOWN = 32
"""Digits of a head in emails: 128 bits, too many to find another log that begins with them."""


def short_head(version: int, head: str) -> str:
    """Return ``"Move 41 · log 7f3a90bc…"``, with ``SHOWN`` digits; empty without a head."""
    if not head:
        return ""
    return _("Move {number} · log {head}…").format(number=version, head=head[:SHOWN])
