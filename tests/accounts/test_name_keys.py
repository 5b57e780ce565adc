"""The keys by which names are compared."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from icu import UNICODE_VERSION, UnicodeSet

from games.people.name_keys import (
    UNICODE,
    looks,
    looks_in_any_case,
    name_key,
    name_look,
    visible,
)

INVISIBLE = list(UnicodeSet("[:Default_Ignorable_Code_Point:]"))

names = st.text(max_size=20)
letters = st.text(st.characters(categories=["L", "Nd"]), max_size=20)
hidden = st.lists(st.tuples(st.integers(0, 20), st.sampled_from(INVISIBLE)), max_size=5)


@given(names, hidden)
@example("Anna Test", [(4, "\u034f")])
@example("A\u0301", [(1, "\u034f")])
@example("\u1100\u1161", [(1, "\u115f")])
def test_what_nobody_sees_makes_no_other_name(name: str, hidden: list[tuple[int, str]]) -> None:
    stuffed = name
    for place, invisible in hidden:
        stuffed = stuffed[:place] + invisible + stuffed[place:]
    assert looks(stuffed) == looks(name)
    assert visible(stuffed) == visible(name)


@given(names)
def test_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)
    assert name_look(name_look(name)) == name_look(name)
    assert "\n" not in name_key(name)


@given(letters)
def test_the_case_makes_no_other_name(name: str) -> None:
    assert name_key(name.casefold()) == name_key(name)
    assert looks(name) <= looks_in_any_case(name)


@given(letters, st.integers(0, 20))
@example("Tom", 2)
@example("Torn", 3)
def test_the_start_of_a_name_has_the_start_of_its_key(name: str, length: int) -> None:
    """So that players are found by it."""
    assert name_key(name).startswith(name_key(name[:length]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Otto 1", "Otto l"), ("Otto 1", "Otto I"), ("Tom", "Torn"), ("Bob", "B0b")),
        *(("Ilse", "llse"), ("ILSE", "ilse"), ("BOBA", "ВОВА"), ("Boba", "ВОВА")),
        *(("Straße", "STRASSE"), ("Anna", "\ua4eenna"), ("Anna", "Ꭺnna"), ("Ａｎｎａ", "anna")),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    assert looks(one) & looks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ali", "All"), ("Lila", "Ilia"), ("Andre", "André"), ("Anna", "Avva")),
        *(("Yoyo", "Uouo"), ("Иван", "Ivan"), ("Νίνα", "Vival"), ("Anna Test", "AnnaTest")),
    ],
)
def test_these_do_not(one: str, other: str) -> None:
    assert not looks(one) & looks(other)


def test_the_keys_there_are_were_made_by_the_data_there_is() -> None:
    """If not, the keys of existing names need renewing: see docs/operations.md."""
    assert UNICODE_VERSION == UNICODE
