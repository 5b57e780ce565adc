"""English that is left in a text of another language."""

import re
from functools import cache

from tests.languages import catalogues

_HOLE = re.compile(r"%\(\w+\)[ds]|%[ds](?![a-zà-ÿ])|\{\w*\}")
_TAGS = re.compile(r"<[^>]*>")


def english_in(text: str, language: str) -> list[str]:
    """Return the English sentences of the catalogue that stand in ``text``.

    Only those are looked for that have two words beside their placeholders, and that the language
    says in another way.
    """
    said = " ".join(text.replace("’", "'").split())
    return [
        sentence
        for sentence, part, pattern in _patterns(language)
        # Most are not there, which a part of them says at once.
        if part in said and pattern.search(said)
    ]


@cache
def _patterns(language: str) -> list[tuple[str, str, re.Pattern[str]]]:
    found = []
    for one in catalogues.read(language):
        for said in [one.id] if isinstance(one.id, str) else one.id:
            forms = [one.string] if isinstance(one.string, str) else [*(one.string or ())]
            words = re.findall(r"[A-Za-z]{2,}", _TAGS.sub("", _HOLE.sub("", said)))
            if len(words) >= 2 and said not in forms:
                found.append((said, *_sought(said)))
    return found


def _sought(said: str) -> tuple[str, re.Pattern[str]]:
    """Return the longest part of a sentence without placeholders, and a pattern of all of it."""
    plain = " ".join(_TAGS.sub("", said).replace("’", "'").split())
    parts = _HOLE.split(plain)
    whole = r"[^.!?]{1,80}?".join(re.escape(part) for part in parts)
    return max(parts, key=len), re.compile(rf"(?<!\w){whole}(?!\w)")
