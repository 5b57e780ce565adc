"""A player lets an app in, in a browser: the form leads on to the app's own address."""

from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.accounts.apps.client import consent_address, register
from tests.accounts.people import account
from tests.accounts.test_in_a_browser import sign_in, width_is_kept
from tests.axe import expect_no_violations

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Back(BaseHTTPRequestHandler):
    """The app's own page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>App</title><p>Back at the app")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def app_s_own() -> Iterator[str]:
    """The address of the app, on another port of this machine: another origin."""
    with HTTPServer(("127.0.0.1", 0), Back) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/back"
        server.shutdown()


@pytest.mark.browser
def test_the_form_leads_to_the_app_under_the_policy(
    chromium: Browser, live_server: LiveServer, app_s_own: str
) -> None:
    account()
    app = register(account("Maya", "maya@example.org"), "An app", "http://127.0.0.1/back")
    context = chromium.new_context(
        base_url=live_server.url, locale="en-GB", viewport={"width": 320, "height": 700}
    )
    with closing(context):
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(consent_address(app, redirect_uri=app_s_own))
        sign_in(page)
        expect(page.get_by_role("heading", name="Let “An app” in?")).to_be_visible()
        expect_no_violations(page)
        assert width_is_kept(page)
        page.get_by_role("button", name="Let it in").click()
        expect(page.get_by_text("Back at the app")).to_be_visible()
        assert "?code=" in page.url
        page.goto("/account/apps/")
        expect_no_violations(page)
        assert [text for text in said if "Content Security Policy" in text] == []
