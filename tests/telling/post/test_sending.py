"""Messages arrive as they were meant, at whom they were meant for, and hold nothing up."""

import json
import logging
import time
from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Destination, HookForm, Stage
from games.telling.post import posting
from games.telling.post.errors import FailedError, GoneError
from games.telling.post.push import MOST_BYTES, topic_of
from games.telling.post.send import deliver
from tests.telling.post.messages import TURN, hook_of
from tests.telling.post.servers import HOOK_IP, HookServer, LocalNetwork, PushService
from tests.telling.post.test_webhooks_page import verify

pytestmark = pytest.mark.django_db


def test_a_device_gets_a_push_that_it_alone_can_read(
    device: Destination, push_service: PushService
) -> None:
    deliver(device, TURN)
    assert push_service.received == [
        {
            "title": "You’re on in Tuesday Troupe",
            "body": "Tomás showed 7-7. 21 h left.",
            "url": "https://scout.example/games/abcdefgh12345678/",
            "tag": "abcdefgh12345678",
            "count": 3,
            "withdraw": False,
        }
    ]
    [request] = push_service.requests
    assert b"Tuesday" not in request.body
    assert request.headers["content-encoding"] == "aes128gcm"
    assert int(request.headers["ttl"]) == 24 * 3600
    assert request.headers["urgency"] == "normal"


def test_a_last_call_is_urgent(device: Destination, push_service: PushService) -> None:
    deliver(device, replace(TURN, stage=Stage.LAST_CALL))
    assert push_service.requests[0].headers["urgency"] == "high"


def test_a_later_push_of_the_same_tag_takes_the_place_of_one_under_way(
    device: Destination, push_service: PushService
) -> None:
    deliver(device, TURN)
    deliver(device, replace(TURN, id="notice-18", withdraw=True))
    deliver(device, replace(TURN, id="notice-19", tag="another"))
    topics = [request.headers["topic"] for request in push_service.requests]
    assert topics == [topic_of(TURN.tag), topic_of(TURN.tag), topic_of("another")]
    assert len(set(topics)) == 2
    assert [each["withdraw"] for each in push_service.received] == [False, True, False]


@pytest.mark.parametrize("text", ["x" * 9000, "🂡" * 4000, '"\\' * 4000, ""])
def test_however_long_a_text_is_a_push_stays_short_enough(
    device: Destination, push_service: PushService, text: str
) -> None:
    deliver(device, replace(TURN, title=text, body=text))
    [payload] = push_service.received
    written = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    assert len(written) <= MOST_BYTES
    assert payload["url"] == TURN.url
    assert payload["body"].rstrip("…") == text[: len(payload["body"].rstrip("…"))]


def test_a_program_gets_json_with_a_signature_of_its_secret(
    hook: Destination, hook_server: HookServer
) -> None:
    deliver(hook, TURN)
    [request] = hook_server.requests
    assert request.json == {
        "type": "turn",
        "timestamp": "2026-11-18T12:00:00+00:00",
        "data": {
            "title": "You’re on in Tuesday Troupe",
            "body": "Tomás showed 7-7. 21 h left.",
            "url": "https://scout.example/games/abcdefgh12345678/",
            "tag": "abcdefgh12345678",
            "count": 3,
        },
    }
    assert request.headers["content-type"] == "application/json"
    assert request.headers["webhook-id"] == "notice-17"
    assert abs(int(request.headers["webhook-timestamp"]) - time.time()) < 300
    verify(hook.secret, request.headers, request.body)
    with pytest.raises(ValueError, match="signature"):
        verify(hook.secret, request.headers, request.body + b" ")


def test_a_second_try_has_the_same_id(hook: Destination, hook_server: HookServer) -> None:
    hook_server.status = 503
    with pytest.raises(FailedError):
        deliver(hook, TURN)
    hook_server.status = 204
    deliver(hook, TURN)
    assert [each.headers["webhook-id"] for each in hook_server.requests] == ["notice-17"] * 2


def test_hooks_are_not_told_that_something_is_withdrawn(
    hook: Destination, hook_server: HookServer
) -> None:
    deliver(hook, replace(TURN, withdraw=True))
    assert hook_server.requests == []


def test_on_discord_nothing_is_marked_up_by_players_and_nobody_is_mentioned(
    maya: User, hook_server: HookServer
) -> None:
    hook = hook_of(maya, hook_server.address(), form=HookForm.DISCORD)
    title = "You’re on in **@everyone** [free](https://evil.example)"
    body = "<@123> showed `7-7`.\n# Big\n> quoted ||spoiler|| _x_ ~y~ :tada: <#1> \\"
    deliver(hook, replace(TURN, title=title, body=body))
    [sent] = hook_server.received
    assert sent["allowed_mentions"] == {"parse": []}
    first, second, third = sent["content"].split("\n")
    assert third == "<https://scout.example/games/abcdefgh12345678/>"
    assert (first[:2], first[-2:]) == ("**", "**")
    # Discord shows a sign after a backslash as it is; without them the texts are whole.
    shown = first[2:-2], second
    for text, meant in zip(shown, (title, " ".join(body.split())), strict=True):
        bare, escaped, letters = "", False, iter(text)
        for letter in letters:
            if letter == "\\":
                letter, escaped = next(letters), True
            else:
                escaped = False
            assert escaped or letter.isalnum() or letter.isspace() or not letter.isascii()
            bare += letter
        assert bare == meant


@pytest.mark.parametrize("text", ["x" * 9000, "*" * 9000, "🂡" * 9000])
def test_a_message_on_discord_keeps_to_two_thousand_characters(
    maya: User, hook_server: HookServer, text: str
) -> None:
    hook = hook_of(maya, hook_server.address(), form=HookForm.DISCORD)
    deliver(hook, replace(TURN, title=text, body=text))
    [sent] = hook_server.received
    assert len(sent["content"]) <= 2000
    assert sent["content"].endswith(f"\n<{TURN.url}>")


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_is_gone_if_its_service_says_so(
    device: Destination, push_service: PushService, status: int
) -> None:
    push_service.status = status
    with pytest.raises(GoneError):
        deliver(device, TURN)


@pytest.mark.parametrize(
    ("form", "status", "error"),
    [
        (HookForm.JSON, 410, GoneError),
        (HookForm.JSON, 404, FailedError),
        (HookForm.DISCORD, 404, GoneError),
        (HookForm.DISCORD, 400, FailedError),
        (HookForm.JSON, 500, FailedError),
    ],
)
def test_a_hook_is_gone_if_it_says_so(
    maya: User, hook_server: HookServer, form: HookForm, status: int, error: type[Exception]
) -> None:
    hook_server.status = status
    with pytest.raises(error):
        deliver(hook_of(maya, hook_server.address(), form=form), TURN)


def test_how_long_to_wait_is_passed_on_within_reason(
    hook: Destination, hook_server: HookServer
) -> None:
    hook_server.status = 429
    waits = {"120": timedelta(minutes=2), "99999999": timedelta(hours=6), "soon": None}
    for header, wait in waits.items():
        hook_server.headers = {"Retry-After": header}
        with pytest.raises(FailedError) as failed:
            deliver(hook, TURN)
        assert failed.value.retry_after == wait
        assert failed.value.status == 429


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(
    hook: Destination, hook_server: HookServer, internet: LocalNetwork, status: int
) -> None:
    hook_server.status = status
    hook_server.headers = {"Location": "https://hooks.example/elsewhere"}
    with pytest.raises(FailedError):
        deliver(hook, TURN)
    assert [request.path for request in hook_server.requests] == ["/hook"]
    assert internet.connected == [HOOK_IP]


def test_a_name_is_asked_for_once_and_what_it_means_later_makes_no_difference(
    hook: Destination, hook_server: HookServer, internet: LocalNetwork
) -> None:
    internet.rebound["hooks.example"] = ["127.0.0.1"]
    internet.ports["127.0.0.1"] = internet.ports[HOOK_IP]
    deliver(hook, TURN)
    assert internet.asked == ["hooks.example"]
    assert internet.connected == [HOOK_IP]
    # Moved inside, it gets nothing more.
    with pytest.raises(FailedError):
        deliver(hook, TURN)
    assert internet.connected == [HOOK_IP]
    assert len(hook_server.requests) == 1


def test_a_host_is_tried_at_its_other_addresses_if_one_is_dead(
    hook: Destination, hook_server: HookServer, internet: LocalNetwork
) -> None:
    internet.names["hooks.example"] = ["2606:4700::1111", HOOK_IP]
    deliver(hook, TURN)
    assert internet.connected == ["2606:4700::1111", HOOK_IP]


def test_only_the_host_itself_is_believed_to_be_it(
    maya: User, hook_server: HookServer, internet: LocalNetwork
) -> None:
    internet.names["bank.example"] = [HOOK_IP]
    with pytest.raises(FailedError, match="certificate"):
        deliver(hook_of(maya, "https://bank.example/"), TURN)
    assert hook_server.requests == []


@pytest.mark.parametrize("way", ["hang", "drip", "flood"])
def test_a_server_holds_up_nothing_beyond_the_limit(
    hook: Destination, hook_server: HookServer, way: str
) -> None:
    setattr(hook_server, way, True)
    began = time.monotonic()
    with pytest.raises(FailedError):
        deliver(hook, TURN, seconds=1)
    # A limit that every byte begins anew would never end.
    assert time.monotonic() - began < 30


def test_no_more_than_a_few_kilobytes_of_an_answer_are_read(
    hook: Destination, hook_server: HookServer
) -> None:
    hook_server.flood = True
    with pytest.raises(FailedError, match="ConnectionAborted"):
        deliver(hook, TURN, seconds=300)


def test_a_handshake_that_never_ends_is_given_up(maya: User, internet: LocalNetwork) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        internet.names["silent.example"] = ["93.184.216.36"]
        internet.ports["93.184.216.36"] = silent.getsockname()[1]
        with pytest.raises(FailedError, match="time"):
            deliver(hook_of(maya, "https://silent.example/"), TURN, seconds=0.5)


def test_ten_seconds_are_the_limit() -> None:
    assert posting.LIMIT == 10


def test_a_failure_names_neither_address_nor_secret(
    maya: User, hook_server: HookServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    hook_server.status = 500
    hook = hook_of(maya, hook_server.address("/very/secret"))
    addresses = (hook, hook_of(maya, "https://private.example/secret"))
    for each in addresses:
        with pytest.raises(FailedError) as failed:
            deliver(each, TURN)
        said = f"{failed.value!r} {failed.value.reason} {caplog.text}"
        for kept in ("secret", "example", each.secret, HOOK_IP):
            assert kept not in said
