"""Where apps may have players sent back to, and what is said of it.

As RFC 8252 and RFC 9700 have it: ``https``, ``http`` on the player's own machine, or a scheme of
the app's own, which is a domain's name backwards.
"""

import re
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from oauth2_provider.validators import AllowedURIValidator

MOST = 5
"""Addresses an app may have."""
LONGEST = 300

_HERE = ("127.0.0.1", "::1", "localhost")
_OWN_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
# Letters of other scripts would have to be written in another way to be compared.
_VISIBLE_ASCII = re.compile("[!-~]+")


def refusal(address: str) -> str:
    """Return why an app can't have ``address``, if so."""
    if len(address) > LONGEST or not _VISIBLE_ASCII.fullmatch(address):
        return _("“{address}” is too long, or has signs that addresses don’t have.").format(
            address=address[:LONGEST]
        )
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
        AllowedURIValidator([parts.scheme], "", allow_path=True, allow_query=True)(address)
    except (ValidationError, ValueError):
        return _("“{address}” is no whole address.").format(address=address)
    if "@" in parts.netloc or "*" in parts.netloc:
        return _("“{address}” is no whole address.").format(address=address)
    if parts.scheme == "http" and host not in _HERE:
        return _(
            "“{address}” needs https. Only addresses on the player’s machine may do without."
        ).format(address=address)
    if parts.scheme not in ("http", "https") and not _OWN_SCHEME.fullmatch(parts.scheme):
        return _(
            "“{address}” needs https, or a scheme that begins like a domain of yours, such as "
            "com.example.app."
        ).format(address=address)
    return ""


def leads_to(address: str) -> str:
    """Return, in words of players, where ``address`` leads."""
    parts = urlsplit(address)
    if parts.scheme == "https":
        return _("the site {site}").format(site=f"https://{parts.netloc}")
    if parts.scheme == "http":
        return _("a program on this device ({address})").format(address=f"http://{parts.netloc}")
    return _("an app on this device ({scheme})").format(scheme=parts.scheme)


def as_source(address: str) -> str:
    """Return what a content security policy calls the place of ``address``."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or _is_bracketed(parts):
        # It has no name for addresses in brackets.
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{parts.netloc}"


def _is_bracketed(parts: SplitResult) -> bool:
    return parts.netloc.startswith("[")
