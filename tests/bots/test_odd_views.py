"""A well-formed but impossible view is refused, and the next line is read."""

import json
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from random import Random
from typing import Any

import pytest

from games.bots.filter import answer
from games.bots.registry import AHEAD, LEVELS
from games.rules.cards import card_name, card_names, deck
from tests.bots.test_bots import positions

NAMES = pytest.mark.parametrize("name", [*LEVELS, pytest.param(AHEAD, marks=pytest.mark.slow)])
SHOWN = {"seat": 1, "type": "show", "cards": ["1/2"]}


def written(players: int, turns: int) -> dict[str, Any]:
    """After some turns."""
    found = (
        view
        for _, view in positions(players, seed=1, step=1)
        if len(view.history) >= turns and view.active_set
    )
    value: dict[str, Any] = json.loads(json.dumps(next(found).to_json(legal=False)))
    return value


def own(view: dict[str, Any], key: str, value: int) -> None:
    view[key][view["seat"]] = value


def with_hand(view: dict[str, Any], cards: list[str]) -> None:
    view["hand"] = cards
    own(view, "hand_counts", len(cards))


def others_hold(view: dict[str, Any], cards: int) -> None:
    view["hand_counts"] = [
        len(view["hand"]) if seat == view["seat"] else cards for seat in range(view["players"])
    ]


ODD: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a hand of sixty": lambda view: with_hand(view, (card_names(deck(5)) * 2)[:60]),
    "the whole deck in the hand": lambda view: with_hand(view, card_names(deck(3))),
    "a card twice": lambda view: with_hand(view, [*view["hand"], view["hand"][0]]),
    "a card twice, once turned": lambda view: with_hand(
        view, [*view["hand"], "/".join(reversed(view["hand"][0].split("/")))]
    ),
    "a card of the ring in the hand": lambda view: with_hand(
        view, [*view["hand"], view["active_set"]["cards"][0]]
    ),
    "a card that is not in the game": lambda view: with_hand(view, [*view["hand"][1:], "9/10"]),
    "a history of cards not in the game": lambda view: view["history"].append(
        {**SHOWN, "cards": ["10/9"]}
    ),
    "a set to beat of cards not in the game": lambda view: view["active_set"].update(
        cards=["10/9"]
    ),
    "a set of one's own to beat": lambda view: view["active_set"].update(owner=view["seat"]),
    "a hand that is longer than its count": lambda view: own(view, "hand_counts", 2),
    "others with more cards than there are": lambda view: others_hold(view, 30),
    "others with fewer cards than none": lambda view: others_hold(view, -3),
    "piles with more cards than there are": lambda view: own(view, "collected", 40),
    "a huge pile": lambda view: own(view, "collected", 10**400),
    "a pile below nothing": lambda view: own(view, "collected", -1),
    "huge chips": lambda view: own(view, "chips", 10**400),
    "huge scores": lambda view: own(view, "scores", -(10**400)),
    "a huge round": lambda view: view.update(round=10**400),
    "a round before the first": lambda view: view.update(round=-1),
    "too many rounds": lambda view: view.update(rounds=99),
    "a history without an end": lambda view: view.update(history=[SHOWN] * 1_000),
    "a hand shorter than what was scouted into it": lambda view: (
        view.update(
            history=[
                {"seat": (view["seat"] + 1) % 3, "type": "scout", "end": "left", "card": card}
                for card in ("1/2", "1/3", "1/4")
            ],
            hand=["7/8"],
        ),
        view.update(hand_counts=[1, 1, 1]),
    ),
}


@NAMES
@pytest.mark.parametrize("odd", ODD)
def test_what_cannot_be_is_no_view(name: str, odd: str) -> None:
    view = written(3, 4)
    assert "type" in answer(name, json.dumps(view), 1)
    ODD[odd](view)
    said = answer(name, json.dumps(view), 1)
    assert said.get("code") == "bad_view", said
    assert said["error"]


@NAMES
@pytest.mark.parametrize("points", [-10_000, 10_000])
def test_what_can_hardly_be_is_answered(name: str, points: int) -> None:
    """An impossible score where it counts, and a ring nobody has shown."""
    view = written(3, 4)
    view.update(round=2, scores=[-points] * 3)
    own(view, "scores", points)
    assert "type" in answer(name, json.dumps(view), 1)
    view["history"] = []
    assert "type" in answer(name, json.dumps(view), 1)


def test_the_filter_reads_on_after_odd_views(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from django.core.management import call_command

    odd, view = written(3, 4), written(3, 4)
    ODD["a huge pile"](odd)
    lines = "".join(f"{json.dumps(each)}\n" for each in (odd, view, odd, view))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(lines.encode())))
    call_command("bot", "expert")
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each.get("code") for each in said] == ["bad_view", None] * 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_view_of_a_game_is_refused(players: int) -> None:
    for _, view in positions(players, seed=30 + players, step=3):
        assert "type" in answer("random", json.dumps(view.to_json(legal=False)), 1)


@NAMES
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whatever_is_changed_in_a_view_there_is_an_answer(name: str, players: int) -> None:
    """A bot may refuse or move, and never fails."""
    chance = Random(f"{name} {players}")
    for _, view in positions(players, seed=40 + players, step=9):
        for _ in range(4):
            value = json.loads(json.dumps(view.to_json(legal=False)))
            for _ in range(chance.randrange(1, 4)):
                change(value, chance)
            said = answer(name, json.dumps(value), 1)
            assert "type" in said or {*said} == {"code", "error"}


def change(view: dict[str, Any], chance: Random) -> None:
    key = chance.choice(sorted(view.keys() - {"format", "players", "legal"}))
    value = view[key]
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        kinds: list[Callable[[], object]] = [
            lambda: value.pop(place),
            lambda: value.append(value[place]),
            lambda: chance.shuffle(value),
        ]
        if isinstance(value[place], str):
            kinds.append(lambda: value.__setitem__(place, card_name(chance.randrange(90))))
        if type(value[place]) is int:
            kinds.append(lambda: value.__setitem__(place, chance.randrange(-2, 60)))
        chance.choice(kinds)()
    elif type(value) is int:
        view[key] = chance.randrange(-1, 6)
    else:
        view[key] = chance.choice([None, view["turn"], "play", "orient", value])
