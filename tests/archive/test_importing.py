"""An imported record is checked by every rule, kept, replayed and deleted."""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from accounts.own_data import all_of
from games.archive import importing
from games.models import ImportedRecord
from games.pages.replay.record_faults import _FAULTS, LONGEST_DETAIL
from games.rules.cards import card_names
from games.rules.records import read_record
from games.rules.replays import game_of, opened_round
from games.upkeep.ownership import move_games
from tests.pages.page import Page
from tests.rules.examples import example

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return new_guest()


@pytest.fixture
def mine(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def bring(client: Client, what: Any, **more: str) -> Page:
    text = what if isinstance(what, str) else json.dumps(what)
    return Page(client.post("/records/", {"text": text, **more}, follow=True))


def test_a_record_is_imported_and_replayed_with_all_hands(mine: Client, owner: User) -> None:
    record = {**example(3), "meta": {"name": "Thursday", "names": ["Ann", "Ben", "<b>Cy</b>"]}}
    page = bring(mine, record)
    kept = ImportedRecord.objects.get()
    assert (kept.user, kept.title, kept.players) == (owner, "Thursday", 3)
    assert page.headings[0].startswith("Round 1, move 1 of")
    assert "Imported record" in page.text
    assert "<b>Cy</b>" in page.text
    hands = opened_round(game_of(read_record(record)).results[0]).positions[0].hands
    for hand in hands:
        assert set(card_names(hand or b"")) <= set(page.faces)
    assert f"/records/{kept.public_id}/?round=3&move=1" in page.links
    listed = Page(mine.get("/records/"))
    assert f"/records/{kept.public_id}/" in listed.links


def test_what_a_record_says_of_people_gives_no_badge(mine: Client) -> None:
    meta = {"names": ["Ann", "Ben", "Cy"], "kinds": ["moderator", "bot", "guest"]}
    page = bring(mine, {**example(3), "meta": meta})
    assert "<bdi>Ann</bdi>" in page.html
    assert '</bdi> <span class="badge' not in page.html


def test_names_and_title_lose_the_same_invisible_characters(mine: Client) -> None:
    odd = "Ann\u200b\u202e\ue000\u0378a\u2028 Lee\n"
    page = bring(mine, {**example(2), "meta": {"name": odd, "names": [f"Bo {odd}", "Ben"]}})
    assert ImportedRecord.objects.get().title == "Anna Lee"
    assert "Bo Anna Lee" in page.text


def test_a_file_can_be_imported_too(mine: Client) -> None:
    data = b"\xef\xbb\xbf" + json.dumps(example(2), indent=1).encode()
    response = mine.post(
        "/records/", {"file": SimpleUploadedFile("one.jsonl", data), "title": " My  game "}
    )
    kept = ImportedRecord.objects.get()
    assert response["Location"] == f"/records/{kept.public_id}/"
    assert kept.title == "My game"


def test_who_has_its_link_sees_it_and_nobody_else_finds_it(mine: Client) -> None:
    bring(mine, example(2))
    path = f"/records/{ImportedRecord.objects.get().public_id}/"
    page = Page(Client().get(path))
    assert (page.status, "/records/" in page.links) == (200, False)
    steps = Client().get(f"{path}steps/")
    assert steps.content.count(b"<article") > 2
    seen = {"If-None-Match": steps["ETag"]}
    assert Client().get(f"{path}steps/", headers=seen).status_code == 304
    assert Client().get(f"{path}steps/?round=2", headers=seen).status_code == 200
    assert Client().get(f"{path}?round=9").status_code == 404
    assert Client().get("/records/guessed/").status_code == 404
    stranger = Client()
    stranger.force_login(new_guest())
    assert path not in Page(stranger.get("/records/")).links


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (
            ("rounds", 1, "moves", 0),
            {"seat": 0, "type": "show"},
            "Round 2, move 1: This isn’t written like a move.",
        ),
        (("rounds", 0, "moves"), [], "Round 1: The moves stop before the round has ended."),
        (("rounds", 1, "scores", 0, "total"), 99, "Round 2: The points don’t match"),
        (("totals",), [1, 2, 3], "The totals don’t match"),
        (("winners",), [], "The record names the wrong winners"),
        (("rounds", 0, "hands", 0), ["1/2"], "Round 1: These hands can’t have been dealt."),
        (("rounds", 1, "starter"), -1, "Round 2: It was another player’s turn to start."),
        (
            ("format",),
            "scout-record/2",
            "This isn’t the record of a game, or somebody has changed it.",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(
    mine: Client, place: tuple[str | int, ...], value: object, said: str
) -> None:
    record = spoilt = example(3)
    for key in place[:-1]:
        spoilt = spoilt[key]  # type: ignore[index]
    spoilt[place[-1]] = value  # type: ignore[index]
    page = bring(mine, record)
    assert page.status == 422
    assert "Not imported." in page.text
    assert said in page.text
    assert not ImportedRecord.objects.exists()


def test_a_fault_that_quotes_the_record_is_told_in_short(mine: Client) -> None:
    record = {**example(3), 2000 * "x": 1}
    response = mine.post("/records/", {"text": json.dumps(record)})
    assert response.status_code == 422
    assert len(response.context["detail"]) == LONGEST_DETAIL


@pytest.mark.parametrize("text", ["\ud800", "\0", 5000 * "x"])
def test_a_move_or_a_card_that_no_page_can_hold_is_refused_like_any_other(
    mine: Client, text: str
) -> None:
    for place, value in (
        (("moves", 0), {"seat": 0, "type": text}),
        (("moves", 0), {"seat": 0, "type": "show", text: 1}),
        (("hands", 0), [text]),
        (("ended_by",), text),
    ):
        record = spoilt = example(3)
        spoilt = record["rounds"][0]
        for key in place[:-1]:
            spoilt = spoilt[key]
        spoilt[place[-1]] = value
        response = mine.post("/records/", {"text": json.dumps(record)})
        assert response.status_code == 422
        assert len(response.context["detail"]) <= LONGEST_DETAIL


def test_a_move_against_the_rules_is_named(mine: Client) -> None:
    record = example(3)
    moves = record["rounds"][0]["moves"]
    moves[1]["seat"] = moves[0]["seat"]
    assert "Round 1, move 2: It was another player’s turn." in bring(mine, record).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no record here."),
        ("hello", "It can’t be read as a record."),
        ('{"format": 1e999}', "It can’t be read as a record."),
        ("[1]", "This isn’t the record of a game, or somebody has changed it."),
        ('{"a": 1}\n{"b": 2}\n', "It holds more than one record."),
        ("[" * 100_000, "It can’t be read as a record."),
        (" " * 200_001, "It is too long"),
    ],
)
def test_what_is_no_record_gets_a_clear_sentence(mine: Client, text: str, said: str) -> None:
    page = bring(mine, text)
    assert page.status == 422
    assert said in page.text
    alert = page.text[page.text.index("Not imported.") : page.text.index("File")]
    told, _, _details = alert.partition("Details for programs")
    assert not re.search("JSON|line 1|column|char|object|Expecting", told)


@pytest.mark.parametrize("levels", [65, 600, 850])
def test_a_record_nested_deeper_than_any_page_could_write_is_refused(
    mine: Client, levels: int
) -> None:
    deep = json.dumps({**example(2), "meta": "@"}).replace(
        '"@"', '{"a":' * levels + "1" + "}" * levels
    )
    page = bring(mine, deep)
    assert page.status == 422
    assert "It can’t be read as a record." in page.text


def test_bytes_that_are_no_text_get_one_too(mine: Client) -> None:
    file = SimpleUploadedFile("a.bin", b"\xff\xfe\x00{}")
    page = Page(mine.post("/records/", {"file": file}))
    assert "It can’t be read as a record." in page.text


def test_every_fault_there_can_be_has_its_sentence() -> None:
    rules = settings.BASE_DIR / "games/rules"
    source = " ".join((rules / f"{name}.py").read_text() for name in ("records", "round", "moves"))
    codes = set(re.findall(r'(?:RuleError|RecordError)\(\s*"(\w+)"', source))
    assert len(codes) > 15
    assert codes <= set(_FAULTS)


def test_nobody_keeps_more_than_a_shelf_full(mine: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_KEPT", 1)
    assert bring(mine, example(2)).status == 200
    assert "Delete one first." in bring(mine, example(2)).text
    assert ImportedRecord.objects.count() == 1


def test_its_owner_alone_deletes_it(mine: Client) -> None:
    bring(mine, example(2))
    path = f"/records/{ImportedRecord.objects.get().public_id}/delete/"
    stranger = Client()
    assert stranger.post(path).status_code == 302
    stranger.force_login(new_guest())
    assert stranger.post(path).status_code == 404
    assert mine.get(path).status_code == 405
    assert ImportedRecord.objects.exists()
    assert mine.post(path)["Location"] == "/records/"
    assert not ImportedRecord.objects.exists()


def test_it_goes_where_its_owner_goes(mine: Client, owner: User) -> None:
    bring(mine, example(2))
    account = new_guest()
    move_games(source=owner, target=account)
    kept = all_of(account)["imported_records"]
    assert [each["record"]["players"] for each in kept] == [2]
    assert all_of(owner)["imported_records"] == []
    account.delete()
    assert not ImportedRecord.objects.exists()


def test_strangers_are_asked_to_sign_in() -> None:
    assert "/login/" in Client().get("/records/")["Location"]
    assert "/login/" in Client().get("/records/export/")["Location"]
