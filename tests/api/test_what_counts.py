"""What a program opens, sends and says counts; what was refused, or done already, does not."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import RequestFactory
from django_ratelimit.core import get_usage
from pytest_django import Settings

from games.lobby import opening
from games.models import Game, PreparedDeal
from tests.api.conftest import Program, Reply, account
from tests.tables import play_on

pytestmark = pytest.mark.django_db

TERMS = {"players": 2, "bots": ["pip"]}


@pytest.fixture(autouse=True)
def _low_limits(settings: Settings) -> Iterator[None]:
    """Two of everything an hour, while no time passes."""
    cache.clear()
    settings.RATELIMIT_ENABLE = True
    settings.PAGE_LIMITS = dict.fromkeys(settings.PAGE_LIMITS, "2/h")
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False):
        yield
    cache.clear()


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency_Key": key}


def statuses(*replies: Reply) -> list[int]:
    return [reply.status for reply in replies]


def test_refused_requests_use_up_no_new_games(anna: Program) -> None:
    refused = [
        anna.post("/games/", {"players": 9}),
        anna.post("/games/", b"{"),
        anna.post("/games/", {"name": "x" * 20_000}),
        anna.post("/games/", {"players": 3, "rated": True}),
        anna.post("/games/", TERMS | {"commitment": "0" * 64}),
        anna.post("/commitments/", {"seat": 1}),
        anna.post("/games/none/rematch/"),
    ]
    assert statuses(*refused) == [422, 400, 413, 403, 422, 422, 404]
    opened = [anna.post("/games/", TERMS) for _ in range(3)]
    assert statuses(*opened) == [201, 201, 429]
    assert 1 <= int(opened[2].headers["Retry-After"]) <= 3600


def test_games_rematches_and_commitments_count_together(anna: Program, bert: Program) -> None:
    game = anna.open(**TERMS)
    play_on(Game.objects.get())
    assert anna.post(f"/games/{game['id']}/rematch/").status == 200
    assert anna.post("/commitments/").status == 429
    assert bert.post("/commitments/").status == 201
    assert bert.post("/games/", TERMS).status == 201
    assert bert.post("/games/", TERMS).status == 429


def test_a_request_sent_again_with_its_key_counts_once(anna: Program) -> None:
    first = [anna.post("/games/", TERMS, **keyed("one")) for _ in range(4)]
    other = anna.post("/games/", TERMS, **keyed("two"))
    assert statuses(*first, other) == [201] * 5
    # Nothing is left, but this is done already.
    again = anna.post("/games/", TERMS, **keyed("two"))
    assert (again.status, again.body["id"]) == (201, other.body["id"])
    assert anna.post("/games/", {"players": 3}, **keyed("two")).body["code"] == "key_reused"
    assert anna.post("/games/", TERMS, **keyed("three")).status == 429
    assert Game.objects.count() == 2


def test_a_repeated_wish_for_a_commitment_makes_another_and_counts(anna: Program) -> None:
    replies = [anna.post("/commitments/", **keyed("one")) for _ in range(3)]
    assert statuses(*replies) == [201, 201, 429]
    assert PreparedDeal.objects.count() == 2


def test_refused_invitations_friends_words_and_seats_use_nothing_up(anna: Program) -> None:
    bert, cleo = Program(account("Bert")), Program(account("Cleo"))
    table = anna.open(players=4)
    path = f"/games/{table['id']}"
    nobody = {"player": "Nobody"}
    for _ in range(3):
        assert anna.post(f"{path}/invite/", nobody).body["code"] == "unknown_player"
        assert anna.post("/friends/", nobody).body["code"] == "unknown_player"
        assert anna.post(f"{path}/chat/", {"text": ""}).status == 422
        assert bert.post(f"{path}/join/", {"invitation": "wrong"}).status == 404
    assert anna.post(f"{path}/invite/", {"player": "Bert"}).status == 200
    assert anna.post("/friends/", {"player": "Bert"}).status == 200
    assert anna.post("/friends/", {"player": "Cleo"}).status == 429
    said = [anna.post(f"{path}/chat/", {"text": "Hello"}) for _ in range(3)]
    assert statuses(*said) == [201, 201, 429]
    link = {"invitation": table["invitation"]}
    assert bert.post(f"{path}/join/", link).status == 200
    assert cleo.post(f"{path}/join/", link).status == 200


def test_of_two_at_once_the_one_too_many_is_undone(
    anna: Program, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    anna.open(**TERMS)
    create = opening.create_game

    def while_another_does(**options: Any) -> Game:
        game = create(**options)
        rate = settings.PAGE_LIMITS["new games"]
        request = RequestFactory().post("/")
        request.user = options["user"]
        get_usage(request, group="new games", key="user_or_ip", rate=rate, increment=True)
        return game

    monkeypatch.setattr(opening, "create_game", while_another_does)
    assert anna.post("/games/", TERMS).status == 429
    assert Game.objects.count() == 1
