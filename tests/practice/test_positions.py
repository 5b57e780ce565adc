"""Positions from a view alone, and the verdict on answers."""

import json
from collections.abc import Iterator

import pytest

from games.bots.reviewing.grades import Grade
from games.bots.reviewing.whole import decisions
from games.management.starters import bots_positions
from games.models import PracticeKind, PracticePosition
from games.practice.kinds import FAR
from games.practice.legal import need_legal
from games.practice.positions import Position, answered, options_in, position_of, to_json, view_in
from games.practice.starters import load_starters, starters
from games.rules.errors import RuleError
from games.rules.moves import Scout, Show, move_from_json
from games.rules.view_reading import view_from_json
from games.rules.views import View
from tests.bots.reviewing.games import bots_game

BOTS = ("steady", "easy", "steady", "easy", "steady")


def positions(players: int) -> Iterator[Position]:
    for decision in decisions(bots_game(*BOTS[:players])):
        if position := position_of(decision.view):
            yield position


@pytest.mark.parametrize("players", [2, 4])
def test_the_best_move_of_a_position_is_far_ahead(players: int) -> None:
    found = list(positions(players))
    assert found
    for position in found:
        best, following = position.options[:2]
        assert best.points - following.points >= FAR - 0.01
        assert best.move in position.view.legal_moves()
        assert position.view.may_act
        assert position.view.phase == "play"


def test_the_same_view_makes_the_same_position_and_holds_no_name() -> None:
    first = next(positions(3))
    columns = to_json(first)
    row = PracticePosition(**json.loads(json.dumps(columns)))
    assert view_in(row) == first.view
    assert options_in(row) == first.options
    again = position_of(view_in(row))
    assert again is not None
    assert to_json(again) == columns
    assert set(columns) == {"public_id", "players", "kind", "view", "options", "expert"}


def test_an_answer_is_graded_by_the_points_that_it_gives_away() -> None:
    position = next(positions(4))
    best = position.options[0]
    right = answered(position.view, position.options, best.move)
    assert (right.given_away, right.grade) == (0, Grade.FIND)
    for option in position.options[1:]:
        verdict = answered(position.view, position.options, option.move)
        assert verdict.given_away == pytest.approx(best.points - option.points, abs=0.01)
        assert verdict.grade == Grade.COSTLY
    for move in position.view.legal_moves():
        assert answered(position.view, position.options, move).given_away >= 0


def test_the_rules_judge_an_answer_by_the_view_alone() -> None:
    for position in (next(positions(2)), next(positions(5))):
        view = position.view
        for move in view.legal_moves():
            assert need_legal(view, move) in view.legal_moves()
        with pytest.raises(RuleError, match="no such cards"):
            need_legal(view, Show(0, 40))
        with pytest.raises(RuleError, match="no such place"):
            need_legal(with_a_ring(view), Scout("left", False, 40))


def with_a_ring(view: View) -> View:
    return (
        view
        if view.active_set
        else next(
            position.view
            for position in positions(view.players)
            if position.view.active_set and position.view.may_scout
        )
    )


def test_the_positions_that_come_with_the_site_are_of_all_kinds_and_sizes() -> None:
    found = list(starters())
    sizes = {
        kind: {row["players"] for row in found if row["kind"] == kind} for kind in PracticeKind
    }
    all_sizes = {2, 3, 4, 5}
    # With two players there is no Scout & Show.
    assert sizes == dict.fromkeys(PracticeKind, all_sizes) | {PracticeKind.BOTH: all_sizes - {2}}
    for row in found:
        view = view_from_json(row["view"])
        moves = [move_from_json(each["move"]) for each in row["options"]]
        points = [each["points"] for each in row["options"]]
        assert set(moves) <= set(view.legal_moves())
        assert points[0] - points[1] >= FAR - 0.01


def test_bots_make_the_same_positions_from_the_same_seed() -> None:
    found = bots_positions(seed=3, of_each=1, sizes=(3,))
    assert [position.kind for position in found] == list(PracticeKind)
    assert found == bots_positions(seed=3, of_each=1, sizes=(3,))
    assert found != bots_positions(seed=4, of_each=1, sizes=(3,))


@pytest.mark.django_db
def test_they_are_loaded_once() -> None:
    count = sum(1 for _ in starters())
    load_starters()
    assert PracticePosition.objects.count() == count
    PracticePosition.objects.order_by("pk").first().delete()  # type: ignore[union-attr]
    load_starters()
    assert PracticePosition.objects.count() == count
