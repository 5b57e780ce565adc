"""Every sentence of the site is in every language."""

import re

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

from tests.languages import catalogues
from tests.languages.sentences import PLACES, ROOT, catalogue, said_both_ways

FORMAL = {
    "de": r"(?<=[a-zäöüß,] )(Sie|Ihre?[nmrs]?|Ihnen)\b",
    "es": r"\b[Uu]sted(es)?\b|(^|[.:;] |[Pp]or favor,? )(?i:introduzca|compruebe|asegúrese|elija"
    r"|seleccione|escriba|ingrese|haga|pulse|envíe|corrija|mantenga|vuelva|inténtelo|confirme)\b",
    "fr": r"(?i)\bvotre\b|\bvous (avez|êtes|devez|pouvez|souhaitez)\b"
    r"|\b(veuillez|saisissez|entrez|choisissez|vérifiez|corrigez|sélectionnez|essayez)\b",
    "ja": r"(である|だ|ない|できる)。",
}
"""How people are not addressed: as Sie, usted, vous (one person), and without です or ます."""
SET_ELSEWHERE = {
    "de": r"\.\.\.|(?<!=)\"(?=\w|\{|%)[^<>]*\"",
    "es": r"\.\.\.|[“”]|(?<!=)\"(?=\w|\{|%)[^<>]*\"",
    "fr": r"\.\.\.|[“”]|\w'\w| [;:!?»]|« |(?<!=)\"(?=\w|\{|%)[^<>]*\"",
    "ja": r"\.\.\.|[“”]|(?<!=)\"(?=\w|\{|%)[^<>]*\"",
}
"""Quotation marks, blanks, apostrophes and dots as the language does not set them."""

SAID = "`make messages` lists them all and compiles what has been translated."


def test_every_language_of_the_site_has_a_catalogue_and_no_other() -> None:
    spoken = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    assert catalogues.languages() == sorted(spoken)


def test_no_sentence_is_said_both_with_a_number_and_without() -> None:
    assert said_both_ways() == []


@pytest.mark.parametrize("language", catalogues.languages())
def test_nothing_is_lacking_and_nothing_wrong(language: str) -> None:
    known = catalogues.read(language)
    lacking = catalogues.lacking(known, catalogue())
    assert not lacking, f"{len(lacking)} lack a translation, as {lacking[:3]}. {SAID}"
    faults = catalogues.faults(known)
    assert not faults, "\n".join(faults[:20])


@pytest.mark.parametrize("language", catalogues.languages())
def test_people_are_addressed_in_one_way(language: str) -> None:
    assert catalogues.holding(FORMAL[language], catalogues.read(language)) == []


@pytest.mark.parametrize("language", catalogues.languages())
def test_sentences_are_set_as_the_language_sets_them(language: str) -> None:
    assert catalogues.holding(SET_ELSEWHERE[language], catalogues.read(language)) == []


@pytest.mark.parametrize("language", catalogues.languages())
def test_the_files_are_as_the_command_leaves_them(language: str) -> None:
    known = catalogues.read(language)
    current = catalogues.brought_up_to_date(known, catalogue())
    assert catalogues.path_of(language).read_bytes() == catalogues.written(current), SAID
    assert catalogues.path_of(language, "mo").read_bytes() == catalogues.compiled(known), SAID


def test_no_sentence_hides_behind_another_name_of_gettext() -> None:
    renamed = re.compile(r"import \w*gettext\w* as (?!_$)\w+", re.MULTILINE)
    for place in PLACES:
        for path in (ROOT / place).rglob("*.py"):
            assert not renamed.search(path.read_text()), path


def test_faults_are_found() -> None:
    new = Catalog(locale="de")
    new.add("{name} shows %(x)s", "{name} zeigt")
    new.add("<strong>Two</strong> ways", "<b>Zwei</b> Wege")
    new.add("ends, ", "endet,")
    new.add(("{n} card", "{n} cards"), ("eine Karte", "{n} Karten"))
    new.add(("{m} card", "{m} cards"), ("{n} Karte", "{m} Karten"))
    found = catalogues.faults(new)
    assert len(found) == 4
    assert [fault.split(": has")[0] for fault in found] == [
        "'{name} shows %(x)s'",
        "'<strong>Two</strong> ways'",
        "'ends, '",
        "'{m} card'",
    ]


def test_what_lacks_is_listed_with_its_place() -> None:
    sentences = Catalog()
    sentences.add("Old", locations=[("a.html", 1)])
    sentences.add("New", locations=[("b.html", 1)])
    sentences.add(("{n} card", "{n} cards"), locations=[("c.py", 1)])
    known = Catalog(locale="fr")
    known.add("Old", "Vieux")
    known.add(("{n} card", "{n} cards"), ("{n} carte", ""))
    current = catalogues.brought_up_to_date(known, sentences)
    kept = current.get("Old")
    assert kept is not None
    assert kept.string == "Vieux"
    assert catalogues.lacking(current, sentences) == ["b.html: New", "c.py: {n} card"]
