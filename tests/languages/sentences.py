"""The sentences of the site, as its code and templates hold them.

Those of libraries that people meet (errors of forms, the admin) are among them: their own
translations address people formally, or are missing.
"""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from sysconfig import get_path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from django.utils.translation import templatize

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("accounts", "games", "scoutsite", "templates")
"""Where sentences for people are."""
_LIBRARIES = Path(get_path("purelib"))
_MET = (
    *("django/forms/fields.py", "django/forms/models.py", "django/core/validators.py"),
    *("django/contrib/auth/forms.py", "django/contrib/auth/password_validation.py"),
    *("django/contrib/admin/*.py", "django/contrib/admin/views", "django/contrib/admin/templates"),
    *("django/contrib/admin/templatetags", "rest_framework/exceptions.py"),
    *("rest_framework/fields.py", "allauth/account/adapter.py", "allauth/account/forms.py"),
    *("allauth/mfa/adapter.py", "allauth/mfa/*/forms.py"),
    *("unfold/*.py", "unfold/contrib/filters", "unfold/templates/admin", "unfold/templates/unfold"),
)
"""The parts of libraries whose sentences people meet."""
_NEVER = re.compile(
    r"/(webauthn|registration|auth/user|edit_inline|unfold_crispy)/|invalid_setup|oauth2?_|/pdf"
)
"""Parts of these that the site does not use."""
_MISREAD = {"addedname", "changedname", "deletedname"}
"""Keys of a dictionary, which the reader of code takes for sentences."""

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


def said_both_ways() -> list[str]:
    """Return sentences with a second form that are said without a number too, with their files.

    Python's gettext finds only some of those, by its version.
    """
    found = [*_found()]
    counted = {(each.id[0], each.context) for each in found if not isinstance(each.id, str)}
    return [f"{each.file}: {each.id}" for each in found if (each.id, each.context) in counted]


def _found() -> Iterator[Found]:
    for name, path in _files():
        code = path.read_text()
        if path.suffix != ".py":
            code = _as_code(code, name)
        yield from _found_in(code, name)


def _files() -> Iterator[tuple[str, Path]]:
    for place in PLACES:
        yield from _files_in(ROOT / place, ROOT)
    for pattern in _MET:
        for met in sorted(_LIBRARIES.glob(pattern)):
            for name, path in _files_in(met, _LIBRARIES):
                if not _stands_in(name) and not _NEVER.search(name):
                    yield name, path


def _stands_in(name: str) -> bool:
    """Whether a template of ours, or of the admin's style, is used instead of this one."""
    library, _, template = name.partition("/templates/")
    theirs = _LIBRARIES / "unfold/templates" / template
    ours = ROOT / "templates" / template
    return ours.is_file() or (library != "unfold" and theirs.is_file())


def _files_in(place: Path, root: Path) -> Iterator[tuple[str, Path]]:
    for path in [place] if place.is_file() else sorted(place.rglob("*")):
        if path.suffix in (".html", ".txt", ".py"):
            yield path.relative_to(root).as_posix(), path


def _found_in(code: str, name: str) -> Iterator[Found]:
    read = extract("python", BytesIO(code.encode()), _KEYWORDS, _NOTE)
    for _line, said, notes, context in read:
        ids = said if isinstance(said, str) else (said[0], said[1])
        if ids not in _MISREAD:
            yield Found(name, ids, tuple(note.strip() for note in notes), context)


def _as_code(template: str, name: str) -> str:
    """Return the template as Django shows it to xgettext: calls, and X for all else."""
    # Without what stands before them: lines are no blocks of Python here.
    return "\n".join(line.strip() for line in templatize(template, origin=name).split("\n"))
