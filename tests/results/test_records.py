"""A record is written once, at the end, and says no more and no less than the log."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.archive.stored import record_line
from games.log.store import load, lock, secret_of
from games.models import Game, GameRecord, GameSummary, Ledger
from games.order import games as moderation
from games.results import records
from games.rules.cards import card_names
from games.rules.deal import commitment, deal_round
from games.rules.records import record_of
from games.tasks import rate_again
from games.upkeep.rebuild import rebuild
from games.upkeep.verify import first_fault
from tests.cast import cast
from tests.order.people import moderator
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Finished."""
    played = people_game(3, open_to_all=True)
    play_on(played)
    return played


def as_before_records() -> None:
    """Leave what an update finds: games without records, to be counted anew."""
    GameRecord.objects.all().delete()
    Ledger.objects.update_or_create(pk=1, defaults={"recounted_to": 0})


def served(game: Game) -> Any:
    answer = Client().get(f"/api/v1/games/{game.public_id}/record/")
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_a_record_is_there_when_the_game_ends_and_not_before() -> None:
    game = people_game(2)
    play_on(game, 12)
    assert record_line(game) is None
    assert not GameRecord.objects.exists()
    state = play_on(game)
    assert GameRecord.objects.get().ended_at == GameSummary.objects.get(game=game).changed_at
    line = record_line(game)
    assert line is not None
    record = json.loads(line)
    meta = record.pop("meta")
    assert list(record) == ["format", "players", "rounds", "totals", "winners"]
    assert record == json.loads(json.dumps(record_of(state)))
    first = ["id", "name", "ended", "names", "kinds", "bots", "rated", "deal", "left", "turns"]
    assert list(meta) == first


def test_anyone_can_deal_again_from_what_a_record_tells(game: Game) -> None:
    deal = served(game)["meta"]["deal"]
    secret = bytes.fromhex(deal["secret"])
    assert secret == secret_of(game)
    assert commitment(secret) == deal["commitment"] == game.commitment
    assert deal["parts"] == [None, None, None]
    for number, entry in enumerate(served(game)["rounds"]):
        dealt = deal_round(secret, "", 3, number)
        assert entry["hands"] == [card_names(hand) for hand in dealt.hands]


def test_names_are_those_of_today(game: Game) -> None:
    packed = GameRecord.objects.get().packed
    game.seats.filter(number=1).update(name="Renamed")
    Game.objects.update(name="A better name")
    meta = served(game)["meta"]
    assert (meta["names"][1], meta["name"]) == ("Renamed", "A better name")
    assert GameRecord.objects.get().packed == packed


def test_a_record_says_of_everybody_who_they_are_today() -> None:
    table = cast()
    play_on(table.begin())
    told = ["member", "moderator", "guest", "bot", "bot"]
    assert served(table.game)["meta"]["kinds"] == told
    page = Client().get("/api/v1/records/").content
    browser = table.browser(table.guest)
    for line in (
        page,
        b"".join(browser.get("/records/export/")),
        browser.get(f"/games/{table.game.public_id}/record/").content,
    ):
        assert json.loads(line)["meta"]["kinds"] == told
    table.moderator.groups.clear()
    table.guest.is_guest = False
    table.guest.save()
    assert served(table.game)["meta"]["kinds"] == ["member", "member", "member", "bot", "bot"]


def test_a_voided_game_has_no_record(game: Game, client: Client) -> None:
    moderation.void(game_id=game.pk, by=moderator("Mo"), reason="Cheating")
    assert not GameRecord.objects.exists()
    answer = client.get(f"/api/v1/games/{game.public_id}/record/")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_over")
    assert client.get("/api/v1/records/").content == b""
    assert client.get(f"/games/{game.public_id}/record/").status_code == 404
    rebuild(game_id=game.pk)
    rate_again()
    assert not GameRecord.objects.exists()
    assert first_fault(game) is None


def test_a_game_that_ended_before_is_told_at_once_and_stored_by_a_worker(
    game: Game, client: Client
) -> None:
    before = served(game)
    as_before_records()
    assert first_fault(game) is None
    assert served(game) == before
    assert not GameRecord.objects.exists(), "reading stores nothing"
    assert client.get("/api/v1/records/").content == b""
    rate_again()
    assert [json.loads(line) for line in client.get("/api/v1/records/").content.splitlines()] == [
        before
    ]


def test_a_game_that_cannot_be_read_does_not_hold_up_the_others(
    game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = people_game(2)
    play_on(other)
    as_before_records()

    def broken(game_id: int) -> Any:
        if game_id == game.pk:
            raise ValueError("unreadable")
        return lock(game_id)

    monkeypatch.setattr("games.upkeep.recounting.lock", broken)
    rate_again()
    assert [row.game_id for row in GameRecord.objects.all()] == [other.pk]
    assert f"Game {game.pk} can't be counted anew" in caplog.text


def test_a_missing_record_is_found(game: Game) -> None:
    GameRecord.objects.all().delete()
    assert first_fault(game) == "its record is missing"


@pytest.mark.parametrize("packed", [b"no record", None])
def test_a_wrong_record_is_found_and_made_again(game: Game, packed: bytes | None) -> None:
    right = GameRecord.objects.get()
    other = people_game(3)
    play_on(other)
    theirs = GameRecord.objects.get(game=other).packed
    GameRecord.objects.filter(game=game).update(packed=packed or theirs)
    assert first_fault(game) == "its record does not match its log"
    call_command("rebuild", game.public_id, stdout=StringIO())
    again = GameRecord.objects.get(game=game)
    assert records.lines_in(again) == records.lines_in(right)
    assert first_fault(game) is None


def test_a_record_of_a_game_that_has_not_ended_is_a_fault(game: Game) -> None:
    running = people_game(3)
    row = GameRecord.objects.get()
    row.pk = running.pk
    row.save()
    assert not load(running).over
    assert first_fault(running) == "its record does not match its log"
