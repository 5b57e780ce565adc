"""Bring the catalogues of languages up to date, compile them, and list what is lacking.

Run by ``make messages``; with the code of a language, that one alone, which may be new. The exit
status is 1 as long as something is lacking or wrong.
"""

import os
import sys

import django

from tests.languages import catalogues
from tests.languages.sentences import catalogue

SHOWN = 40
"""Most lines of one kind."""


def main(chosen: list[str]) -> int:
    """Do it for the ``chosen`` languages, or for all; return the exit status."""
    sentences = catalogue()
    bad = 0
    for language in chosen or catalogues.languages():
        current = catalogues.brought_up_to_date(catalogues.read(language), sentences)
        path = catalogues.path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(catalogues.written(current))
        catalogues.path_of(language, "mo").write_bytes(catalogues.compiled(current))
        lacking, faults = catalogues.lacking(current, sentences), catalogues.faults(current)
        bad += len(lacking) + len(faults)
        _say(f"{language}: {len(sentences)} sentences")
        _list("lacking", lacking)
        _list("wrong", faults)
    return 1 if bad else 0


def _list(what: str, lines: list[str]) -> None:
    _say(f"  {len(lines)} {what}")
    for line in lines[:SHOWN]:
        _say(f"    {line}")
    if len(lines) > SHOWN:
        _say(f"    … and {len(lines) - SHOWN} more")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoutsite.settings")
    django.setup()
    sys.exit(main(sys.argv[1:]))
