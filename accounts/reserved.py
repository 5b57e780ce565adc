"""Names that nobody may have: those of the staff, the site and its bots."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.translation import pgettext

from games.bots.offered import CALLED
from games.bots.registry import LEVELS
from games.people.name_keys import looks, looks_in_any_case

_NAMES = (
    *("anonymous", "bot", "bots", "clock", "everyone", "me", "nobody", "owner", "player", "root"),
    *("seat", "system", "team", "the clock", "the site", "you"),
)
_STARTS = ("guest", "deleted", "former player", "bot ")
_SITE = "nextact"
# Digits that people read as letters, beyond those that look like them by Unicode's data (0 and 1).
_READ = str.maketrans("3457", "east")


def is_reserved(name: str) -> bool:
    """Return whether ``name`` is, or looks like it is, one of the site’s own."""
    names, starts = _whole((*LEVELS, *CALLED))
    own = looks(name)
    if own & names or any(look.startswith(starts) for look in own):
        return True
    return any(_is_of_staff(each) for each in {name, name.translate(_READ)})


def _is_of_staff(name: str) -> bool:
    words, parts, edges = _of_staff()
    # As one word, so that no separator hides one.
    joined = re.sub(r"[\W_]+", "", name)
    if any(looks(word) & words for word in _words_in(name, joined)):
        return True
    return any(
        any(part in look for part in parts) or look.startswith(edges) or look.endswith(edges)
        for look in looks(joined)
    )


def _words_in(name: str, joined: str) -> Iterator[str]:
    """Digits may be letters of a word, stand around it, or part two."""
    for whole in (*re.split(r"[\W_]+", name), joined):
        yield from (whole, *re.split(r"\d+", whole))
        for around in (r"^\d+", r"\d+$", r"^\d+|\d+$"):
            yield re.sub(around, "", whole)


@cache
def _whole(bots: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    return _looks_of((*_NAMES, *bots)), _starts_of(_STARTS)


@cache
def _of_staff() -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """Return words, parts and edges of names, in every language of the site."""
    words: list[str] = []
    parts: list[str] = [_SITE]
    edges: list[str] = []
    for language, _label in settings.LANGUAGES:
        with translation.override(language):
            words += pgettext(
                "words no name may have",
                "mod mods staff support official operator operators helpdesk sysop",
            ).split()
            parts += pgettext("parts no name may have", "moderator administrat").split()
            edges += pgettext("starts and ends no name may have", "admin admins").split()
    return _looks_of(words), _starts_of(parts), _starts_of(edges)


def _looks_of(words: Iterable[str]) -> frozenset[str]:
    return frozenset(look for word in words for look in looks_in_any_case(word))


def _starts_of(words: Iterable[str]) -> tuple[str, ...]:
    # A space at the end is no part of a look, but of a start.
    return tuple(
        look + " " * word.endswith(" ") for word in words for look in looks_in_any_case(word)
    )
