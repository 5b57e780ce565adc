"""What a position asks, by its best moves."""

import pytest

from games.bots.reviewing.options import Option
from games.models import PracticeKind
from games.practice.kinds import kind_of_position
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show

SHOW, LOWER = Show(0, 3), Show(4, 5)
LEFT, RIGHT = Scout("left", False, 2), Scout("right", True, 2)
SPENT = ScoutAndShow("left", False, 2, 1, 4)


def judged(*moves: tuple[Move, float]) -> list[Option]:
    return [Option(move, points) for move, points in moves]


@pytest.mark.parametrize(
    ("best", "following", "kind"),
    [
        (SHOW, LEFT, PracticeKind.SCOUT),
        (LEFT, SHOW, PracticeKind.SCOUT),
        (SHOW, LOWER, PracticeKind.SHOW),
        (SPENT, LEFT, PracticeKind.BOTH),
        (SHOW, SPENT, PracticeKind.BOTH),
        (LEFT, RIGHT, PracticeKind.SCOUT),
        (Orient(True), Orient(False), None),
    ],
)
def test_it_follows_from_the_two_best_moves(
    best: Move, following: Move, kind: PracticeKind | None
) -> None:
    assert kind_of_position(judged((best, 3.0), (following, 1.0)), []) == kind


def test_two_scouts_ask_for_the_gap_if_the_best_one_leads_far() -> None:
    kinds = judged((LEFT, 3.0), (RIGHT, 0.5))
    other = Scout("left", False, 0)
    assert kind_of_position(kinds, judged((LEFT, 3.0), (other, 1.0))) == PracticeKind.GAP
    assert kind_of_position(kinds, judged((LEFT, 3.0), (other, 1.1))) == PracticeKind.SCOUT


def test_what_is_close_or_alone_is_nothing_to_practise() -> None:
    assert kind_of_position(judged((SHOW, 2.9), (LEFT, 1.0)), []) is None
    assert kind_of_position(judged((SHOW, 2.9)), []) is None
