"""The catalogues in locale/: bringing them up to date, compiling them, finding their faults."""

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.languages.sentences import ROOT

LOCALE = ROOT / "locale"

_PLACEHOLDER = re.compile(r"%\(\w+\)[ds]|%[ds](?![a-zà-ÿ])|\{\w*\}|%%")
_TAG = re.compile(r"</?[a-z][^>]*>|&[a-z]+;")


def path_of(language: str, ending: str = "po") -> Path:
    """Return where the language's catalogue lies: to read (``po``) or compiled (``mo``)."""
    return LOCALE / language / "LC_MESSAGES" / f"django.{ending}"


def languages() -> list[str]:
    """Return the codes of all languages that have a catalogue."""
    return sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/django.po"))


def read(language: str) -> Catalog:
    """Return the catalogue as it lies there; an empty one for a language that is new."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, project="Next Act", version="1", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def brought_up_to_date(old: Catalog, sentences: Catalog) -> Catalog:
    """Return a catalogue of all ``sentences``, with the translations that ``old`` has of them."""
    new = Catalog(
        locale=old.locale,
        project="Next Act",
        version="1",
        charset="utf-8",
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        fuzzy=False,
    )
    for one in _messages(sentences):
        known = old.get(one.id, one.context)
        as_before = known is not None and known.pluralizable == one.pluralizable
        added = new.add(
            one.id,
            string=known.string if known is not None and as_before else None,
            locations=one.locations,
            auto_comments=one.auto_comments,
            user_comments=known.user_comments if known else (),
            context=one.context,
        )
        if "%(" not in _ids(one)[0]:
            # A per cent sign of the text itself: tools would ask for a placeholder.
            added.flags.discard("python-format")
    return new


def written(catalogue: Catalog) -> bytes:
    """Return the catalogue as its file holds it, by file and without numbers of lines."""
    out = BytesIO()
    write_po(out, catalogue, width=100, sort_by_file=True, include_lineno=False)
    return out.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """Return what the site reads."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def lacking(catalogue: Catalog, sentences: Catalog) -> list[str]:
    """Return the sentences that have no translation, each with a file that says it."""
    found = []
    for one in _messages(sentences):
        known = catalogue.get(one.id, one.context)
        if known is None or known.fuzzy or not all(_forms(known)):
            found.append(f"{one.locations[0][0]}: {_ids(one)[0]}")
    return found


def holding(pattern: str, catalogue: Catalog) -> list[str]:
    """Return the translations in which the regular expression ``pattern`` is found."""
    found = re.compile(pattern).search
    return [form for one in _messages(catalogue) for form in _forms(one) if found(form)]


def faults(catalogue: Catalog) -> list[str]:
    """Return what is wrong with translations: placeholders, tags, blanks around them."""
    return [
        f"{_ids(one)[0]!r}: {fault}"
        for one in _messages(catalogue)
        if all(_forms(one))
        for fault in _faults_of(one)
    ]


def _faults_of(one: Message) -> Iterator[str]:
    ids, forms = _ids(one), _forms(one)
    wanted = {held for said in ids for held in _PLACEHOLDER.findall(said)}
    # A form for one alone may say the number in a word.
    for form in forms[:-1]:
        if not set(_PLACEHOLDER.findall(form)) <= wanted:
            yield f"has a placeholder that the sentence has not: {form}"
    if set(_PLACEHOLDER.findall(forms[-1])) != wanted:
        yield f"has other placeholders than {sorted(wanted)}: {forms[-1]}"
    for form in forms:
        if Counter(_TAG.findall(form)) != Counter(_TAG.findall(ids[-1])):
            yield f"has other tags: {form}"
        if _edges(form) != _edges(ids[-1]):
            yield f"has other blanks around it: {form!r}"


def _edges(said: str) -> tuple[str, str]:
    return said[: len(said) - len(said.lstrip())], said[len(said.rstrip()) :]


def _messages(catalogue: Catalog) -> Iterator[Message]:
    # The first is the header.
    return (one for one in catalogue if one.id)


def _ids(one: Message) -> tuple[str, ...]:
    return (one.id,) if isinstance(one.id, str) else tuple(one.id)


def _forms(one: Message) -> tuple[str, ...]:
    said = one.string or ""
    return (said,) if isinstance(said, str) else tuple(said)
