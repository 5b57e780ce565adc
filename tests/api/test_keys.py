"""What a repeated request is told, and how many keys an account may have."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.lobby.leaving import close
from games.models import Game, IdempotencyKey
from games.people import idempotency
from tests.api.conftest import Program, account
from tests.play.test_simultaneous import at_once
from tests.tables import play_on

pytestmark = pytest.mark.django_db

ORIENT = {"type": "orient", "flip": False}


def keyed(number: object) -> dict[str, str]:
    return {"Idempotency_Key": f"key {number}".replace(" ", "-")}


@pytest.fixture
def few_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "AT_MOST", 3)


def test_a_repeat_is_told_of_the_game_as_it_is_now_and_what_it_led_to(anna: Program) -> None:
    terms = {"players": 3, "bots": ["easy", "easy"]}
    first = anna.post("/games/", terms, **keyed(1))
    play_on(Game.objects.get(), 4)
    again = anna.post("/games/", terms, **keyed(1))
    assert again.status == first.status == 201
    assert again.body == anna.look(first.body)
    assert again.body["version"] > first.body["version"]
    assert again.headers["Idempotency-Version"] == str(first.body["version"])
    assert "Idempotency-Version" not in first.headers
    assert Game.objects.count() == 1


def test_a_repeat_may_ask_for_its_answer_in_another_way(anna: Program) -> None:
    game = anna.open(players=2, bots=["easy"])
    move = {"seq": 0, **ORIENT}
    assert anna.post(f"/games/{game['id']}/moves/", move, **keyed(1)).status == 201
    again = anna.post(f"/games/{game['id']}/moves/?legal=false", move, **keyed(1))
    assert (again.status, again.body["view"]["legal"]) == (200, None)


def test_a_repeat_tells_its_sender_nothing_that_they_may_no_longer_see(anna: Program) -> None:
    anna.post("/games/", {"players": 3}, **keyed(1))
    assert anna.user
    close(game_id=Game.objects.get().pk, by=anna.user)
    left = Game.objects.count()
    again = anna.post("/games/", {"players": 3}, **keyed(1))
    assert (again.status, again.body["code"]) == (404, "not_found")
    assert Game.objects.count() == left


def test_what_is_kept_of_an_answer_is_as_small_for_a_long_game_as_for_none(anna: Program) -> None:
    game = anna.open(players=2, bots=["easy"])
    play_on(Game.objects.get(), 12)
    for number in range(3):
        assert anna.post(f"/games/{game['id']}/join/", {}, **keyed(number)).status == 200
    now = anna.look(game)
    for row in IdempotencyKey.objects.all():
        assert (row.status, row.game, row.version) == (200, game["id"], now["version"])
    columns = {field.name for field in IdempotencyKey._meta.get_fields()}
    assert columns == {"id", "user", "key", "request", "status", "game", "version", "created_at"}


@pytest.mark.usefixtures("few_keys")
def test_an_account_with_all_its_keys_gets_no_other_and_nothing_is_done_twice(
    anna: Program, bert: Program
) -> None:
    terms = {"players": 3}
    opened = [anna.post("/games/", terms, **keyed(number)).body for number in range(3)]
    refusal = anna.post("/games/", terms, **keyed("too many"))
    assert (refusal.status, refusal.body["code"]) == (429, "too_many_requests")
    two_days = idempotency.KEPT_FOR.total_seconds()
    assert two_days - 600 < int(refusal.headers["Retry-After"]) <= two_days
    # Every key still holds, and a request without one is welcome.
    for number, game in enumerate(opened):
        assert anna.post("/games/", terms, **keyed(number)).body["id"] == game["id"]
    assert Game.objects.count() == 3
    assert anna.post("/games/", terms).status == 201
    assert bert.post("/games/", terms, **keyed("too many")).status == 201
    # It opens nothing, and is free when there is room again.
    IdempotencyKey.objects.filter(key="key-0").update(
        created_at=timezone.now() - idempotency.KEPT_FOR - timedelta(minutes=1)
    )
    assert anna.post("/games/", terms, **keyed("too many")).status == 201


@pytest.mark.usefixtures("few_keys")
def test_moves_push_out_keys_of_moves_alone_and_are_still_made_once(anna: Program) -> None:
    opening = anna.post("/games/", {"players": 2, "bots": ["easy"]}, **keyed("open"))
    game: Any = opening.body
    for number in range(5):
        # The first is made, the others are the same again.
        answer = anna.play(game, ORIENT, **keyed(number))
        assert answer.status == (201 if number == 0 else 200)
    kept = IdempotencyKey.objects.order_by("pk").values_list("key", flat=True)
    assert [*kept] == ["key-open", "key-2", "key-3", "key-4"]
    assert anna.play(game, ORIENT, **keyed(0)).status == 200


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_of_the_same_requests_at_the_same_moment_one_is_carried_out() -> None:
    anna = Program(account("Anna"))
    senders = [Program() for _ in range(6)]
    for sender in senders:
        sender.headers = anna.headers

    def send(number: int) -> tuple[int, str]:
        answer = senders[number].post("/games/", {"players": 3}, **keyed(1))
        return answer.status, answer.body["id"]

    assert set(at_once(len(senders), send)) == {(201, Game.objects.get().public_id)}
