"""Users export all their games as a file of valid records."""

import json

import pytest
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.models import Game, ImportedRecord
from games.play.chairs import leave
from games.rules.records import check_line
from tests.tables import bot_game, people_game, play_on

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


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_page_record_list_and_export_agree_on_a_game_by_invitation_that_one_left(seat: int) -> None:
    """Its players see it once it is over; anybody else needs its link."""
    game = people_game(3)
    players = [each.user for each in game.seats.order_by("number")]
    play_on(game, 5)
    leave(game_id=game.pk, seat=1)
    assert told_to(players[1], game) == {"page": True}
    play_on(game)
    everywhere = {"page": True, "record": True, "list": True, "export": True}
    assert told_to(players[seat], game) == everywhere
    assert told_to(new_guest(), game) == {}


def told_to(user: User | None, game: Game) -> dict[str, bool]:
    assert user is not None
    client = Client()
    client.force_login(user)
    path = f"/games/{game.public_id}/"
    listed = [json.loads(line) for line in client.get("/api/v1/records/").content.splitlines()]
    ids = [json.loads(line)["meta"]["id"] for line in exported(client)]
    told = {
        "page": client.get(path).status_code == 200,
        "record": client.get(f"/api/v1{path}record/").status_code == 200,
        "list": game.public_id in [record["meta"]["id"] for record in listed],
        "export": game.public_id in ids,
    }
    return {place: here for place, here in told.items() if here}
