"""What streams begin with: where a program's games are, and what it missed."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import AsyncClient
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.archive import programs
from games.models import Game
from tests.api.conftest import Program
from tests.api.test_schema import check, closed, schema
from tests.tables import play_on

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def begin(program: Program, path: str = "/stream/", last: str = "") -> list[tuple[str, Any]]:
    """Id and data of the events that a stream begins with."""
    headers = program.headers | ({"Last-Event-ID": last} if last else {})

    async def listen() -> bytes:
        response: Any = await AsyncClient().get(f"/api/v1{path}", headers=headers)
        assert response.status_code == 200, response.content
        events = aiter(response)
        first: bytes = await anext(events)
        await events.aclose()
        return first

    return [*_events(async_to_sync(listen)().decode())]


def _events(text: str) -> Iterator[tuple[str, Any]]:
    for event in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in event.splitlines() if line)
        if "data" in lines:
            assert lines["event"] == "game"
            yield lines.get("id", ""), json.loads(lines["data"])


def told(events: list[tuple[str, Any]]) -> list[str]:
    return [data["game"] for _number, data in events]


def known(last: str, game: Game) -> str:
    """The game, if it is the one that `last` tells of."""
    return game.public_id if last.startswith(game.public_id) else ""


def opened(program: Program, name: str = "") -> Game:
    game = program.open(players=3, bots=["pip", "otto"], turn_seconds=None, name=name)
    return Game.objects.get(public_id=game["id"])


def test_an_event_tells_where_a_game_is_and_nothing_else(anna: Program) -> None:
    game = opened(anna)
    whole = closed(schema())
    for moves in (1, 1, 3, 10_000):
        play_on(game, moves)
        view = anna.look({"id": game.public_id})
        [(number, data)] = begin(anna, f"/games/{game.public_id}/stream/")
        assert data == {
            "game": game.public_id,
            "version": view["version"],
            "seq": view["seq"],
            "state": view["state"],
            "to_act": view["view"]["to_act"],
        }
        assert number == f"{game.public_id}.{data['version']}"
        check(whole, whole["components"]["schemas"]["GameEvent"], data)
        if data["state"] == "running":
            assert begin(anna) == [(number, data)]


def test_coming_back_one_is_told_of_games_that_ended_meanwhile(anna: Program) -> None:
    with time_machine.travel(timezone.now() - 30 * HOUR, tick=False) as clock:
        long_over, over, going = (opened(anna, name) for name in ("first", "second", "third"))
        play_on(long_over)
        clock.shift(HOUR)
        play_on(over, 2)
        play_on(going, 2)
        [*_, (last, _data)] = begin(anna)
        clock.shift(HOUR)
        play_on(over)
        clock.shift(HOUR)

        again = begin(anna, last=last)
        assert {*told(again)} == {over.public_id, going.public_id} - {known(last, going)}
        end = {data["game"]: data for _number, data in again}[over.public_id]
        assert (end["state"], end["to_act"]) == ("finished", [])
        # The newest comes last: its id leaves the least to tell again.
        assert again[-1][1] == end
        assert over.public_id not in told(begin(anna, last=again[-1][0]))
        assert long_over.public_id not in told(again)
        # Without an id, nobody asks what is over.
        assert told(begin(anna)) == [going.public_id]


@pytest.mark.parametrize("last", ["nonsense", "none.3", "{other}.1", "{other}.0", "{closed}.0"])
def test_an_id_of_no_game_of_ones_own_is_taken_for_a_day_ago(
    anna: Program, bert: Program, last: str
) -> None:
    with time_machine.travel(timezone.now() - 48 * HOUR, tick=False) as clock:
        old, new, other = opened(anna), opened(anna), opened(bert)
        shut = anna.open(players=3)
        play_on(old)
        play_on(other, 2)
        assert anna.post(f"/games/{shut['id']}/leave/").status == 200
        clock.shift(30 * HOUR)
        play_on(new)
        clock.shift(HOUR)
        asked = last.format(other=other.public_id, closed=shut["id"])
        assert told(begin(anna, last=asked)) == [new.public_id]


def test_only_the_newest_are_told_by_the_same_queries(
    anna: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = opened(anna)
    play_on(first, 2)
    number = begin(anna)[0][0]
    with CaptureQueriesContext(connection) as few:
        begin(anna, last=number)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        games = []
        for _ in range(3):
            clock.shift(HOUR)
            games.append(opened(anna))
            play_on(games[-1])
        with CaptureQueriesContext(connection) as more:
            assert told(begin(anna, last=number)) == [each.public_id for each in games]
        assert len(more) == len(few)
        monkeypatch.setattr(programs, "MOST_ENDED", 2)
        assert told(begin(anna, last=number)) == [each.public_id for each in games[1:]]


def test_the_end_of_a_days_deal_is_told_to_its_player_alone(anna: Program, bert: Program) -> None:
    game = Game.objects.get(public_id=anna.post("/today/").body["game"])
    play_on(game, 2)
    [(last, _data)] = begin(anna)
    play_on(game)
    [(_number, data)] = begin(anna, last=last)
    assert (data["game"], data["state"], data["to_act"]) == (game.public_id, "finished", [])
    # Everywhere else it is hidden, from its player too.
    for program in (anna, bert):
        with pytest.raises(AssertionError, match="not_found"):
            begin(program, f"/games/{game.public_id}/stream/", last=last)
    assert begin(bert, last=last) == []


def test_a_list_from_before_the_column_says_that_it_does_not_know(anna: Program) -> None:
    game = opened(anna)
    game.summary.acting = None
    game.summary.save()
    assert begin(anna)[0][1]["to_act"] is None
    play_on(game, 1)
    assert begin(anna)[0][1]["to_act"] is not None


def test_a_stream_cannot_be_asked_on_without_asgi(anna: Program) -> None:
    refusal = anna.get("/stream/")
    assert (refusal.status, refusal.body["code"]) == (501, "no_streams")
    assert anna.post("/stream/").body["code"] == "bad_method"
