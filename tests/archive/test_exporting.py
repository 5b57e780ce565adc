"""Users export all their games as a file of valid records."""

import json

import pytest
from django.test import Client

from accounts.guests.lifetime import new_guest
from games.models import ImportedRecord
from games.rules.records import check_line
from tests.tables import bot_game, play_on

pytestmark = pytest.mark.django_db


def exported(client: Client) -> list[bytes]:
    response = client.get("/records/export/")
    assert response["Content-Disposition"] == 'attachment; filename="scout-records.jsonl"'
    return b"".join(response).splitlines()


def test_ones_finished_games_come_one_a_line_and_nobody_elses() -> None:
    game = bot_game(players=2)
    owner = game.creator
    assert owner is not None
    play_on(game)
    other = bot_game(players=2)
    other.seats.filter(number=0).update(user=owner)
    play_on(other, 5)
    client = Client()
    client.force_login(owner)
    (line,) = exported(client)
    assert check_line(line) == {"ok": True}
    record = json.loads(line)
    meta = record["meta"]
    assert (meta["id"], meta["left"]) == (game.public_id, [None, None])
    for entry, turns in zip(record["rounds"], meta["turns"], strict=True):
        assert len(turns["by"]) == len(turns["since"]) == len(turns["at"]) == len(entry["moves"])
        assert all(since <= at for since, at in zip(turns["since"], turns["at"], strict=True))
    assert client.post("/records/", {"text": line.decode()}).status_code == 302
    assert ImportedRecord.objects.get().title == game.name
    stranger = Client()
    stranger.force_login(new_guest())
    assert exported(stranger) == []
