"""Words and phrases that a chat message is searched for, a list a language.

A message is reported by the list alone: nobody has read it, and nothing is done to it.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

LISTS = Path(__file__).parent / "lists"
_WORD = re.compile(r"[^\W_]+(?:_+[^\W_]+)*")
_MARKS = re.compile(r"[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]")
"""Accents, and characters that are not seen."""
_APOSTROPHES = re.compile(r"['’`]")
_STRETCHED = re.compile(r"(\w)\1{2,}")
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_LOOKS_LIKE = str.maketrans("013457@$", "oieastas")


class WordList(NamedTuple):
    """A language's words."""

    language: str
    phrases: tuple[str, ...]
    """Normalised, with a space around each: between spaces only whole words are found."""
    inside: tuple[str, ...]
    """Those of a language without spaces."""
    harmless: tuple[str, ...]


@cache
def word_lists() -> tuple[WordList, ...]:
    """Return all lists, in the order of their languages."""
    return tuple(_read(path) for path in sorted(LISTS.glob("*.txt")))


def languages_of(text: str) -> list[str]:
    """Return the languages whose lists have a word of ``text``."""
    whole = normalised(text)
    spaced = {_between_spaces(each) for each in (whole, *_written_otherwise(whole))}
    return [each.language for each in word_lists() if _has(each, whole, spaced)]


def _has(words: WordList, whole: str, spaced: Iterable[str]) -> bool:
    for text in spaced:
        left = text
        for phrase in words.harmless:
            left = left.replace(phrase, " ")
        if any(phrase in left for phrase in words.phrases):
            return True
    for phrase in words.harmless:
        whole = whole.replace(phrase.strip(), " ")
    return any(phrase in whole for phrase in words.inside)


def normalised(text: str) -> str:
    """Return ``text`` without case, accents and what isn't seen."""
    told = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", _APOSTROPHES.sub("", _MARKS.sub("", told)))


def _written_otherwise(text: str) -> Iterable[str]:
    """Yield it with stretched letters as one, and with figures as the letters they look like."""
    single = _STRETCHED.sub(r"\1", text)
    yield single
    yield single.translate(_LOOKS_LIKE)


def _between_spaces(text: str) -> str:
    return f" {' '.join(_WORD.findall(text))} "


def _read(path: Path) -> WordList:
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    entries = [line for line in lines if line and not line.startswith("#")]
    wanted = [normalised(line) for line in entries if not line.startswith("-")]
    harmless = [normalised(line[1:]) for line in entries if line.startswith("-")]
    return WordList(
        language=path.stem,
        phrases=tuple(_between_spaces(each) for each in wanted if not _is_inside(each)),
        inside=tuple(each for each in wanted if _is_inside(each)),
        harmless=tuple(each if _is_inside(each) else _between_spaces(each) for each in harmless),
    )


def _is_inside(phrase: str) -> bool:
    return bool(_WITHOUT_SPACES.search(phrase))
