"""The sentences of the site, as its code and templates hold them."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from django.utils.translation import templatize

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("accounts", "games", "scoutsite", "templates")
"""Where sentences for people are."""

_KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
_NOTE = ("Translators:",)


class Found(NamedTuple):
    """A sentence where it stands."""

    file: str
    id: str | tuple[str, str]
    """With a second form where it counts something."""
    notes: tuple[str, ...]
    context: str | None


@cache
def catalogue() -> Catalog:
    """Return all sentences of the site, each with the files that say it."""
    known = Catalog(charset="utf-8")
    for found in _found():
        known.add(
            found.id,
            locations=[(found.file, 1)],
            auto_comments=found.notes,
            context=found.context,
        )
    return known


def _found() -> Iterator[Found]:
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            if path.suffix in (".html", ".txt", ".py"):
                name = path.relative_to(ROOT).as_posix()
                code = path.read_text()
                if path.suffix != ".py":
                    code = _as_code(code, name)
                yield from _found_in(code, name)


def _found_in(code: str, name: str) -> Iterator[Found]:
    read = extract("python", BytesIO(code.encode()), _KEYWORDS, _NOTE)
    for _line, said, notes, context in read:
        ids = said if isinstance(said, str) else (said[0], said[1])
        yield Found(name, ids, tuple(note.strip() for note in notes), context)


def _as_code(template: str, name: str) -> str:
    """Return the template as Django shows it to xgettext: calls, and X for all else."""
    # Without what stands before them: lines are no blocks of Python here.
    return "\n".join(line.strip() for line in templatize(template, origin=name).split("\n"))
