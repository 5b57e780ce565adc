"""Which email addresses are one mailbox, and which are built alike: plain Python."""

import unicodedata

_WITHOUT_DOTS = {"gmail.com", "googlemail.com"}
"""Hosts that deliver to one mailbox whatever dots its name has."""
_FEWEST_LETTERS = 4


def same_mailbox(address: str) -> str:
    """Return ``address`` so that two that surely reach one mailbox are equal.

    Case, what follows a plus, and dots where the host ignores them make no difference.
    """
    local, host = _parts(address)
    if host in _WITHOUT_DOTS:
        local, host = local.replace(".", ""), "gmail.com"
    return f"{local}@{host}"


def are_alike(one: str, other: str) -> bool:
    """Return whether the names before the @ differ in figures and separators alone."""
    stems = {"".join(filter(str.isalpha, _parts(each)[0])) for each in (one, other)}
    return len(stems) == 1 and len(stems.pop()) >= _FEWEST_LETTERS


def _parts(address: str) -> tuple[str, str]:
    local, _at, host = unicodedata.normalize("NFKC", address).strip().casefold().rpartition("@")
    return local.partition("+")[0] or local, host
