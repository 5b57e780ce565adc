"""`manage.py bot NAME [--seed N]`: a view in and a move out."""

import json
from random import Random
from typing import Any

import pytest

from games.bots.filter import answer
from games.bots.registry import LEVELS
from games.rules.view_reading import view_from_json
from games.rules.views import view_for
from tests.rules.commands import process, run
from tests.rules.play import POLICIES, SEATS, states

NAMES = pytest.mark.parametrize("name", sorted(LEVELS))


def some_views(number: int, *, legal: bool = False) -> list[dict[str, Any]]:
    """Of seats that may act, with any number of players."""
    views = []
    for players in SEATS:
        random = Random(players)
        played = states(players, random, POLICIES["by_type"])
        deciding = random.sample([state for state in played if state.to_act], number)
        views += [view_for(state, state.to_act[0]) for state in deciding]
    return [view.to_json(legal=legal) for view in views]


def with_legal(view: dict[str, Any]) -> list[Any]:
    legal = view_from_json(view).to_json()["legal"]
    assert isinstance(legal, list)
    return legal


def lines(values: list[Any]) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


@NAMES
def test_every_view_is_answered_with_a_legal_move(name: str) -> None:
    views = some_views(15)
    status, moves, complaints = run("bot", name, given=lines(views))
    assert (status, complaints) == (0, "")
    assert len(moves) == len(views)
    for view, move in zip(views, moves, strict=True):
        assert move in with_legal(view)


@pytest.mark.slow
def test_a_move_is_written_at_once_while_the_next_view_is_still_to_come() -> None:
    with process("bot", "random") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for view in some_views(1):
            running.stdin.write(lines([view]))
            running.stdin.flush()
            assert json.loads(running.stdout.readline()) in with_legal(view)
        running.stdin.close()
        assert running.wait() == 0


NO_DECISION: list[bytes] = [
    b"nothing", b"null", b"[]", b"{}", b"\xff", b"NaN", b"[" * 100_000,
    b'{"hand":' + b"9" * 5000 + b"}", b'{"\\ud800": 1}', b"", b"  ",
]  # fmt: skip


def test_a_line_that_is_no_view_is_answered_with_an_error_and_the_next_is_read() -> None:
    view = some_views(1)[-1]
    given = b"".join(line + b"\n" + lines([view]) for line in NO_DECISION)
    status, said, complaints = run("bot", "easy", given=given)
    assert (status, complaints) == (0, "")
    assert len(said) == 2 * len(NO_DECISION)
    assert all(set(each) == {"code", "error"} for each in said[::2])
    assert all(each["code"] == "bad_view" for each in said[::2])
    assert all(move in with_legal(view) for move in said[1::2])


def test_another_seed_may_draw_another_move_and_the_same_the_same() -> None:
    given = lines(some_views(5))
    drawn = [run("bot", "random", "--seed", seed, given=given)[1] for seed in ("1", "2", "1")]
    assert drawn[0] == drawn[2]
    assert drawn[0] != drawn[1]


def test_an_unknown_bot_is_refused() -> None:
    status, said, complaints = run("bot", "nobody")
    assert status != 0
    assert said == []
    assert "nobody" in complaints


@NAMES
def test_a_move_depends_on_seed_and_view_and_not_on_the_lines_before(name: str) -> None:
    views = some_views(8)
    once = [answer(name, json.dumps(view), 7) for view in views]
    back = [answer(name, json.dumps(view), 7) for view in reversed(views)]
    assert once == back[::-1]


@NAMES
def test_the_list_of_legal_moves_is_not_needed_and_changes_nothing(name: str) -> None:
    for view in some_views(5):
        given = {key: entry for key, entry in view.items() if key != "legal"}
        moves = [
            answer(name, json.dumps(written), 3)
            for written in (
                given, {**given, "legal": None}, {**given, "legal": []},
                {**given, "legal": with_legal(view)}, dict(reversed(given.items())),
            )
        ]  # fmt: skip
        assert moves == moves[:1] * 5


@NAMES
def test_a_view_without_a_decision_is_answered_with_an_error(name: str) -> None:
    random = Random(3)
    played = [state for state in states(3, random, POLICIES["uniform"]) if not state.needs_deal]
    for state in played:
        for seat in {None, 0, 1, 2} - set(state.to_act):
            said = answer(name, json.dumps(view_for(state, seat).to_json()), 1)
            assert set(said) == {"code", "error"}
            assert said["error"]


STUCK = {
    "format": "scout-view/1", "players": 2, "seat": 0, "round": 0, "rounds": 2, "starter": 0,
    "phase": "play", "to_act": [0], "turn": 0, "hand": ["1/2", "3/4"], "hand_counts": [2, 5],
    "active_set": {"owner": 1, "cards": ["9/1", "9/2"]}, "collected": [0, 0], "chips": [0, 3],
    "scout_and_show": [False, False], "scores": [0, 0], "winners": None, "history": [],
    "last_round": None, "legal": None,
}  # fmt: skip


@NAMES
def test_a_view_in_which_nothing_can_be_played_is_answered_with_an_error(name: str) -> None:
    assert set(answer(name, json.dumps(STUCK), 1)) == {"code", "error"}


@NAMES
def test_no_scout_and_show_is_played_with_two_players(name: str) -> None:
    view = {**STUCK, "chips": [3, 3], "scout_and_show": [True, True]}
    for seed in range(20):
        assert answer(name, json.dumps(view), seed).get("type") != "scout_and_show"
