"""Log lines and error reports: found by a request's id, and free of secrets."""

import json
import logging
import logging.config
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import sentry_sdk
import structlog
from celery import shared_task
from django.conf import settings as site_settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from sentry_sdk.transport import Transport

from games.models import Game, Hand, Plan
from games.play.move import enter_move
from games.play.turn_links import turn_token
from games.rules.orders import order_to_json
from scoutsite import error_reports, log_lines
from scoutsite.masking import masked, masked_path
from scoutsite.settings.log import LOGGING
from scoutsite.urls import urlpatterns as urls_of_the_site
from tests.play.plans.planned import planned, sweep_for
from tests.site.environment import ROOT, environment
from tests.tables import bot_game

logger = logging.getLogger("games.tests")


def fails(request: HttpRequest, public_id: str) -> HttpResponse:
    """A hand in a variable."""
    hand = Hand.objects.filter(round__game__public_id=public_id).values_list("cards", flat=True)[0]
    game = Game.objects.get(public_id=public_id)
    if request.GET.get("database"):
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO games_hand (cards) VALUES (%s)", [hand])
    raise RuntimeError(f"{game.invitation} failed with {hand}" if request.GET else "failed")


def fails_by_a_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Behind a secret link."""
    raise RuntimeError("failed")


def says(request: HttpRequest) -> HttpResponse:
    logger.warning("Somebody looked")
    return HttpResponse("ok")


urlpatterns = [
    path("fails/<slug:public_id>/", fails),
    path("says/", says),
    path("invitation/<slug:secret>/fails/", fails_by_a_link),
    path("turn/<str:secret>/fails/", fails_by_a_link),
    *urls_of_the_site,
]


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """What a site on the web would write to stderr."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    form = log_lines.formatter("json")
    handler.setFormatter(form.pop("()")(**form))
    names = ["", "django_structlog"]
    levels = [logging.getLogger(name).level for name in names]
    logging.getLogger().addHandler(handler)
    logging.getLogger("django_structlog").setLevel(logging.INFO)
    yield written
    logging.getLogger().removeHandler(handler)
    for name, level in zip(names, levels, strict=True):
        logging.getLogger(name).setLevel(level)


def read(lines: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_all_lines_of_a_request_carry_the_id_that_its_answer_names(
    client: Client, lines: StringIO
) -> None:
    first, second = client.get("/says/"), client.get("/says/")
    ids = [answer["X-Request-ID"] for answer in (first, second)]
    assert ids[0] != ids[1]
    said = [line for line in read(lines) if line["event"] == "Somebody looked"]
    assert [line["request_id"] for line in said] == ids
    ends = [line for line in read(lines) if line["event"] == "request_finished"]
    assert [(line["request"], line["code"]) for line in ends] == [("GET /says/", 200)] * 2
    assert all(line["milliseconds"] >= 0 and line["timestamp"] for line in ends)


@pytest.mark.django_db
def test_what_a_visitor_writes_as_id_is_not_taken_over(client: Client) -> None:
    answer = client.get("/", headers={"X-Request-ID": "forged\nline"})
    assert "forged" not in answer["X-Request-ID"]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_an_error_is_one_line_with_its_id_and_without_what_is_secret(
    client: Client, lines: StringIO
) -> None:
    game = bot_game()
    hand = Hand.objects.filter(round__game=game)[0].cards
    client.raise_request_exception = False
    for query in ("", "?text=1"):
        answer = client.get(f"/fails/{game.public_id}/{query}")
        assert answer.status_code == 500
        line = read(lines)[-1]
        assert line["request_id"] == answer["X-Request-ID"]
        assert "RuntimeError" in line["exception"]
    assert game.invitation not in lines.getvalue()
    errors = [line for line in read(lines) if line["level"] == "error"]
    assert len(errors) == 2
    assert not any(card in lines.getvalue() for card in hand.split())
    assert "?" not in "".join(line["request"] for line in errors)


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_link_that_gives_a_right_stands_in_no_line(client: Client, lines: StringIO) -> None:
    game = bot_game()
    client.raise_request_exception = False
    client.get(f"/invitation/{game.invitation}/")
    client.get(f"/invitation/{game.invitation}/fails/")
    client.get(f"/games/{game.public_id}/?invitation={game.invitation}")
    assert game.invitation not in lines.getvalue()
    assert "GET /invitation/…/" in [line.get("request") for line in read(lines)]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_turn_link_stands_in_no_line_whatever_happens(client: Client, lines: StringIO) -> None:
    game = bot_game()
    guest = game.seats.get(number=0).user
    assert guest is not None
    about = {"user_id": guest.pk, "link_key": guest.link_key, "public_id": game.public_id}
    token = turn_token(**about, seat=0, seq=0)
    client.raise_request_exception = False
    for part in ("", "board/", "move/", "fails/", "nowhere/"):
        client.get(f"/turn/{token}/{part}")
        client.post(f"/turn/{token}/{part}", {"action": "look"})
        client.get(f"/turn/{token}x/{part}")
    signature = token.rpartition(".")[2]
    assert signature not in lines.getvalue()
    assert "request_failed" in lines.getvalue()
    assert {"GET /turn/…/", "POST /turn/…/move/"} <= {line.get("request") for line in read(lines)}


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_no_line_tells_of_a_plan(client: Client, lines: StringIO) -> None:
    table = planned()
    client.force_login(table.user)  # type: ignore[arg-type]
    page = f"/games/{table.game.public_id}/plan/"
    api = f"/api/v1{page}"
    body = {"seq": table.seq, "orders": [order_to_json(order) for order in table.orders]}
    for seq in (table.seq, 0):
        client.put(api, body | {"seq": seq}, content_type="application/json")
        client.get(api)
        client.post(page, {"action": "drop-9", "seq": seq})
    assert Plan.objects.exists()
    table.go_on()
    sweep_for()
    assert not Plan.objects.exists()
    client.delete(api)
    Client(enforce_csrf_checks=True).post(page)
    assert "plan" not in lines.getvalue()
    assert "request_finished" not in lines.getvalue()
    client.get("/says/")
    assert "GET /says/" in lines.getvalue()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/account/confirm-email/Mg:1vabc:de-f_/", "/account/confirm-email/…/"),
        ("/account/password/reset/key/2-d5x8y9-0123456789abcdef/", "/…/key/…/"),
        ("POST /records/abcdefghjkmn/steps/", "POST /records/…/steps/"),
        ("GET /mail/choices/eyJ1Ijo/x HTTP", "GET /mail/choices/…/x HTTP"),
        (f"GET /turn/abcdefghjkmn.0.12.1f.6b03a4c1.{'k' * 43}/board/", "GET /turn/…/board/"),
        ("POST /answer/abcdefghjkmn.1f.x/ HTTP", "POST /answer/…/ HTTP"),
        ("POST /chair/abcdefghjkmn.0.1f.x/ HTTP", "POST /chair/…/ HTTP"),
        ("Forbidden: /api/v1/games/abcdefghjkmn/plan/", "Forbidden: /api/v1/games/…/"),
        (f"token abcdefghjkmn.0.12.1f.6b03a4c1.{'k' * 43} used", "token … used"),
        (f"'1f.6b03a4c1.{'-' * 43}'", "'…'"),
        ("see docs.example.org", "see docs.example.org"),
        ("see /games/a/?invitation=abc.", "see /games/a/?…"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer …"),
        ("token scout_abc123 used", "token scout_… used"),
        ("signed by whsec_a+b/c= now", "signed by whsec_… now"),
        ("https://discord.example/api/webhooks/12/a-b_c", "https://discord.example/api/webhooks/…"),
        ("redis://anna:hush@cache:1/0", "redis://anna:…@cache:1/0"),
        ("of kvkktv7bqsh4n3hgfek95tpw.", "of …."),
        ("holds 3/7 and 10/9", "holds … and …"),
        ('"hand": [[3, 7], [10,9]]', '"hand": [[…], […]]'),
        ("null value\nDETAIL:  Failing row contains (3, x).", "null value\nDETAIL: …"),
        ("Game 17 at 2026-03-01", "Game 17 at 2026-03-01"),
    ],
)
def test_what_is_secret_is_taken_out_of_texts(text: str, shown: str) -> None:
    assert masked(text) == shown.replace("/…/key", "/account/password/reset/key")


def test_long_parts_of_an_address_are_taken_out_whatever_they_are() -> None:
    secret = "k" * 24
    assert masked_path(f"/some/new/{secret}/page/") == "/some/new/…/page/"
    assert masked_path("/games/abcdefghjkmn/board/") == "/games/abcdefghjkmn/board/"


@shared_task(name="tests.speak")
def speak() -> None:
    logger.warning("A task speaks")


@pytest.mark.django_db
def test_lines_of_a_task_carry_its_id_and_that_of_the_request_behind_it(lines: StringIO) -> None:
    from django_structlog.celery.receivers import CeleryReceiver

    receiver = CeleryReceiver()
    headers: dict[str, Any] = {}
    with structlog.contextvars.bound_contextvars(request_id="the-request"):
        receiver.receiver_before_task_publish(headers=headers)
    assert headers["__django_structlog__"] == {"request_id": "the-request"}

    class Task:
        name = "tests.speak"
        request = type("Request", (), headers)()

    try:
        receiver.receiver_task_prerun("the-task", Task())
        speak()
    finally:
        structlog.contextvars.clear_contextvars()
    line = next(line for line in read(lines) if line["event"] == "A task speaks")
    assert (line["task_id"], line["request_id"]) == ("the-task", "the-request")


class Kept(Transport):
    def __init__(self) -> None:
        super().__init__()
        self.bytes: list[bytes] = []
        self.events: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.bytes.append(envelope.serialize())
        self.events += [item.payload.json for item in envelope.items if item.type == "event"]


@pytest.fixture
def reports() -> Iterator[Kept]:
    """Of a site that sends them."""
    kept = Kept()
    error_reports.start("https://key@reports.example/1", site="scout.example", transport=kept)
    yield kept
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_report_of_an_error_says_where_and_tells_no_secret(
    client: Client, reports: Kept, lines: StringIO
) -> None:
    game = bot_game()
    hand = Hand.objects.filter(round__game=game)[0].cards
    client.raise_request_exception = False
    client.cookies["sessionid"] = "the-session"
    for query in ("", f"?invitation={game.invitation}"):
        answer = client.get(
            f"/fails/{game.public_id}/{query}", headers={"Authorization": "Bearer x1"}
        )
    first, second = reports.events
    assert first["exception"]["values"][-1]["type"] == "RuntimeError"
    assert first["transaction"] == "/fails/{public_id}/"
    assert second["tags"]["request_id"] == answer["X-Request-ID"]
    frames = [
        frame for one in first["exception"]["values"] for frame in one["stacktrace"]["frames"]
    ]
    assert frames[-1]["function"] == "fails"
    assert not any("vars" in frame for frame in frames)
    sent = b"".join(reports.bytes).decode()
    for secret in (*hand.split(), game.invitation, "the-session", "Bearer x1", "127.0.0.1"):
        assert secret not in sent


@pytest.mark.django_db
def test_what_workers_log_as_failed_is_reported_too(reports: Kept) -> None:
    try:
        enter_move(game_id=0, seat=0, move="3/7", seq=0, actor="player")  # type: ignore[arg-type]
    except Exception:
        logger.exception("The clock failed in game %s with %s", 17, "3/7")
    (event,) = reports.events
    assert event["logger"] == "games.tests"
    assert "3/7" not in b"".join(reports.bytes).decode()


def test_nothing_is_reported_unless_somebody_wants_it() -> None:
    assert site_settings.SENTRY_DSN == ""
    assert not sentry_sdk.get_client().is_active()


SPEAK = """
import django, logging, sys
django.setup()
logging.getLogger("games").info("Hello %s", "there")
print("sentry_sdk" in sys.modules, file=sys.stdout)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variables", "reporting"),
    [
        ({"SITE_URL": "https://scout.example"}, "False"),
        ({"SITE_URL": "https://scout.example", "SENTRY_DSN": "https://k@r.example/1"}, "True"),
        ({}, "False"),
    ],
)
def test_a_site_on_the_web_writes_json_and_one_at_home_readable_lines(
    variables: dict[str, str], reporting: str
) -> None:
    process = subprocess.run(
        [sys.executable, "-c", SPEAK],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="scoutsite.settings", **variables),
        text=True,
    )
    line = process.stderr.strip().splitlines()[-1]
    assert process.stdout.strip() == reporting
    if variables:
        assert json.loads(line)["event"] == "Hello there"
        assert json.loads(line)["logger"] == "games"
    else:
        assert "Hello there" in line
        assert not line.startswith("{")


def test_the_site_s_own_handler_writes_such_lines() -> None:
    formatters: Any = LOGGING["formatters"]
    assert formatters["line"]["()"] is structlog.stdlib.ProcessorFormatter
