"""What pages' headers forbid, and exceptions for staff and the API's page."""

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import ModerationAction
from games.order.acts import ACTS
from games.order.reports import report
from games.templatetags.scripts import import_map_source
from tests.tables import bot_game

pytestmark = pytest.mark.django_db


def policy(answer: HttpResponseBase) -> dict[str, str]:
    written = answer["Content-Security-Policy"].split("; ")
    return dict(directive.split(" ", 1) for directive in written)


@pytest.mark.parametrize("path", ["/", "/games/", "/account/login/", "/nowhere/", "/rules/"])
def test_pages_load_from_this_site_alone_and_run_nothing_inline(client: Client, path: str) -> None:
    answer = client.get(path)
    found = policy(answer)
    assert found.pop("default-src") == "'none'"
    assert found.pop("frame-ancestors") == "'none'"
    assert found.pop("base-uri") == "'none'"
    assert found.pop("script-src") == f"'self' {import_map_source()}"
    assert set(found.values()) == {"'self'"}
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    ["/", "/nowhere/", "/admin/", "/api/v1/games/", "/favicon.ico", "/static/games/frame/site.css"],
)
def test_browsers_offer_pages_what_they_use_and_nothing_else(client: Client, path: str) -> None:
    with closing(client.get(path)) as answer:
        written = answer["Permissions-Policy"].split(", ")
    offered = dict(part.split("=", 1) for part in written)
    used = {"clipboard-write", "publickey-credentials-create", "publickey-credentials-get"}
    assert {name for name, whom in offered.items() if whom == "(self)"} == used
    assert {whom for name, whom in offered.items() if name not in used} == {"()"}
    denied = {"camera", "microphone", "geolocation", "payment", "usb", "interest-cohort"}
    assert denied <= offered.keys()


def test_staff_s_pages_may_do_what_their_library_needs_and_no_more(client: Client) -> None:
    client.force_login(get_user_model().objects.create_superuser("boss", "boss@scout.example", "x"))
    usual, staff = policy(client.get("/")), policy(client.get("/admin/"))
    assert {name: value for name, value in staff.items() if usual[name] != value} == {
        "script-src": f"{usual['script-src']} 'unsafe-eval'",
        "style-src": "'self' 'unsafe-inline'",
    }


def test_an_error_page_among_staff_s_may_use_its_import_map(client: Client) -> None:
    client.force_login(get_user_model().objects.create_user("maya", "maya@scout.example", "x"))
    answer = client.get("/admin/", follow=True)
    assert answer.status_code == 403
    assert '<script type="importmap">' in answer.text
    assert import_map_source() in policy(answer)["script-src"]


def staff_s_pages(client: Client) -> Iterator[tuple[str, Any]]:
    """Each kind, with answers: lists, rows, forms, hands."""
    game = bot_game()
    player = game.seats.get(number=0).user
    assert player is not None
    complaint = report(user=player, kind="game", reason="other", text="Look", game=game)
    acts = "/admin/games/moderationaction/act"
    hands = f"{acts}/open_hands/?game={game.pk}"
    opened = client.post(hands, {"reason": "A player asked for it"}, follow=True)
    assert opened.status_code == 200
    assert "step" in opened.context
    yield f"what {hands} answers", opened
    for path in (
        *("/admin/", "/admin/operations/", "/admin/search/", "/admin/games/"),
        *("/admin/games/game/", "/admin/games/case/", "/admin/games/moderationaction/"),
        *("/admin/games/notice/", "/admin/accounts/user/", "/admin/accounts/user/add/"),
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/{game.pk}/history/",
        f"/admin/games/case/{complaint.case_id}/change/",
        f"/admin/games/moderationaction/{ModerationAction.objects.get().pk}/change/",
        f"/admin/accounts/user/{player.pk}/change/",
        f"/admin/accounts/user/{player.pk}/password/",
        f"/admin/accounts/user/{player.pk}/delete/",
        *(f"{acts}/{kind}/?game={game.pk}&seat=0&player={player.pk}" for kind in ACTS),
    ):
        yield path, client.get(path)


def test_no_script_stands_in_a_staff_s_page(client: Client) -> None:
    client.force_login(get_user_model().objects.create_superuser("boss", "boss@scout.example", "x"))
    for path, answer in staff_s_pages(client):
        assert answer.status_code == 200, path
        sources = policy(answer)["script-src"]
        assert sources == f"'self' {import_map_source()} 'unsafe-eval'", path
        page = answer.content.decode()
        inline = [tag for tag in re.findall(r"<script\b[^>]*>", page) if " src=" not in tag]
        # Data for scripts is not run, and the policy knows the import map.
        known = ("application/json", "importmap")
        assert [tag for tag in inline if not any(kind in tag for kind in known)] == [], path
        assert re.findall(r"\son[a-z]+=\"", page) == [], path


def test_the_api_s_page_adds_pictures_in_its_styles_alone(client: Client) -> None:
    usual, api = policy(client.get("/")), policy(client.get("/api/v1/docs/"))
    changed = {name: value for name, value in api.items() if usual[name] != value}
    assert changed == {"img-src": "'self' data:"}


def test_cookies_are_not_for_scripts_or_other_sites(client: Client) -> None:
    client.post("/play/")
    session = client.cookies["sessionid"]
    assert session["httponly"]
    assert session["samesite"] == "Lax"


WITHOUT_A_TOKEN = {
    # Pages that are the same for everybody have their forms; they affect one browser's looks.
    "appearance/",
    "language/",
    # A service worker renews its subscription; other sites can send no JSON with our origin.
    "account/devices/",
    # Mail programs press these (RFC 8058); the address itself grants the right.
    "mail/choices/<str:token>/",
    "mail/unsubscribe/<str:token>/",
    # Links in emails open these without signing in, and browsers name no origin to such an address.
    "answer/<str:token>/",
    "chair/<str:token>/",
    "turn/<str:token>/move/",
    "account/way-back/<str:token>/",
    # Apps send these, with what only they have; no cookie counts there.
    "oauth/token/",
    "oauth/revoke/",
}
"""Pages that take a press without a form's token, each for its own reason."""


def exempt(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from exempt(pattern.url_patterns, address)
        elif getattr(pattern.callback, "csrf_exempt", False):
            yield address


def test_every_press_needs_its_form_s_token_but_for_a_few_with_a_reason() -> None:
    found = set(exempt(get_resolver().url_patterns))
    assert {address for address in found if not address.startswith("api/")} == WITHOUT_A_TOKEN
    strict = Client(enforce_csrf_checks=True)
    for path in ("/play/", "/games/new/", "/account/login/", "/account/signup/", "/admin/login/"):
        assert strict.post(path).status_code in (302, 403), path
        assert strict.session.get("_auth_user_id") is None


def test_the_api_takes_a_session_s_press_with_its_token_alone() -> None:
    user = get_user_model().objects.create_user("anna")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user)
    answer = strict.post("/api/v1/games/", "{}", content_type="application/json")
    assert answer.status_code == 403
    assert not user.created_games.exists()
