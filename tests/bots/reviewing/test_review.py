"""A whole game's review: grades, turning points, luck, and its JSON."""

import json
from dataclasses import replace
from math import exp
from random import Random
from statistics import fmean

import pytest

from games.bots import expert
from games.bots.reviewing.grades import Grade, accuracy, grade_of
from games.bots.reviewing.judge_digest import judge_digest
from games.bots.reviewing.judging import Judgement
from games.bots.reviewing.luck import luck_of
from games.bots.reviewing.options import Option
from games.bots.reviewing.review import Review, review, review_from_json
from games.bots.reviewing.turning import turning_points
from games.bots.reviewing.whole import Place, count_decisions, decisions
from games.rules.cards import deck, hand_size
from games.rules.game import GameState
from games.rules.moves import Show
from tests.bots.reviewing.games import bots_game

COUNTS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def reviewed(game: GameState, people: set[int]) -> Review:
    places = {each.place for each in decisions(game) if each.place.seat in people}
    return Review(
        game.players, judge_digest(game.players), tuple(review(game, places, look_ahead=False))
    )


@pytest.mark.parametrize(
    ("given_away", "ahead", "grade"),
    [
        (0.0, 0.4, Grade.BEST),
        (0.1, 1.4, Grade.BEST),
        (0.0, 1.5, Grade.FIND),
        (0.0, None, Grade.BEST),
        (0.11, 3.0, Grade.FINE),
        (0.5, None, Grade.FINE),
        (0.51, None, Grade.LOOSE),
        (1.5, None, Grade.LOOSE),
        (1.51, None, Grade.COSTLY),
    ],
)
def test_grades(given_away: float, ahead: float | None, grade: Grade) -> None:
    assert grade_of(given_away, ahead) == grade


def test_accuracy_is_of_ten_decisions_or_more() -> None:
    assert accuracy([0.0] * 9) is None
    assert accuracy([0.0] * 10) == 1.0
    assert accuracy([1.6] * 10) == pytest.approx(exp(-1))


def verdict(given_away: float = 0.0, ahead: float = 0.0) -> Judgement:
    option = Option(Show(0, 1), 0.0)
    grade = grade_of(given_away, ahead)
    return Judgement(option, (option,), given_away, ahead, grade)


def test_turning_points_are_the_two_costliest_and_the_best_find() -> None:
    judged = {
        Place(0, 4, 0): verdict(0.6),
        Place(0, 8, 0): verdict(2.0),
        Place(1, 3, 0): verdict(ahead=2.5),
        Place(1, 7, 0): verdict(0.4),
        Place(2, 2, 0): verdict(ahead=4.0),
        Place(3, 5, 0): verdict(1.0),
    }
    assert turning_points(judged) == (Place(0, 8, 0), Place(2, 2, 0), Place(3, 5, 0))
    without = {place: each for place, each in judged.items() if each.grade != Grade.FIND}
    assert turning_points(without) == (Place(0, 4, 0), Place(0, 8, 0), Place(3, 5, 0))
    assert turning_points({Place(0, 1, 0): verdict(0.4)}) == ()


@COUNTS
def test_each_decision_is_there_once_in_order_and_people_are_judged(players: int) -> None:
    game = bots_game(*["steady"] * players, seed=players)
    found = reviewed(game, {0, 1})
    assert len(found.decisions) == count_decisions(game)
    assert [one.place for one in found.decisions] == [each.place for each in decisions(game)]
    rounds = {one.round for one in found.decisions}
    assert rounds == set(range(players))
    for one in found.decisions:
        assert (one.verdict is not None) == (one.seat in {0, 1})
        assert (one.luck is not None) == (one.number == 0)
    for seat in range(players):
        summary = found.seat(seat)
        own = [one.verdict for one in found.decisions if one.seat == seat and one.verdict]
        if seat > 1:
            assert summary is None
        else:
            assert summary is not None
            assert summary.decisions == len(own)
            assert summary.given_away == pytest.approx(sum(each.given_away for each in own))


def test_an_expert_gives_nothing_away_and_a_beginner_much() -> None:
    found = reviewed(bots_game("expert", "pip", "steady"), {0, 1, 2})
    best, worst, sound = (found.seat(seat) for seat in range(3))
    assert best is not None
    assert worst is not None
    assert sound is not None
    assert (best.given_away, best.accuracy) == (0.0, 1.0)
    assert worst.given_away > sound.given_away > 0
    assert all(one.verdict.given_away >= 0 for one in found.decisions if one.verdict)


def test_a_review_is_read_again_as_it_was_written() -> None:
    found = reviewed(bots_game("steady", "pip", "easy"), {0, 2})
    written = json.loads(json.dumps(found.to_json()))
    assert review_from_json(written) == found
    assert written["format"] == "scout-review/1"
    assert written["seats"][1] is None


def test_the_same_game_gets_the_same_review() -> None:
    game = bots_game("pip", "easy")
    assert reviewed(game, {0}) == reviewed(game, {0})


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_average_hand_has_no_luck(players: int) -> None:
    """Over many random hands; two players' second hands are from what they have not seen."""
    game = bots_game(*["steady"] * players)
    view = next(decisions(game)).view
    chance = Random(players)
    size = hand_size(players)
    hands = [
        bytes(card | chance.getrandbits(1) for card in chance.sample(deck(players), size))
        for _ in range(150)
    ]
    lucks = [luck_of(replace(view, hand=hand)) for hand in hands]
    assert abs(fmean(lucks)) < 1.0
    best = max(hands, key=lambda hand: expert.worths(replace(view, hand=hand))[0][0])
    assert luck_of(replace(view, hand=best)) == max(lucks) > 2


def test_with_two_players_luck_knows_the_cards_of_the_first_round() -> None:
    views = [each.view for each in decisions(bots_game("steady", "easy")) if not each.place.number]
    assert [view.round for view in views] == [0, 0, 1, 1]
    assert all(-15 < luck_of(view) < 15 for view in views)
