"""Where an odd sentence stands: a page of this site, without what its address holds."""

import re
from typing import NamedTuple, Self
from urllib.parse import parse_qs, unquote, urlsplit

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils import translation

from games.pages.doors.requests import own_page_before

HIDDEN = "…"
"""Stands for a part of an address."""

_SIGNER = Signer(salt="accounts.odd_sentences")
# A part of an address: <slug:public_id> in a path, (?P<key>[-:\w]+) in a pattern of a library.
_NAME = re.compile(r"<[^>]+>")
_PATTERN = re.compile(rf"\(\?P{HIDDEN}[^)]*\)")
_ANCHORS = re.compile(r"\\Z|[$^]")


class Place(NamedTuple):
    """A page in a language."""

    path: str
    """As ``/games/…/replay/``; empty if no page is known."""
    language: str
    """Of ``settings.LANGUAGES``."""

    @classmethod
    def before(cls, request: HttpRequest) -> Self:
        """Return the page from which the request came, in the language that it had."""
        before = urlsplit(own_page_before(request))
        asked = parse_qs(before.query).get("language", [""])[-1]
        language = asked if asked in dict(settings.LANGUAGES) else translation.get_language()
        return cls(route_of(unquote(before.path)), language or settings.LANGUAGE_CODE)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return what ``written`` wrote; None for anything else."""
        try:
            return cls(*_SIGNER.unsign_object(text))
        except (BadSignature, ValueError):
            return None

    @property
    def written(self) -> str:
        """For a field or an address: nobody else can write one."""
        return _SIGNER.sign_object([*self])

    @property
    def language_name(self) -> str:
        """Return the language's own name."""
        return str(dict(settings.LANGUAGES)[self.language])


def route_of(path: str) -> str:
    """Return a path of this site without its parts that differ from page to page.

    They may be secrets, games or people. Empty if there is no such page.
    """
    try:
        route = resolve(path).route
    except Resolver404:
        return ""
    return "/" + _ANCHORS.sub("", _PATTERN.sub(HIDDEN, _NAME.sub(HIDDEN, route)))
