"""Pages of records: stored once, the same work for any number of games, and no more than asked."""

import gzip
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.limits import AccountRecordsLimit, StrangerRecordsLimit
from games.models import Audience, Game, GameInvitation, GameRecord, Seat, SeatSummary
from tests.api.conftest import Program, account
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Game:
    game = people_game(2, open_to_all=True)
    play_on(game)
    return game


def copies(original: Game, count: int) -> list[Game]:
    """Finished games like `original`, ended one after another."""
    row = GameRecord.objects.get(pk=original.pk)
    games = Game.objects.bulk_create(
        Game(
            name=f"Copy {number}",
            players=2,
            audience=original.audience,
            created_at=original.created_at,
            commitment=original.commitment,
        )
        for number in range(count)
    )
    for number, game in enumerate(games):
        GameRecord.objects.create(
            game=game,
            # Some at the same moment.
            ended_at=row.ended_at + timedelta(seconds=number // 3),
            address=game.public_id,
            open=original.audience == Audience.OPEN,
            packed=row.packed,
        )
        Seat.objects.create(game=game, number=0, name="Ada")
        Seat.objects.create(game=game, number=1, name="Bo")
    return games


def pages(program: Program, query: str = "") -> Iterator[list[Any]]:
    path = f"/records/?{query}"
    for _ in range(100):
        reply = program.get(path)
        assert reply.status == 200, reply.body
        yield reply.body
        if "Link" not in reply.headers:
            return
        link = re.fullmatch('<http://localhost:8000/api/v1(.*)>; rel="next"', reply.headers["Link"])
        assert link is not None
        path = link[1]
    raise AssertionError("The pages do not end.")


def ids(records: list[Any]) -> list[str]:
    return [record["meta"]["id"] for record in records]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 300])
def test_page_after_page_tells_every_game_once_and_in_order(
    stranger: Program, played: Game, size: int
) -> None:
    copies(played, 7)
    found = list(pages(stranger, f"max={size}"))
    assert [len(page) for page in found[:-1]] == [size] * (len(found) - 1)
    records = [record for page in found for record in page]
    assert len(set(ids(records))) == len(records) == 8
    ends = [record["meta"]["ended"] for record in records]
    assert ends == sorted(ends)


def test_no_page_and_no_export_replays_a_game(
    anna: Program, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies(played, 3)
    played.seats.filter(number=0).update(user=anna.user)

    def replayed(*_: Any, **__: Any) -> None:
        raise AssertionError("A game is replayed.")

    for name in ("games.archive.stored.load", "games.archive.stored.due_record"):
        monkeypatch.setattr(name, replayed)
    monkeypatch.setattr("games.log.store.read_rows", replayed)
    monkeypatch.setattr("games.log.store.kept_log", replayed)
    assert len(anna.get("/records/").body) == 4
    assert anna.get(f"/games/{played.public_id}/record/").status == 200
    assert anna.user is not None
    anna.client.force_login(anna.user, "django.contrib.auth.backends.ModelBackend")
    assert len(b"".join(anna.client.get("/records/export/")).splitlines()) == 1
    assert anna.client.get(f"/games/{played.public_id}/record/").status_code == 200


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_page_costs_the_same_queries_with_few_games_and_with_many(
    anna: Program, stranger: Program, played: Game, signed_in: bool
) -> None:
    reader = anna if signed_in else stranger

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert len(reader.get("/records/?max=3").body) == 3
        return len(caught)

    copies(played, 2)
    queries()  # the first use of a token is noted
    few = queries()
    copies(played, 40)
    assert queries() == few <= 8


@pytest.mark.parametrize("most", ["301", "0", "-1", "", "many", "1000000", "1.0", "٣"])
def test_a_page_holds_at_most_three_hundred(stranger: Program, most: str) -> None:
    refusal = stranger.get(f"/records/?max={most}")
    assert (refusal.status, refusal.body["code"]) == (422, "bad_request")
    assert "300" in refusal.body["error"]


def cursor_of(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        *("", "x", "é"),
        *map(cursor_of, ("2026-11-21", "2026-11-21T18:40:00 abc", "2026-11-21T18:40:00+00:00 a b")),
        *map(cursor_of, ("0001-01-01T00:00:00+23:59 abc", "9999-12-31T23:59:59-23:59 abc")),
        *map(cursor_of, ("2026-11-21T18:40:00+00:00 ", "2026-11-21T18:40:00+00:00 \0")),
    ],
)
def test_what_is_no_cursor_is_refused(stranger: Program, cursor: str) -> None:
    refusal = stranger.get(f"/records/?cursor={cursor}")
    assert (refusal.status, refusal.body["code"]) == (404, "not_found")


def test_a_cursor_tells_only_what_the_page_tells(stranger: Program, played: Game) -> None:
    copies(played, 4)
    reply = stranger.get("/records/?max=2")
    cursor = re.search("cursor=([^&>]*)", reply.headers["Link"])
    assert cursor is not None
    told = urlsafe_b64decode(cursor[1] + "==").decode()
    last = reply.body[-1]["meta"]
    assert told == f"{last['ended']} {last['id']}"


def test_the_link_is_the_site_s_own_under_whatever_name_it_was_asked(
    stranger: Program, played: Game
) -> None:
    copies(played, 2)
    link = stranger.get("/records/?max=1", Host="127.0.0.1:6666").headers["Link"]
    assert link.startswith("<http://localhost:8000/api/v1/records/?max=1&cursor=")


def test_pages_are_compressed_for_who_takes_that(stranger: Program, played: Game) -> None:
    copies(played, 5)
    plain = stranger.client.get("/api/v1/records/")
    small = stranger.client.get("/api/v1/records/", headers={"Accept-Encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small["Vary"]
    assert gzip.decompress(small.content) == plain.content
    assert len(small.content) * 4 < len(plain.content)


def test_own_games_and_those_one_was_invited_to_are_told_once_each(
    anna: Program, stranger: Program
) -> None:
    assert anna.user is not None
    hidden = people_game(2)
    play_on(hidden)
    mine, both_chairs, invited, left, _others = copies(hidden, 5)
    over_at = {row.pk: row.ended_at for row in GameRecord.objects.all()}
    for game, numbers in ((mine, [0]), (both_chairs, [0, 1]), (left, [1])):
        for seat in game.seats.filter(number__in=numbers):
            seat.user, seat.over_at = anna.user, over_at[game.pk]
            seat.save()
            SeatSummary.objects.create(
                seat=seat, to_act=False, score=0, winner=False, left=game == left
            )
    GameInvitation.objects.create(game=invited, user=anna.user, created_at=hidden.created_at)
    for size in (1, 2, 300):
        found = [each for page in pages(anna, f"max={size}") for each in ids(page)]
        assert sorted(found) == sorted(
            game.public_id for game in (mine, both_chairs, invited, left)
        )
    assert stranger.get("/records/").body == []


def test_pages_of_records_have_a_limit_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(AccountRecordsLimit, "rate", "3/h", raising=False)
    monkeypatch.setattr(StrangerRecordsLimit, "rate", "1/h", raising=False)
    anna, stranger = Program(account("Anna")), Program()
    assert [anna.get("/records/").status for _ in range(4)] == [200, 200, 200, 429]
    assert [stranger.get("/records/").status for _ in range(2)] == [200, 429]
    refusal = stranger.get("/records/")
    assert refusal.body["code"] == "too_many_requests"
    assert int(refusal.headers["Retry-After"]) > 60
    assert stranger.get("/games/").status == 200
