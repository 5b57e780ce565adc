"""Dates, times and numbers as each language writes them."""

import re
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import override, to_locale

from games.words.amounts import decimal
from games.words.times import clock_time, day_and_time, moment, month_and_year

NIGHT = datetime(2026, 11, 25, 22, 2, tzinfo=UTC)
CODES = [code for code, _name in settings.LANGUAGES]
# What computers read: `datetime` attributes and addresses.
_FOR_MACHINES = {"c", "Y-m-d"}


def names_in(code: str) -> set[str]:
    module = import_module(f"scoutsite.formats.{to_locale(code)}.formats")
    return {name for name in vars(module) if name.endswith("_FORMAT")}


def test_every_language_has_every_format() -> None:
    assert len(names_in("en-gb")) > 20
    for code in CODES:
        assert names_in(code) == names_in("en-gb"), code


def test_no_template_spells_out_a_format() -> None:
    known = names_in("en-gb") | _FOR_MACHINES
    for path in Path("templates").rglob("*.*"):
        for form in re.findall(r"\|date:[\"']([^\"']*)", path.read_text()):
            assert form in known, (path, form)


@pytest.mark.parametrize(
    ("code", "at", "said", "month", "number"),
    [
        ("en-gb", "25 November 2026, 22:02 UTC", "Wednesday 25 November", "November 2026", "−2.5"),
        ("de", "25. November 2026, 22:02 UTC", "Mittwoch, 25. November", "November 2026", "−2,5"),
        ("fr", "25 novembre 2026, 22:02 UTC", "mercredi 25 novembre", "novembre 2026", "−2,5"),
        (
            "es",
            "25 de noviembre de 2026, 22:02 UTC",
            "miércoles, 25 de noviembre",
            "noviembre de 2026",
            "−2,5",
        ),
        ("ja", "2026年11月25日 22:02 UTC", "11月25日(水)", "2026年11月", "−2.5"),
    ],
)
def test_a_time_and_a_number_read_as_the_language_writes_them(
    code: str, at: str, said: str, month: str, number: str
) -> None:
    with override(code):
        assert moment(NIGHT) == at
        assert day_and_time(NIGHT).startswith(said)
        assert month_and_year(NIGHT).lower() == month.lower()
        assert decimal(-2.5) == number
        assert clock_time(NIGHT, NIGHT) == date_format(NIGHT, "TIME_FORMAT") == "22:02"
