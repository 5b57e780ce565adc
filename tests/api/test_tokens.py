"""Tokens: made and revoked by their owner, shown once, kept as a hash, bound to their rights."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import AccessToken, User
from accounts.tasks import remove_idle_guests
from accounts.tokens.making import MOST_TOKENS, make_token
from tests.accounts.people import PASSWORD, sign_in
from tests.accounts.people import account as person
from tests.api.conftest import Program, account

pytestmark = pytest.mark.django_db


@pytest.fixture
def bruno(client: Client) -> User:
    cache.clear()
    user = person()
    sign_in(client, "Bruno")
    client.post("/account/reauthenticate/?next=/account/", {"password": PASSWORD})
    return user


def made(client: Client, name: str = "Attic PC", scope: str = "play", days: str = "") -> str:
    form = {"name": name, "scope": scope, "days": days}
    answer = client.post("/account/tokens/new/", form)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode().split("<code>")[1].split("</code>")[0]


def test_a_new_token_may_play_unless_one_chooses_less(client: Client, bruno: User) -> None:
    page = client.get("/account/tokens/new/").text
    assert '<option value="play" selected>' in page


def test_a_token_is_made_on_the_account_page_and_shown_once(client: Client, bruno: User) -> None:
    secret = made(client)
    program = Program()
    program.headers["Authorization"] = f"Bearer {secret}"
    assert program.get("/games/?mine=true").status == 200
    settings = client.get("/account/").content.decode()
    assert "Attic PC" in settings
    assert "read and play" in settings
    assert secret not in settings
    row = AccessToken.objects.get()
    assert secret not in "".join(str(value) for value in vars(row).values())


def test_a_revoked_token_is_worth_nothing(client: Client, bruno: User) -> None:
    program = Program(bruno)
    token = AccessToken.objects.get()
    path = f"/account/tokens/{token.public_id}/revoke/"
    assert "Revoke “<bdi>test</bdi>”?" in client.get(path).content.decode()
    assert AccessToken.objects.exists()
    client.post(path)
    refusal = program.get("/games/")
    assert (refusal.status, refusal.body["code"]) == (401, "bad_token")


def test_nobody_revokes_the_token_of_another(client: Client, bruno: User) -> None:
    Program(account("Anna"))
    token = AccessToken.objects.get()
    assert client.post(f"/account/tokens/{token.public_id}/revoke/").status_code == 404
    assert AccessToken.objects.exists()


def test_making_a_token_asks_who_it_is_once_more(client: Client, bruno: User) -> None:
    elsewhere = Client()
    sign_in(elsewhere, "Bruno")
    assert "/reauthenticate/" in elsewhere.get("/account/tokens/new/")["Location"]
    answer = elsewhere.post("/account/tokens/new/", {"name": "Mine", "scope": "play"})
    assert "/reauthenticate/" in answer["Location"]
    assert not AccessToken.objects.exists()


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    assert "/account/login/" in client.get("/account/tokens/new/")["Location"]


def test_there_are_tokens_enough_at_some_point(client: Client, bruno: User) -> None:
    for number in range(MOST_TOKENS):
        make_token(user=bruno, name=str(number), scope="read")
    answer = client.post("/account/tokens/new/", {"name": "One more", "scope": "read"})
    assert "Revoke one that you don’t need" in answer.content.decode()


def test_a_token_for_reading_changes_nothing() -> None:
    reader = Program(account("Anna"), scope="read")
    assert reader.get("/games/?mine=true").status == 200
    refusal = reader.post("/games/", {"players": 2, "bots": ["easy"]})
    assert (refusal.status, refusal.body["code"]) == (403, "forbidden")
    assert refusal.body["error"] == "This token may only read."


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer x", "Bearer x y", "Bearer \u00e9", "bearer " + "0" * 500]
)
def test_what_is_no_token_is_refused(header: str) -> None:
    program = Program()
    program.headers["Authorization"] = header
    refusal = program.get("/games/")
    assert (refusal.status, refusal.body["code"]) == (401, "bad_token")
    assert refusal.headers["WWW-Authenticate"] == "Bearer"


def test_an_account_that_is_closed_has_no_tokens_that_work() -> None:
    program = Program(account("Anna"))
    User.objects.update(is_active=False)
    assert program.get("/games/").status == 401


def last_use() -> tuple[datetime | None, str | None]:
    row = AccessToken.objects.get()
    return row.last_used_at, row.last_used_from


def test_the_last_use_is_written_down_once_in_five_minutes() -> None:
    program = Program(account("Anna"))
    program.get("/games/")
    first = last_use()
    assert first[0]
    assert first[1] == "127.0.0.1"
    program.client.defaults["REMOTE_ADDR"] = "203.0.113.9"
    program.get("/games/")
    assert last_use() == first
    earlier = timezone.now() - timedelta(minutes=6)
    AccessToken.objects.update(last_used_at=earlier)
    program.get("/games/")
    assert (last_use()[0] or earlier) > earlier
    assert last_use()[1] == "203.0.113.9"


@pytest.mark.parametrize(
    ("address", "noted"),
    [
        *(("2001:db8::1", "2001:db8::1"), ("fe80::1%eth0", "fe80::1"), ("", None), ("unix:", None)),
        ("::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_what_is_no_address_stops_no_program(address: str, noted: str | None) -> None:
    program = Program(account("Anna"))
    program.client.defaults["REMOTE_ADDR"] = address
    assert program.get("/games/").status == 200
    assert last_use()[1] == noted


def test_a_request_by_token_asks_the_database_once_who_it_is() -> None:
    program = Program(account("Anna"))
    program.get("/games/")
    for number in range(3):
        make_token(user=User.objects.get(), name=str(number), scope="read", days=30)
    with CaptureQueriesContext(connection) as queries:
        program.get("/games/")
    assert sum("accesstoken" in each["sql"] for each in queries) == 1


def test_the_account_page_says_when_and_from_where_a_token_was_used(
    client: Client, bruno: User
) -> None:
    program = Program(bruno)
    assert "not yet" in client.get("/account/").content.decode()
    program.client.defaults["REMOTE_ADDR"] = "203.0.113.9"
    program.get("/games/")
    page = client.get("/account/").content.decode()
    assert "from 203.0.113.9" in page
    token = json.loads(client.get("/account/data/").content)["tokens"][0]
    assert (token["last_used_from"], token["expires"]) == ("203.0.113.9", None)


def test_a_token_may_have_a_last_day(client: Client, bruno: User) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 10, 0, tzinfo=UTC), tick=False) as clock:
        sign_in(client, "Bruno")
        client.post("/account/reauthenticate/", {"password": PASSWORD})
        program = Program()
        program.headers["Authorization"] = f"Bearer {made(client, days='30')}"
        assert "20 Dec 2026</span>" in client.get("/account/").content.decode()
        clock.move_to(datetime(2026, 12, 20, 9, 59, tzinfo=UTC))
        assert program.get("/games/").status == 200
        clock.move_to(datetime(2026, 12, 20, 10, 0, tzinfo=UTC))
        refusal = program.get("/games/")
        assert (refusal.status, refusal.body["code"]) == (401, "bad_token")
        assert refusal.body["error"] == (
            "This token expired on 20 December 2026. Make a new one in your settings."
        )
        assert refusal.headers["WWW-Authenticate"] == "Bearer"
        page = client.get("/account/").content.decode()
        assert "20 Dec 2026</span> <strong>expired</strong>" in " ".join(page.split())


def test_whoever_has_not_got_a_token_is_not_told_that_it_expired() -> None:
    made = make_token(user=account("Anna"), name="old", scope="read", days=30)
    AccessToken.objects.update(expiry=timezone.now() - timedelta(days=1))
    program = Program()
    program.headers["Authorization"] = f"Bearer {made.secret[:15]}{'0' * 55}"
    assert program.get("/games/").body["error"] == "This token is not valid."


@pytest.mark.parametrize("days", ["-1", "0", "31", "many", "9999999999"])
def test_only_the_offered_times_can_be_chosen(client: Client, bruno: User, days: str) -> None:
    form = {"name": "Mine", "scope": "play", "days": days}
    assert client.post("/account/tokens/new/", form).status_code == 200
    assert not AccessToken.objects.exists()


def test_expired_tokens_are_listed_for_a_month_and_then_gone(client: Client, bruno: User) -> None:
    for name, days in (("Long gone", 31), ("Just gone", 29)):
        row = make_token(user=bruno, name=name, scope="read", days=30).row
        row.expiry = timezone.now() - timedelta(days=days)
        row.save()
    make_token(user=bruno, name="For good", scope="read")
    remove_idle_guests()
    names = AccessToken.objects.order_by("name").values_list("name", flat=True)
    assert list(names) == ["For good", "Just gone"]


def test_expired_tokens_do_not_count_towards_the_limit(client: Client, bruno: User) -> None:
    for number in range(MOST_TOKENS):
        make_token(user=bruno, name=str(number), scope="read", days=30)
    AccessToken.objects.update(expiry=timezone.now() - timedelta(days=1))
    assert made(client)


def test_no_answer_to_a_token_carries_a_cookie() -> None:
    program = Program(account("Anna"))
    game = program.open(players=2, bots=["easy"])
    program.look(game)
    program.get("/games/none/")
    assert not program.client.cookies


def test_an_answer_is_kept_by_nobody_on_its_way() -> None:
    reply = Program(account("Anna")).get("/games/")
    assert reply.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= {*reply.headers["Vary"].split(", ")}


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("token", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_token_alone() -> None:
    out = printed("Robot", "--create", "--scope", "play", "--bot")
    assert out == out.strip() + "\n"
    program = Program()
    program.headers["Authorization"] = f"Bearer {out.strip()}"
    seats = program.open(players=2, bots=["easy"])["seats"]
    assert seats[0]["name"] == "Robot (bot)"
    reader = Program()
    reader.headers["Authorization"] = f"Bearer {printed('robot').strip()}"
    assert reader.post("/games/").status == 403
    assert User.objects.count() == 1


def test_the_command_makes_tokens_with_a_last_day() -> None:
    printed("Robot", "--create", "--days", "7")
    expiry = AccessToken.objects.get().expiry
    assert expiry
    assert timedelta(days=6) < expiry - timezone.now() <= timedelta(days=7)
    for wrong in ("0", "-3", "x", "99999"):
        with pytest.raises(CommandError):
            printed("Robot", "--days", wrong)


def test_the_command_makes_no_account_unless_told_to() -> None:
    with pytest.raises(CommandError, match="There is no account"):
        printed("Nobody there")
    with pytest.raises(CommandError, match="is reserved here"):
        printed("admin", "--create")


def test_an_account_becomes_a_bot_account_and_its_seats_say_so(client: Client, bruno: User) -> None:
    program = Program(bruno)
    game = program.open(players=3, open=True)
    client.post("/account/tokens/bot/")
    assert program.look(game)["seats"][0]["name"] == "Bruno (bot)"
    assert "This is a bot account, for good" in client.get("/account/").content.decode()
