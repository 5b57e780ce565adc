"""What programs are told fits one state of the game and reveals no secret."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from games.log.store import load_state
from games.models import Game, Round
from games.rules.cards import card_names
from games.rules.views import view_for
from tests.api.conftest import Program, account
from tests.pages.conftest import play
from tests.pages.test_secrecy import WRITTEN, seen
from tests.tables import next_move, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")


def open_table(programs: Sequence[Program]) -> Game:
    """Without a clock, with a program in every seat."""
    terms = {"players": len(programs), "open": True, "turn_seconds": None, "name": "Worlds"}
    game = programs[0].open(**terms)
    for program in programs[1:]:
        assert program.post(f"/games/{game['id']}/join/").status == 200
    return Game.objects.get(public_id=game["id"])


def people(players: int) -> list[Program]:
    return [Program(account(name)) for name in NAMES[:players]]


def both_ways(names: set[str]) -> set[str]:
    return names | {"/".join(reversed(name.split("/"))) for name in names}


# With four players it asks after every fifth move, so that the player to move changes.
@pytest.mark.parametrize(("players", "every"), [(2, 1), (3, 1), (4, 5)])
def test_all_views_of_a_move_fit_one_state_and_hold_no_foreign_card(
    players: int, every: int
) -> None:
    programs = people(players)
    game = open_table(programs)
    path = f"/games/{game.public_id}/"
    programs.append(Program())
    state = load_state(game)
    looks = 0
    while not state.over:
        answers = [program.get(path).body for program in programs]
        public: list[Any] = []
        for seat, answer in zip([*range(players), None], answers, strict=True):
            mine = view_for(state, seat)
            assert answer["view"] == mine.to_json()
            told = {*WRITTEN.findall(json.dumps(answer))}
            assert told <= both_ways(seen(mine))
            assert {*card_names(mine.hand or b"")} <= told
            view = answer["view"] | dict.fromkeys(("seat", "hand", "legal"))
            public.append(answer | {"view": view})
        assert all(each == public[0] for each in public)
        assert state.round
        for hand, answer in zip(state.round.hands, answers, strict=False):
            assert answer["view"]["hand"] == card_names(hand)
        looks += 1
        state = play_on(game, every)
    assert looks > 10


def test_a_record_is_nobodys_before_the_end() -> None:
    anna = Program(account("Anna"))
    game = anna.open(players=2, bots=["easy"])
    played = Game.objects.get(public_id=game["id"])
    while Round.objects.filter(game=played).count() < 2:
        play(played, *next_move(load_state(played)))
        refusal = anna.get(f"/games/{game['id']}/record/")
        assert (refusal.status, refusal.body["code"]) == (403, "not_over")
        assert not re.search(WRITTEN, json.dumps(refusal.body))
        assert anna.get("/records/").body == []
