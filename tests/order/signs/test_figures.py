"""What a sign is worth: plain functions over figures."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Strength
from games.order.signs.far_off import Result, judge_results
from games.order.signs.judging import at_least, chance_of_so_many, one_in
from games.order.signs.pairs import Meeting, judge_pair
from games.order.signs.second_accounts import InCommon, judge_two
from games.order.signs.stalling import Timed, judge_timing
from games.results.rating_model import NEW, Skill

BEGAN = datetime(2026, 6, 1, tzinfo=UTC)
KNOWN = Skill(25, 1)


def met(
    *, ahead: bool = True, skill: Skill = KNOWN, turns: int = 14, left: bool = False
) -> Meeting:
    return Meeting(2, ahead, not ahead, skill, skill, 0.5, turns, left)


def common(
    *,
    browser: int = 0,
    machine: int = 0,
    crowd: int = 2,
    alike: bool = False,
    times: tuple[list[datetime], list[datetime]] = ([], []),
) -> InCommon:
    return InCommon(20, browser, machine, machine, crowd, alike, times, None, 0)


def sittings(*hours: float, minutes: int = 0) -> list[datetime]:
    return [
        BEGAN + timedelta(days=day, hours=hour, minutes=minutes)
        for day in range(20)
        for hour in hours
    ]


def test_chances_are_those_of_a_coin_where_ratings_are_sure() -> None:
    assert at_least(9, [0.5] * 9) == pytest.approx(1 / 512)
    assert at_least(0, [0.5] * 9) == pytest.approx(1)
    sure = Skill(25, 0.01)
    assert chance_of_so_many(9, 9, sure, sure) == pytest.approx(1 / 512, rel=0.01)
    assert chance_of_so_many(9, 9, NEW, NEW) > 0.05, "of newcomers nothing is known"


@pytest.mark.parametrize(
    ("chance", "said"), [(1 / 512, 510), (1 / 7, 7), (1 / 23_456, 23_000), (0, 1_000_000)]
)
def test_a_chance_is_said_in_round_numbers(chance: float, said: int) -> None:
    assert one_in(chance) == said


def test_a_pair_needs_many_games_ahead_or_many_short_ones() -> None:
    assert judge_pair([met()] * 4) is None, "too few"
    assert judge_pair([met()] * 6 + [met(ahead=False)] * 3) is None
    assert judge_pair([met(skill=NEW)] * 9) is None, "one may just be stronger"
    one_sided = judge_pair([met()] * 11)
    assert one_sided is not None
    assert one_sided.strength == Strength.SOME
    short = judge_pair([met(skill=NEW, left=True)] * 5 + [met(skill=NEW)])
    assert short is not None
    assert (short.strength, short.figures["left"]) == (Strength.STRONG, 5)


def test_losing_to_somebody_who_leaves_is_no_sign_of_the_winner() -> None:
    assert judge_pair([met(ahead=False, left=True)] * 9) is None


def test_results_count_from_the_eleventh_game_on_in_both_directions() -> None:
    ahead = [Result(number, 1, 0.5) for number in range(1, 31)]
    judged = judge_results(ahead)
    assert judged is not None
    assert judged.figures["games"] == 20
    assert judge_results(ahead[:20]) is None
    assert judge_results([each._replace(share=0) for each in ahead]) is not None
    assert judge_results([each._replace(expected=0.98) for each in ahead]) is None


def test_one_browser_is_some_sign_and_more_makes_it_strong() -> None:
    some, strong = judge_two(common(browser=3)), judge_two(common(browser=3, machine=5))
    assert some is not None
    assert strong is not None
    assert (some.strength, strong.strength) == (Strength.SOME, Strength.STRONG)
    assert judge_two(common(machine=9)) is None, "two phones of a kind at home"
    assert judge_two(common(machine=9, crowd=9, alike=True)) is None


def test_playing_in_turn_is_a_sign_and_playing_at_once_speaks_against_it() -> None:
    one, after = sittings(9), sittings(9, minutes=5)
    judged = judge_two(common(machine=5, times=(one, after)))
    assert judged is not None
    assert judged.figures["parts"]["after"] == 20
    at_once = sorted(sittings(9) + sittings(9, minutes=2))
    judged = judge_two(common(browser=5, machine=5, times=(at_once, sittings(9, minutes=1))))
    assert judged is not None
    assert judged.strength == Strength.AGAINST


def test_being_slow_everywhere_is_not_holding_up_lost_games() -> None:
    late, fast = (True,) * 10, (False,) * 10
    end = (*(False,) * 6, *(True,) * 4)
    assert judge_timing([Timed(True, late)] * 4 + [Timed(False, late)] * 4) is None
    assert judge_timing([Timed(True, fast)] * 8) is None
    assert judge_timing([Timed(True, end)] * 2 + [Timed(False, fast)] * 4) is None, "two games"
    judged = judge_timing([Timed(True, end)] * 4 + [Timed(False, fast)] * 4)
    assert judged is not None
    assert (judged.strength, judged.figures["games"]) == (Strength.STRONG, 4)
