"""The languages of the site, this page's address in them, and which way one is read."""

from collections.abc import Iterator
from typing import NamedTuple

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language_bidi

from games.words.links import site_link

register = template.Library()

_FOUND = {
    *("games:landing", "games:poster", "games:rules", "games:learn", "games:find", "play"),
    *(
        "games:leaderboards",
        "games:ratings",
        "games:about",
        "games:conduct",
        "games:privacy",
        "games:contact",
    ),
    *("today", "account_signup", "account_login"),
}
"""Pages that are there for everybody; others look alike, whatever their addresses."""


class Language(NamedTuple):
    """A language to choose."""

    code: str
    name: str
    """In the language itself, so that whoever looks for it finds it."""


@register.simple_tag
def site_languages() -> list[Language]:
    """Return all languages of the site."""
    return [Language(code, name) for code, name in settings.LANGUAGES]


@register.simple_tag
def side(which: str) -> str:
    """Return ``left`` or ``right``: where lines of the page's language ``start`` or ``end``.

    For emails alone: many mail programs know no logical properties of styles.
    """
    return "right" if get_language_bidi() == (which == "start") else "left"


@register.simple_tag(takes_context=True)
def in_other_languages(context: template.Context) -> list[tuple[str, str]]:
    """Return codes and addresses of this page in every language, if search engines know it."""
    request: HttpRequest | None = context.get("request")
    found = request and request.resolver_match
    if request is None or not found or found.view_name not in _FOUND:
        return []
    return list(_addresses(request.path))


def _addresses(path: str) -> Iterator[tuple[str, str]]:
    page = site_link(iri_to_uri(path))
    yield "x-default", page
    for code, _name in settings.LANGUAGES:
        yield code, f"{page}?language={code}"
