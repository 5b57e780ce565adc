"""A line: what somebody chose in a round, one choice after the other."""

from collections.abc import Sequence
from typing import NamedTuple

from games.bots.reviewing.whole import Decision
from games.pages.table.hint.words import short_titles


class Step(NamedTuple):
    """A choice in a line."""

    title: str
    alike: bool
    fork: bool


def steps_of(choices: Sequence[Decision], parted: int | None) -> list[Step]:
    """Return the choices of a line that parts from another at choice ``parted``, from 0."""
    steps = []
    for number, choice in enumerate(choices):
        (title,) = short_titles(choice.view, [choice.move])
        steps.append(Step(title, parted is None or number < parted, number == parted))
    return steps
