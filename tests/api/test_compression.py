"""Answers are compressed for those who ask, but not what could then be guessed."""

import gzip
import json

import pytest

from games.models import Game
from tests.api.conftest import Program
from tests.tables import play_on

pytestmark = pytest.mark.django_db

GZIP = {"Accept-Encoding": "gzip"}


def test_a_game_is_compressed_and_its_tag_is_good_for_both_forms(anna: Program) -> None:
    game = anna.open(players=3, bots=["pip", "otto"])
    play_on(Game.objects.get(public_id=game["id"]), 5)
    path = f"/api/v1/games/{game['id']}/"
    plain = anna.client.get(path, headers=anna.headers)
    small = anna.client.get(path, headers=anna.headers | GZIP)
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small["Vary"]
    assert json.loads(gzip.decompress(small.content)) == plain.json()
    assert len(small.content) < len(plain.content) / 3
    assert small["ETag"] == f"W/{plain['ETag']}"
    for known in (plain["ETag"], small["ETag"]):
        for accepted, tag in (({}, plain["ETag"]), (GZIP, small["ETag"])):
            again = anna.client.get(
                path, headers=anna.headers | accepted | {"If-None-Match": known}
            )
            assert (again.status_code, again.content) == (304, b"")
            assert again["ETag"] == tag
            assert "Content-Encoding" not in again


@pytest.mark.parametrize("address", ["/api/v1/games/", "/api/v1/schema/"])
def test_lists_and_the_schema_are_compressed_with_a_tag(anna: Program, address: str) -> None:
    anna.open(players=3, bots=["pip", "otto"])
    small = anna.client.get(address, headers=anna.headers | GZIP)
    assert small["Content-Encoding"] == "gzip"
    assert small["ETag"].startswith('W/"')
    known = {"If-None-Match": small["ETag"]}
    assert anna.client.get(address, headers=anna.headers | GZIP | known).status_code == 304


def test_an_answer_with_the_key_to_a_table_is_not_compressed(anna: Program) -> None:
    game = anna.open(players=3, name="A name that is long enough for an answer to shrink")
    answer = anna.client.get(f"/api/v1/games/{game['id']}/", headers=anna.headers | GZIP)
    assert answer.json()["invitation"]
    assert len(answer.content) > 400
    assert "Content-Encoding" not in answer
