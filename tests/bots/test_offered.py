"""Characters sit at new tables, each once, whatever they were asked for by."""

import pytest

from games.bots.offered import ALIASES, CALLED, MIDDLING, company, may_be_asked_for
from games.bots.registry import LEVELS, TROUPE, thinks_long


def test_the_characters_are_offered_weakest_first() -> None:
    assert list(CALLED) == list(TROUPE)
    assert list(CALLED.values()) == ["Pip", "Tilly", "Otto", "Lev", "Juno", "Corvo", "Mabel", "Ada"]
    assert MIDDLING in CALLED


def test_who_was_a_level_before_stands_for_a_character_and_random_for_none() -> None:
    assert {*ALIASES} == {*LEVELS} - {"random"}
    assert {*ALIASES.values()} <= {*CALLED}
    assert ALIASES["expert"] == "ada"
    assert "random" not in may_be_asked_for()


@pytest.mark.parametrize(
    ("asked", "seated"),
    [
        ("otto pip ada", "otto pip ada"),
        ("expert", "ada"),
        ("easy easy easy easy", "pip tilly otto lev"),
        ("expert expert expert expert", "ada mabel corvo juno"),
        ("steady steady steady", "mabel corvo ada"),
        ("otto otto otto otto", "otto tilly lev pip"),
        # Whoever is asked for by the own name comes first.
        ("expert ada", "mabel ada"),
        ("random random", "pip tilly"),
    ],
)
def test_nobody_sits_twice_and_the_nearest_free_comes_instead(asked: str, seated: str) -> None:
    assert company(asked.split()) == seated.split()


def test_who_sits_there_already_comes_no_second_time() -> None:
    assert company(["expert", "otto"], there=["ada", "otto", "easy", ""]) == ["mabel", "tilly"]


def test_ada_alone_of_the_characters_thinks_long() -> None:
    assert thinks_long() == {"expert", "ada"}
