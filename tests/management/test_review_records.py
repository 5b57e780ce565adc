"""review_records says of a record what the site says of its game."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.archive.stored import record_line
from games.models import StoredReview
from games.review.asking import ask_for_game
from games.review.kept import unpacked
from games.review.working import work_out
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


def test_it_reproduces_the_review_of_a_game(tmp_path: Path) -> None:
    game = people_game(3, bots=1)
    play_on(game, level="lev")
    work_out(ask_for_game(game.pk).pk)
    line = record_line(game)
    assert line is not None
    file = tmp_path / "records.jsonl"
    file.write_text(line + "not a record\n")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("review_records", str(file), stdout=out)
    found, fault = map(json.loads, out.getvalue().splitlines())
    assert found == unpacked(StoredReview.objects.get()).to_json()
    assert fault["ok"] is False
