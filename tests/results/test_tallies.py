"""What is counted in a finished game, compared with another way of counting."""

from collections import Counter

import pytest

from games.log.store import load, load_state
from games.models import Game, PlayerStatistics, SeatResult
from games.models.statistics import WON
from games.play.chairs import leave
from games.results.figures import figures_of
from games.results.places import places_of
from games.results.tallies import PACES, added, shares_of, without
from games.rules.records import record_of
from tests.pages.seats import keep_chair
from tests.results.finished import finished, player, table
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def tally_of(game: Game, seat: int = 0) -> dict[str, int]:
    tally: dict[str, int] = SeatResult.objects.get(game=game, seat__number=seat).tally
    return tally


def test_the_figures_are_those_of_the_record() -> None:
    game = finished("Maya", "Bruno", "Ilse")
    record = record_of(load_state(game))
    for seat in range(3):
        figures = figures_of(tally_of(game, seat))
        scores = [each["scores"][seat]["total"] for each in record["rounds"]]
        assert figures.rounds == 3
        assert figures.points == dict(sorted(Counter(scores).items()))
        assert figures.points_a_round == sum(scores) / 3
        won = record["winners"]
        assert figures.won == (1 / len(won) if seat in won else 0)
        moves = [m for each in record["rounds"] for m in each["moves"] if m["seat"] == seat]
        kinds = Counter(move["type"] for move in moves)
        assert (figures.show, figures.scout) == (kinds["show"], kinds["scout"])
        assert figures.scout_and_show == kinds["scout_and_show"]
        sizes = [m["stop"] - m["start"] for m in moves if m["type"] != "scout"]
        assert figures.cards_a_show == pytest.approx(sum(sizes) / len(sizes))
        assert len(figures.longest) == max(sizes)
        endings = Counter(
            f"{'own' if each['ender'] == seat else 'other'}_{each['ended_by']}"
            for each in record["rounds"]
        )
        assert {key: count for key, count in figures.endings.items() if count} == endings
        assert sum(figures.pace.values()) == figures.turns == len(moves)


def test_games_with_people_and_against_bots_are_summed_apart() -> None:
    finished("Maya", bots=1)
    finished("Maya", "Bruno")
    maya = PlayerStatistics.objects.filter(user=player("Maya"))
    assert sorted(maya.values_list("among_people", "tally__games")) == [(False, 1), (True, 1)]


def test_what_the_clock_and_a_bot_played_is_no_turn_of_the_player() -> None:
    game = table("Maya", "Bruno")
    play_on(game, moves=2)
    keep_chair(game, 1)
    play_on(game)
    tally = tally_of(game, 1)
    assert tally["clock"] == 2
    turns = figures_of(tally).turns
    made = sum(1 for result in load(game).state.results for move in result.moves if move.seat == 1)
    assert turns < made
    # The chair is still theirs: the rounds count.
    assert tally["rounds"] == 2


def test_who_leaves_for_good_comes_last_and_wins_nothing() -> None:
    game = table("Maya", "Bruno", "Ilse")
    leave(game_id=game.pk, seat=1)
    play_on(game)
    result = SeatResult.objects.get(game=game, seat__number=1)
    assert (result.left, result.place, result.won) == (True, 3, 0)
    assert result.tally == {"games": 1, "left": 1}


def test_places_and_parts_of_a_victory() -> None:
    assert places_of([5, 9, 9, 1], []) == [3, 1, 1, 4]
    assert places_of([5, 9, 9, 1], [1, 3]) == [2, 3, 1, 3]
    assert shares_of([5, 9, 9, 1], []) == [0, WON // 2, WON // 2, 0]
    # Players who left for good share no victory: it belongs to those who stayed.
    assert shares_of([5, 9, 9, 1], [1]) == [0, 0, WON, 0]
    assert shares_of([5, 9, 9, 1], [1, 2]) == [WON, 0, 0, 0]


def test_tallies_are_added_and_taken_away_key_by_key() -> None:
    one, other = {"games": 1, "points:-3": 2}, {"games": 1, "show": 4}
    both = added([one, other])
    assert both == {"games": 2, "points:-3": 2, "show": 4}
    assert without(both, other) == one


def test_the_strongest_of_the_longest_sets_is_named() -> None:
    assert figures_of({"set:3r4": 2, "set:3m2": 1, "set:2m9": 5}).longest == (2, 2, 2)
    assert figures_of({"set:5r6": 1, "set:4m9": 1}).longest == (6, 7, 8, 9, 10)


def test_half_of_the_turns_are_made_within_the_median() -> None:
    minute, hour = PACES.index(60), PACES.index(3600)
    assert figures_of({f"pace:{minute}": 3, f"pace:{hour}": 1}).quartiles == (minute,) * 3
    assert figures_of({f"pace:{minute}": 2, f"pace:{hour}": 2}).quartiles == (minute, minute, hour)
    assert figures_of({}).quartiles is None
