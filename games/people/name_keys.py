"""What names look like, by Unicode’s data on characters that look alike (UTS 39)."""

import unicodedata

from icu import Normalizer2, SpoofChecker, UnicodeSet

UNICODE = "16.0"
"""The version of that data. With another one, ``manage.py name_collisions --renew``."""

_INVISIBLE = UnicodeSet("[:Default_Ignorable_Code_Point:]")
_AS_WRITTEN = Normalizer2.getNFKCInstance()
_WITHOUT_CASE = Normalizer2.getNFKCCasefoldInstance()
_ALIKE = SpoofChecker()


def clean_name(name: str) -> str:
    """Return ``name`` NFKC-normalised, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """Return a key shared by names that look alike, in any case."""
    return _settled(_skeleton(_WITHOUT_CASE, name))


def looks(name: str) -> frozenset[str]:
    """Return the keys to compare: two names look alike if they share one.

    Case hides likeness: a capital i looks like a small L, a small i does not.
    """
    return frozenset((name_key(name), name_look(name)))


def name_look(name: str) -> str:
    """Return a key shared by names that look alike as they are written."""
    return _settled(_skeleton(_AS_WRITTEN, name))


def looks_in_any_case(name: str) -> frozenset[str]:
    """Return the keys of ``name`` in small letters and capitals too."""
    cases = (name, name.lower(), name.upper(), name.title())
    return frozenset(key for case in cases for key in looks(case))


def visible(name: str) -> str:
    """Return ``name`` without what nobody sees."""
    return "".join(each for each in name if not _INVISIBLE.contains(each)).strip()


def _settled(text: str) -> str:
    while (again := _skeleton(_WITHOUT_CASE, text)) != text:
        text = again
    return text


def _skeleton(normalizer: Normalizer2, text: str) -> str:
    """Any character may turn out to be a space, or nothing."""
    skeleton = _ALIKE.getSkeleton(0, str(normalizer.normalize(visible(text))))
    return " ".join(str(skeleton).split())
