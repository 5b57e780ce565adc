"""Records over the API: finished games, whole and checkable."""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import GameRecord, IdempotencyKey
from games.tasks import forget_old_keys
from tests.api.conftest import Program
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


def test_the_record_of_a_finished_game_is_checked_by_the_rules(
    stranger: Program, tmp_path: Path
) -> None:
    game = people_game(2, open_to_all=True)
    play_on(game)
    path = f"/games/{game.public_id}/record/"
    record = stranger.get(path)
    assert record.body["format"] == "scout-record/1"
    out = StringIO()
    (tmp_path / "records.jsonl").write_text(json.dumps(record.body))
    call_command("verify_records", str(tmp_path / "records.jsonl"), stdout=out)
    assert out.getvalue() == '{"ok": true}\n'
    assert stranger.get(path, If_None_Match=record.headers["ETag"]).status == 304


def test_records_come_by_when_they_ended_and_only_to_who_may_see_them(
    anna: Program, stranger: Program
) -> None:
    games = [people_game(2, open_to_all=True) for _ in range(3)]
    hidden = people_game(2)
    now = timezone.now()
    for number, game in enumerate([*games, hidden]):
        play_on(game)
        at = now - timedelta(days=number)
        GameRecord.objects.filter(game=game).update(ended_at=at)
    reply = stranger.get("/records/")
    assert reply.headers["Content-Type"] == "application/x-ndjson"
    found = [record["meta"]["id"] for record in reply.body]
    assert found == [game.public_id for game in reversed(games)]
    since = (now - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert [record["meta"]["id"] for record in anna.get(f"/records/?since={since}").body] == [
        *(games[1].public_id, games[0].public_id)
    ]


@pytest.mark.parametrize(
    "since",
    ["2026-11-21T18:40:00Z", "2026-11-21T18:40:00+00:00", "2026-11-21T18:40:00%2B02:00"]
    + ["2026-11-21T18:40:00", "2026-11-21", "2026-11-21t18:40:60.5z", "2016-12-31T23:59:60-05:00"],
)
def test_since_is_a_time_as_programs_write_it(stranger: Program, since: str) -> None:
    assert stranger.get(f"/records/?since={since}").body == []


@pytest.mark.parametrize("since", ["", "yesterday", "2026-13-01", "0001-01-01T00:00:00%2B23:59"])
def test_what_is_no_time_is_refused(stranger: Program, since: str) -> None:
    refusal = stranger.get(f"/records/?since={since}")
    assert (refusal.status, refusal.body["code"]) == (422, "bad_request")


def test_keys_are_forgotten_after_some_days(anna: Program) -> None:
    anna.post("/games/", {"players": 3}, Idempotency_Key="old")
    anna.post("/games/", {"players": 3}, Idempotency_Key="new")
    days_ago = timezone.now() - timedelta(days=3)
    IdempotencyKey.objects.filter(key="old").update(created_at=days_ago)
    forget_old_keys()
    assert [row.key for row in IdempotencyKey.objects.all()] == ["new"]
