"""How often a program may ask, and how large a request may be."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from games.api.limits import AccountLimit, StrangerLimit
from tests.api.conftest import Program, account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    # An hour instead of a second, so that no test outlasts it.
    monkeypatch.setattr(AccountLimit, "rate", "4/h", raising=False)
    monkeypatch.setattr(StrangerLimit, "rate", "2/h", raising=False)


def test_an_account_that_asks_too_much_is_told_when_to_come_back() -> None:
    anna, bert = Program(account("Anna")), Program(account("Bert"))
    assert [anna.get("/games/").status for _ in range(5)] == [200, 200, 200, 200, 429]
    refusal = anna.post("/games/none/moves/")
    assert (refusal.status, refusal.body["code"]) == (429, "too_many_requests")
    assert 1 <= int(refusal.headers["Retry-After"]) <= 3600
    assert bert.get("/games/").status == 200


def test_after_the_clock_was_set_back_nobody_waits_until_the_wrong_time() -> None:
    anna = Program(account("Anna"))
    with time_machine.travel(timezone.now() + timedelta(hours=3)):
        assert [anna.get("/games/").status for _ in range(4)] == [200, 200, 200, 200]
    assert [anna.get("/games/").status for _ in range(5)] == [200, 200, 200, 200, 429]
    assert int(anna.get("/games/").headers["Retry-After"]) <= 3600


def test_strangers_are_limited_by_their_address() -> None:
    stranger = Program()
    assert [stranger.get("/games/").status for _ in range(3)] == [200, 200, 429]


def test_all_addresses_of_one_connection_count_together() -> None:
    strangers = [Program(), Program(), Program(), Program()]
    for stranger, end in zip(strangers, ("1::1", "1::2", "1::ffff:3", "2::1"), strict=True):
        stranger.client.defaults["REMOTE_ADDR"] = f"2001:db8:1:{end}"
    assert [one.get("/games/").status for one in strangers] == [200, 200, 429, 200]


def test_addresses_of_the_old_kind_count_apart_however_the_server_writes_them() -> None:
    strangers = [Program() for _ in range(5)]
    for stranger, address in zip(
        strangers,
        ("::ffff:203.0.113.1", "203.0.113.1", "::ffff:203.0.113.1", "::ffff:203.0.113.2", "::1"),
        strict=True,
    ):
        stranger.client.defaults["REMOTE_ADDR"] = address
    assert [one.get("/games/").status for one in strangers] == [200, 200, 429, 200, 200]


def test_a_body_is_small() -> None:
    anna = Program(account("Anna"))
    for path in ("/games/", "/games/none/moves/"):
        refusal = anna.post(path, {"name": "x" * 20_000})
        assert refusal.status in (404, 413)
    assert (refusal.body.keys()) == {"code", "error"}


def test_a_body_is_shallow() -> None:
    anna = Program(account("Anna"))
    for levels in (9, 600, 850, 8_000):
        refusal = anna.post("/games/", b"[" * levels + b"]" * levels)
        assert (refusal.status, refusal.body["code"]) == (400, "bad_json")


def test_a_body_is_json() -> None:
    anna = Program(account("Anna"))
    answer = anna.client.post("/api/v1/games/", {"players": 3}, headers=anna.headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "bad_type")


def test_other_methods_and_addresses_are_refused_in_json() -> None:
    anna = Program(account("Anna"))
    refusal = anna.send("DELETE", "/games/", None)
    assert (refusal.status, refusal.body["code"]) == (405, "bad_method")
    assert refusal.headers["Allow"] == "GET, POST, HEAD, OPTIONS"
    assert anna.get("/nothing/here").body["code"] == "not_found"


def test_an_address_without_its_last_slash_leads_on_or_says_so() -> None:
    stranger = Program()
    for path in ("/games?state=open&mine=false", "/games/%C3%A9/record"):
        reply = stranger.get(path)
        before, mark, query = path.partition("?")
        assert (reply.status, reply.headers["Location"]) == (308, f"/api/v1{before}/{mark}{query}")
    refusal = Program(account("Anna")).post("/games/none/moves", {"seq": 0})
    assert (refusal.status, refusal.body["code"]) == (404, "not_found")
    assert "slash" in refusal.body["error"]


def test_an_answer_names_the_limits_of_who_asked() -> None:
    anna, stranger = Program(account("Anna")), Program()
    assert anna.get("/games/").headers["RateLimit-Policy"] == '"account";q=4;w=3600'
    assert stranger.get("/games/").headers["RateLimit-Policy"] == '"stranger";q=2;w=3600'
