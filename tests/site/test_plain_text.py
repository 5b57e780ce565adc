"""Text with control characters is refused with a sentence at every door."""

import json
from base64 import b64encode
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
from allauth.usersessions.models import UserSession
from asgiref.sync import async_to_sync
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models
from django.test import AsyncClient, Client

from accounts.tokens.making import make_token
from games.archive.importing import import_record
from games.archive.stored import record_line
from games.models import Audience, ChatMessage, Game, ImportedRecord, ReturnedMail
from games.rules.errors import RuleError
from games.telling.bounces import on_tracking
from scoutsite import plain_text
from tests.accounts.people import PASSWORD
from tests.rules.games import Chance
from tests.rules.play import steps_of
from tests.secrecy.addresses import address_of, known_to
from tests.secrecy.conftest import company
from tests.secrecy.pairs import Role, looks
from tests.secrecy.routes import routes
from tests.secrecy.stage import Company, Facts, write
from tests.site.doors import fields_of_pages, operations, spoiled_addresses
from tests.tables import bot_game, play_on

__all__ = ["company"]

pytestmark = pytest.mark.django_db

NUL = "a\0b"
OTHERS = ("a\x01b", "a\x0bb", "a\x1bb", "a\x7fb", "a\x85b")
SENTENCE = "This text holds invisible control characters. Remove them, then send it again."
REFUSED = (403, 404, 405, 422)
REFUSED_TO_APPS = (400, 405)
"""In the words of OAuth, which knows one status for what is not well formed."""


@pytest.fixture
def game(company: Company) -> Game:
    steps = steps_of(looks(Chance(3, "by_type", 1))[20])
    return write(company, Facts(3, Audience.OPEN), steps, b"2" * 32)


def texts_with(character: str) -> list[str]:
    """Columns of the database in which it stands."""
    return [
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.managed and not model._meta.proxy
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField)
        and model._default_manager.filter(**{f"{field.name}__contains": character}).exists()
    ]


def kinds_of(number: int) -> Iterator[str]:
    """NUL each time, and one of the others in turn."""
    yield NUL
    yield OTHERS[number % len(OTHERS)]


@pytest.mark.slow
@pytest.mark.parametrize("role", [Role.PLAYER, Role.MODERATOR, Role.STRANGER])
def test_no_address_takes_one(company: Company, game: Game, role: Role) -> None:
    person = company.in_role(role, 0)
    met = set()
    for method, texts in (("get", (NUL,)), ("post", OTHERS)):
        for name, address in spoiled_addresses(person, game, texts):
            answer = getattr(person.client, method)(address)
            assert answer.status_code in REFUSED, (method, address, answer.status_code)
            if answer.status_code == 422:
                met.add(name)
    assert {"games:profile", "games:report_player", "api:game", "games:mail_choices"} <= met


@pytest.mark.slow
def test_every_route_refuses_it_in_its_query(company: Company, game: Game) -> None:
    mona = company.in_role(Role.MODERATOR)
    names = ("game", "invitation", "q", "name", "next", "cursor", "s", "about", "before", "a\x01")
    known = known_to(mona, game)
    for number, route in enumerate(routes()):
        address = address_of(route, known).split("?")[0]
        for text in kinds_of(number):
            answer = mona.client.get(address, {names[number % len(names)]: text})
            refused = REFUSED_TO_APPS if route.name in plain_text.FOR_APPS else REFUSED
            assert answer.status_code in refused, (route.name, answer.status_code)
            if answer.status_code == 422:
                assert SENTENCE in answer.content.decode()


SOME = {
    Role.PLAYER: {
        ("post", "/games/secretgame22/chat/", "text"),
        ("post", "/games/secretgame22/report/", "text"),
        ("post", "/games/new/", "named"),
        ("post", "/account/name/", "username"),
        ("post", "/account/email/", "email"),
        ("post", "/account/tokens/new/", "name"),
        ("post", "/invitation/", "link"),
        ("post", "/records/", "title"),
        ("get", "/leaderboards/", "name"),
    },
    Role.MODERATOR: {
        ("get", "/admin/games/game/", "q"),
        ("get", "/admin/accounts/user/", "q"),
        ("post", "/admin/games/moderationaction/act/open_hands/", "reason"),
    },
    Role.STRANGER: {
        ("post", "/account/login/", "login"),
        ("post", "/account/signup/", "username"),
        ("post", "/account/password/reset/", "email"),
    },
}
"""Fields that are found on pages, among others."""


@pytest.mark.slow
@pytest.mark.parametrize("role", list(SOME))
def test_no_field_of_any_form_takes_one(company: Company, game: Game, role: Role) -> None:
    person = company.in_role(role, 0)
    fields = fields_of_pages(person, game)
    found = {(field.method, field.address.split("?")[0], field.name) for field in fields}
    assert found >= SOME[role]
    faults = []
    for number, field in enumerate(fields):
        for text in kinds_of(number):
            answer = field.send(person.client, text)
            if answer.status_code not in REFUSED:
                faults.append((field, text, answer.status_code))
            elif answer.status_code == 422:
                assert SENTENCE in answer.content.decode(), field
    assert not faults, faults[:5]
    assert not [place for text in OTHERS for place in texts_with(text[1])]


def test_these_tests_can_fail(
    company: Company, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_text, "has_control", lambda _text: False)
    anna = company.in_role(Role.PLAYER, 0)
    anna.client.post("/games/secretgame22/chat/", {"text": OTHERS[0]})
    assert texts_with(OTHERS[0][1]) == ["games.ChatMessage.text"]


def program_of(company: Company) -> dict[str, str]:
    token = make_token(user=company.users[0], name="doors", scope="play").secret
    return {"Authorization": f"Bearer {token}"}


def assert_bad_text(answer: Any, where: object) -> None:
    assert answer.status_code == 422, (where, answer.status_code)
    assert answer.json() == {"code": "bad_text", "error": SENTENCE}


@pytest.mark.slow
def test_no_parameter_and_no_body_of_the_schema_takes_one(company: Company, game: Game) -> None:
    client, headers = Client(), program_of(company)
    asked = list(operations(client.get("/api/v1/schema/").json()))
    assert {"name", "seq", "type", "invitation", "level"} <= {
        key for one in asked for key in one.body
    }
    for one in asked:
        right = one.path.format(public_id="secretgame22", name="nobody")
        for text in (NUL, *OTHERS):
            for key in (*one.body, f"key {text}"):
                # In a list, in an object and in the name of a key: as deep as a body may be.
                for value in (text, [text], {text: 1}):
                    sent = {key: value}
                    answer = client.generic(
                        one.method.upper(),
                        right,
                        json.dumps(sent),
                        content_type="application/json",
                        headers=headers,
                    )
                    if one.method == "post":
                        assert_bad_text(answer, (one, sent))
            for name in one.query:
                assert_bad_text(client.get(right, {name: text}, headers=headers), (one, name))
            if "{" in one.path:
                spoiled = one.path.format(public_id=quote(text), name=quote(text))
                answer = client.generic(one.method.upper(), spoiled, headers=headers)
                assert_bad_text(answer, spoiled)
    assert Game.objects.count() == 1


@pytest.mark.parametrize("half", [b"\\ud800", b"\\udfff x", b"\\u0000", b"\\u009f"])
def test_half_characters_of_json_are_refused_too(company: Company, half: bytes) -> None:
    answer = Client().generic(
        "POST",
        "/api/v1/games/",
        b'{"players": 3, "name": "' + half + b'"}',
        content_type="application/json",
        headers=program_of(company),
    )
    assert_bad_text(answer, half)


@pytest.mark.parametrize("name", ["two\tcolumns", "two\nlines"])
def test_a_name_of_several_lines_is_a_bad_text(company: Company, name: str) -> None:
    answer = Client().post(
        "/api/v1/games/",
        {"players": 3, "name": name},
        content_type="application/json",
        headers=program_of(company),
    )
    assert_bad_text(answer, name)


def test_streams_refuse_it(game: Game) -> None:
    async def ask(address: str) -> Any:
        return await AsyncClient().get(address)

    for text in ("%00", "a%01", "a%C2%85"):
        page = async_to_sync(ask)(f"/stream/?game={text}")
        assert (page.status_code, SENTENCE in page.content.decode()) == (422, True)
        assert_bad_text(async_to_sync(ask)(f"/api/v1/games/{text}/stream/"), text)
        assert_bad_text(async_to_sync(ask)(f"/api/v1/stream/?a={text}"), text)


def test_a_message_can_be_sent_without_them_by_one_press(company: Company, game: Game) -> None:
    anna = company.in_role(Role.PLAYER, 0)
    answer = anna.client.post("/games/secretgame22/chat/", {"text": "Well\0 played <b>\x85"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Invisible characters" in page
    assert SENTENCE in page
    assert '<form id="again" method="post" action="/games/secretgame22/chat/">' in page
    assert '<input type="hidden" name="text" value="Well played &lt;b&gt;">' in page
    assert "Send it without them" in page
    assert not ChatMessage.objects.filter(text__startswith="Well").exists()


def test_a_script_gets_the_sentence_alone(company: Company, game: Game) -> None:
    anna = company.in_role(Role.PLAYER, 0)
    path, htmx = "/games/secretgame22/chat/", {"HX-Request": "true"}
    answer = anna.client.post(path, {"text": "Well\x07"}, headers=htmx)
    assert (answer.status_code, answer.content.decode()) == (422, SENTENCE)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_an_address_leads_on_without_them(client: Client) -> None:
    page = client.get("/leaderboards/", {"name": "An\0na", "players": "3"}).content.decode()
    assert '<a class="button red" href="/leaderboards/?name=Anna&amp;players=3">' in page
    # Where the path itself has them, there is no such page.
    page = client.get("/players/An%00na/").content.decode()
    assert "Go on without them" not in page


def test_a_password_is_never_written_into_the_page(client: Client) -> None:
    answer = client.post("/account/login/", {"login": "An\0na", "password": PASSWORD})
    assert answer.status_code == 422
    assert PASSWORD not in answer.content.decode()
    assert "Send it without them" not in answer.content.decode()


def test_a_form_of_another_site_is_not_repeated() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/play/", {"bot": "ran\0dom"})
    assert answer.status_code == 403
    assert "random" not in answer.content.decode()


@pytest.mark.parametrize(
    "text", ["two\r\nlines\tand a tab", "👩‍👩‍👧 שלום \u200fمرحبا", "soft\u00adhyphen", "\ufeffmark"]
)
def test_what_people_do_write_is_taken(company: Company, game: Game, text: str) -> None:
    anna = company.in_role(Role.PLAYER, 0)
    answer = anna.client.post("/games/secretgame22/chat/", {"text": text})
    assert answer.status_code == 302
    assert ChatMessage.objects.latest("id").text == " ".join(text.split())


@pytest.mark.parametrize("value", [r'"abcdefgh\000ij"', r'"abcdefgh\205ij"'])
@pytest.mark.parametrize("name", ["sessionid", "timezone", "theme", "csrftoken"])
def test_a_cookie_with_one_is_no_cookie(client: Client, name: str, value: str) -> None:
    answer = client.get("/games/", headers={"Cookie": f"{name}={value}"})
    assert answer.status_code == 200


def test_the_name_of_a_browser_is_kept_without_them(company: Company) -> None:
    user = company.users[1]
    form = {"login": user.username, "password": PASSWORD}
    Client().post("/account/login/", form, headers={"User-Agent": "Lynx\0/2\x1b[31m"})
    agents = UserSession.objects.filter(user=user).values_list("user_agent", flat=True)
    assert "Lynx/2[31m" in agents


def finished_record() -> bytes:
    game = bot_game(2)
    play_on(game)
    line = record_line(Game.objects.get(pk=game.pk))
    assert line is not None
    return line.encode()


def test_no_file_brings_one(company: Company) -> None:
    anna = company.in_role(Role.PLAYER, 0)
    record = finished_record()
    named = record.replace(b'"name":"', b'"name":"a\x7f', 1)
    answer = anna.client.post("/records/", {"file": SimpleUploadedFile("a.json", named)})
    assert answer.status_code == 422
    assert "It holds characters that can’t be seen." in answer.content.decode()
    assert not ImportedRecord.objects.exists()
    answer = anna.client.post("/records/", {"file": SimpleUploadedFile("a.json", record)})
    assert answer.status_code == 302


@pytest.mark.parametrize("escaped", ["\\u0000", "\\u001b", "\\u009f", "\\ud800", "x\\udfff"])
@pytest.mark.parametrize(
    ("place", "spoiled"), [('"name":"', '"name":"{}'), ('"id":', '"{}":1,"id":')]
)
def test_no_escape_in_a_file_brings_one(
    company: Company, place: str, spoiled: str, escaped: str
) -> None:
    anna = company.in_role(Role.PLAYER, 0)
    record = finished_record().decode().replace(place, spoiled.format(escaped), 1)
    with pytest.raises(RuleError) as refusal:
        import_record(user=company.users[0], data=record.encode())
    assert refusal.value.code == "bad_text"
    answer = anna.client.post("/records/", {"text": record})
    assert answer.status_code == 422
    assert "It holds characters that can’t be seen." in answer.content.decode()
    assert anna.client.get("/account/data/").status_code == 200


@pytest.mark.parametrize("key", ["recipient", "message_id", "event_id"])
def test_a_provider_s_report_about_such_an_address_is_about_nobody(
    company: Company, key: str
) -> None:
    event: Any = SimpleNamespace(
        event_type="deferred",
        recipient="anna@example.org",
        message_id="",
        event_id="1",
        reject_reason=None,
        mta_response="",
        esp_event={},
    )
    setattr(event, key, "anna\0@example.org")
    on_tracking(event)
    assert not ReturnedMail.objects.exists()


def test_who_lists_games_by_a_made_up_place_gets_an_answer(company: Company) -> None:
    days = ("2026-11-21", "2026-11-21 18:40:00", "0001-01-01 00:00:00+23:59", "\0")
    told = [f"p={quote(day)}" for day in days]
    for place in (*told, "p=abc", "p=17", "p=" + "9" * 40, "p=-1", "p=²", "o=x"):
        cursor = b64encode(place.encode()).decode()
        answer = Client().get("/api/v1/games/", {"cursor": cursor})
        assert answer.status_code == 404, place
        assert answer.json()["code"] == "not_found"
    for place in ("p=" + quote("2026-11-21 18:40:00+00:00"), "\0", "\x01\x02"):
        cursor = b64encode(place.encode()).decode()
        assert Client().get("/api/v1/games/", {"cursor": cursor}).status_code == 200
