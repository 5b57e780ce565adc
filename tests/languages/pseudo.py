"""A language made for tests: the site's own sentences in Arabic letters, read from right to left.

No such language is offered. Whatever a page shows in Latin letters has escaped the catalogues, and
whatever is laid out for reading from left to right alone stands on the wrong side.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

import pytest
from babel.messages.catalog import Catalog
from django.utils.formats import reset_format_cache
from django.utils.translation import to_locale
from pytest_django import Settings

from scoutsite.formats.en_GB import formats
from tests.languages import catalogues
from tests.languages.sentences import catalogue

CODE = "ar-xb"
"""Django takes what begins with ``ar`` for a language read from right to left."""

_ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنه"
_LETTERS = str.maketrans(ascii_lowercase + ascii_uppercase + "→", _ARABIC * 2 + "←")
_KEPT = re.compile(r"(%\(\w+\)[ds]|%[ds](?![a-zà-ÿ])|%%|\{\w*\}|<[^>]+>|&\w+;)")
"""Placeholders, tags and entities."""


def in_arabic(sentence: str) -> str:
    """Return the sentence with other letters, and arrows that point on; as long as before."""
    pieces = _KEPT.split(sentence)
    return "".join(
        piece if place % 2 else piece.translate(_LETTERS) for place, piece in enumerate(pieces)
    )


@cache
def compiled() -> bytes:
    """Return the catalogue of all sentences as the site reads it."""
    # English has the plurals: its two forms are those of the sentences.
    found = Catalog(locale="en", charset="utf-8", fuzzy=False)
    for one in catalogue():
        if isinstance(one.id, str):
            # The first is the header, which is the catalogue's own.
            if one.id:
                found.add(one.id, in_arabic(one.id), context=one.context)
        else:
            found.add(one.id, tuple(map(in_arabic, one.id)), context=one.context)
    return catalogues.compiled(found)


@contextmanager
def spoken(settings: Settings, folder: Path) -> Iterator[str]:
    """Let the site offer the language; its catalogue is written into ``folder``. Give its code."""
    path = folder / to_locale(CODE) / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(compiled())
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, folder]
    settings.LANGUAGES = [*settings.LANGUAGES, (CODE, in_arabic("Arabic"))]
    with pytest.MonkeyPatch.context() as patch:
        # Dates and numbers as in British English; names of months are Django's own in Arabic.
        patch.setitem(sys.modules, f"scoutsite.formats.{to_locale(CODE)}.formats", formats)
        reset_format_cache()
        yield CODE
    reset_format_cache()
