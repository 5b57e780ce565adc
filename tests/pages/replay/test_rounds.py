"""Stepping through a round: open after the game, closed before."""

import pytest

from games.rules.game import GameState, deal, new_game, play
from games.rules.moves import Orient
from games.rules.records import read_record, record_of
from games.rules.replays import game_of, opened_round, watched_round
from games.rules.views import view_for
from tests.rules.examples import RECORDS, example


def stopped(players: int, rounds: int, moves: int) -> GameState:
    """The example after that many rounds and moves."""
    record = read_record(example(players))
    game = new_game(players)
    for number, entry in enumerate(record.rounds[: rounds + 1]):
        game = deal(game, entry.dealt)
        for seat, flip in enumerate(entry.flips):
            game = play(game, seat, Orient(flip))
        for seat, move in entry.moves if number < rounds else entry.moves[:moves]:
            game = play(game, seat, move)
    return game


@pytest.mark.parametrize("record", RECORDS[::8])
def test_a_record_played_again_is_the_same_record(record: dict[str, object]) -> None:
    made = record_of(game_of(read_record(record)))
    assert made == {key: value for key, value in record.items() if key != "meta"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_finished_round_is_open_from_the_deal_to_its_end(players: int) -> None:
    for result in game_of(read_record(example(players))).results:
        replayed = opened_round(result)
        first, last = replayed.positions[0], replayed.positions[-1]
        assert len(replayed.positions) == len(replayed.history) + 1 == len(replayed.made) + 1
        assert [len(hand or b"") for hand in first.hands] == [len(h) for h in result.dealt.hands]
        assert first.active_set is None
        assert list(last.hand_counts) == [score.hand for score in result.scores]
        assert list(last.collected) == [score.collected for score in result.scores]
        assert list(last.chips) == [score.chips for score in result.scores]
        assert replayed.last is not None
        assert replayed.last.ended_by == result.ended_by


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_round_in_play_is_what_the_views_of_one_seat_were(players: int) -> None:
    for moves in (0, 1, 2):
        game = stopped(players, 1, moves)
        for seat in (None, *range(players)):
            watched = watched_round(game, seat)
            assert watched is not None
            assert (watched.number, watched.last) == (1, None)
            views = [view_for(stopped(players, 1, count), seat) for count in range(moves + 1)]
            hands = [[position.hands[i] for i in range(players)] for position in watched.positions]
            assert hands == [
                [view.hand if i == seat else None for i in range(players)] for view in views
            ]
            assert [each.hand_counts for each in watched.positions] == [
                view.hand_counts for view in views
            ]
            known = zip(watched.history, watched.made, strict=True)
            assert all((made is not None) == (move.seat == seat) for move, made in known)


def test_nothing_is_to_be_replayed_before_all_hands_are_held() -> None:
    entry = read_record(example(3)).rounds[0]
    game = new_game(3)
    assert watched_round(game, 0) is None
    game = deal(game, entry.dealt)
    assert watched_round(game, 0) is None
    game = play(game, 0, Orient(True))
    assert watched_round(game, 0) is None


def test_ones_own_view_of_a_finished_round_closes_all_other_hands() -> None:
    replayed = opened_round(game_of(read_record(example(4))).results[1])
    mine = replayed.seen_by(2)
    assert all(
        [hand is not None for hand in position.hands] == [False, False, True, False]
        for position in mine.positions
    )
    known = zip(mine.history, mine.made, strict=True)
    assert all((made is not None) == (move.seat == 2) for move, made in known)
