"""Pages of other sites call the API, with a token and never with a cookie."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext

from tests.api.conftest import Program, account

pytestmark = pytest.mark.django_db

ELSEWHERE = "https://widgets.example"


def ask_first(path: str, method: str, client: Client | None = None) -> Any:
    """A browser's question before a request that a form couldn't send."""
    headers = {
        "Origin": ELSEWHERE,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
    }
    return (client or Client()).options(path, headers=headers)


def test_a_page_of_another_site_opens_a_game_and_reads_what_it_needs(anna: Program) -> None:
    reply = anna.post("/games/", {"players": 2, "bots": ["pip"]}, Origin=ELSEWHERE)
    assert reply.status == 201
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    readable = set(reply.headers["Access-Control-Expose-Headers"].split(", "))
    assert {"Location", "X-Request-ID", "RateLimit-Policy"} <= readable
    look = anna.get(f"/games/{reply.body['id']}/", Origin=ELSEWHERE)
    again = anna.get(
        f"/games/{reply.body['id']}/", Origin=ELSEWHERE, If_None_Match=look.headers["ETag"]
    )
    assert (again.status, again.headers["Access-Control-Allow-Origin"]) == (304, "*")
    assert "ETag" in readable


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_a_browser_that_asks_first_is_answered_without_the_database(method: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = ask_first("/api/v1/games/none/plan/", method)
    assert (answer.status_code, answer.content, len(queries)) == (200, b"", 0)
    assert method in answer["Access-Control-Allow-Methods"].split(", ")
    allowed = set(answer["Access-Control-Allow-Headers"].split(", "))
    assert {"authorization", "content-type", "idempotency-key"} <= allowed
    assert {"if-none-match", "last-event-id"} <= allowed
    assert int(answer["Access-Control-Max-Age"]) >= 7200


@pytest.mark.parametrize(
    "path",
    ["/", "/games/", "/account/", "/account/tokens/new/", "/account/data/", "/developers/"],
)
def test_nothing_but_the_api_is_for_pages_of_other_sites(path: str) -> None:
    for answer in (ask_first(path, "GET"), Client().get(path, headers={"Origin": ELSEWHERE})):
        assert not any(name.startswith("Access-Control") for name in answer.headers)


def test_refusals_can_be_read_too(stranger: Program, anna: Program) -> None:
    for program, path, status in (
        (stranger, "/games/?state=nonsense", 422),
        (stranger, "/me/", 401),
        (anna, "/nowhere/", 404),
        (anna, "/games/a%00b/", 422),
    ):
        reply = program.get(path, Origin=ELSEWHERE)
        assert (reply.status, reply.headers["Access-Control-Allow-Origin"]) == (status, "*")


def with_session() -> Program:
    """Somebody without a token whose browser sends a cookie."""
    program = Program()
    program.client.force_login(account("Anna"), settings.AUTHENTICATION_BACKENDS[0])
    return program


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", "http://testserver.example", ""])
def test_a_cookie_is_worth_nothing_to_pages_of_other_sites(origin: str) -> None:
    program = with_session()
    assert program.get("/me/").status == 200
    reply = program.get("/me/", Origin=origin)
    assert (reply.status, reply.body["code"]) == (401, "not_signed_in")
    assert "Access-Control-Allow-Credentials" not in reply.headers
    assert {"Cookie", "origin"} <= {*reply.headers["Vary"].split(", ")}
    csrf = program.client.get("/contact/").context["csrf_token"]
    program.client.cookies["csrftoken"] = str(csrf)
    sent = program.post("/games/", {"players": 2}, Origin=origin, X_CSRFToken=str(csrf))
    assert (sent.status, sent.body["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize("origin", ["http://testserver", settings.SITE_URL])
def test_pages_of_this_site_go_on_with_their_cookie(origin: str) -> None:
    assert with_session().get("/me/", Origin=origin).status == 200


def test_a_stream_is_read_by_pages_of_other_sites_as_well(anna: Program) -> None:
    async def begin() -> Any:
        headers = {**anna.headers, "Origin": ELSEWHERE}
        response: Any = await AsyncClient().get("/api/v1/stream/", headers=headers)
        await aiter(response).aclose()
        return response

    response = async_to_sync(begin)()
    assert response["Content-Type"].startswith("text/event-stream")
    assert response["Access-Control-Allow-Origin"] == "*"
    cookie = {"Cookie": f"sessionid={with_session_key()}", "Origin": ELSEWHERE}
    refused: Any = async_to_sync(AsyncClient().get)("/api/v1/stream/", headers=cookie)
    assert (refused.status_code, refused["Access-Control-Allow-Origin"]) == (401, "*")
    first: Any = async_to_sync(AsyncClient().options)(
        "/api/v1/stream/",
        headers={"Origin": ELSEWHERE, "Access-Control-Request-Method": "GET"},
    )
    assert first.status_code == 200


def with_session_key() -> str:
    client = Client()
    client.force_login(account("Bert"), settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies["sessionid"].value
