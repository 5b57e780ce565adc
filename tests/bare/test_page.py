"""The page and the trial of it know each other."""

from tests.bare.known import REPLACED, unknown
from tests.bare.page import blocks


def test_each_block_of_the_page_is_run_or_left_out_for_a_reason() -> None:
    assert unknown(blocks()) == []


def test_what_an_operator_types_is_asked_for_by_the_page() -> None:
    lines = {line for block in blocks() for line in block.text.splitlines()}
    assert set(REPLACED) <= lines
