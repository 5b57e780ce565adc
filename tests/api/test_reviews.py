"""Reviews over the API."""

import pytest

from games.models import StoredReview
from games.review.working import work_out
from tests.api.conftest import Program
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


def test_a_review_is_asked_for_and_fetched_by_who_may_see_the_game(
    anna: Program, stranger: Program
) -> None:
    game = people_game(2, open_to_all=True)
    path = f"/games/{game.public_id}/review/"
    assert anna.get(path).body["code"] == "not_over"
    assert anna.post(path).body["code"] == "not_over"
    play_on(game)
    none = {"state": "none", "judged": 0, "due": 0, "review": None}
    assert (anna.get(path).status, anna.get(path).body) == (200, none)
    assert stranger.post(path).status == 401
    asked = anna.post(path)
    assert (asked.status, asked.body) == (202, none | {"state": "asked"})
    assert anna.post(path).status == 200
    work_out(StoredReview.objects.get().pk)
    done = stranger.get(path).body
    assert (done["state"], done["judged"]) == ("done", done["due"])
    review = done["review"]
    assert review["format"] == "scout-review/1"
    record = anna.get(f"/games/{game.public_id}/record/").body
    for there, told in zip(record["rounds"], review["rounds"], strict=True):
        turns = [each for each in told["decisions"] if each["number"]]
        assert [each["number"] for each in turns] == list(range(1, len(there["moves"]) + 1))
        for made, each in zip(there["moves"], turns, strict=True):
            assert {"seat": each["seat"], **each["played"]} == made
            assert each["given_away"] == pytest.approx(
                each["best"][0]["points"] - each["points"], abs=0.011
            )


def test_a_hidden_game_has_no_review(anna: Program, stranger: Program) -> None:
    game = people_game(2)
    play_on(game)
    path = f"/games/{game.public_id}/review/"
    assert (anna.get(path).status, anna.post(path).status) == (404, 404)
    assert stranger.get(path).status == 401
    assert stranger.get(f"{path}?invitation={game.invitation}").status == 200
