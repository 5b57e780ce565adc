"""Chromium for tests: `open_page` opens a page of the running site and watches over it."""

import asyncio
from collections.abc import Collection, Generator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Response, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from games.management.camera import browser_path

WIDE = (1280, 900)
NARROW = (390, 844)

# A busy machine may be slow; that is no fault of a page.
expect.set_options(timeout=30_000)

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
_SCREENSHOTS = Path("test-results")


class OpenPage(Protocol):
    """See `open_page`."""

    def __call__(
        self,
        path: str = "/",
        *,
        size: tuple[int, int] = WIDE,
        javascript: bool = True,
        statuses: Collection[int] = (),
        offline: bool = False,
        touch: bool = False,
        fonts: bool = True,
        worker: bool = False,
        motion: bool = False,
    ) -> Page:
        """Open `path` and return the page."""
        ...


class Watch:
    """What a page did that none may do."""

    def __init__(
        self, page: Page, *, host: str, statuses: Collection[int], offline: bool = False
    ) -> None:
        self.faults: list[str] = []
        self._offline = offline
        self._host = host
        self._statuses = statuses
        page.on("console", lambda message: self._console(message.type, message.text))
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def _console(self, kind: str, text: str) -> None:
        # Refused loads are judged by their responses.
        if self._offline and text.startswith("htmx:"):
            return
        if kind == "error" and not text.startswith("Failed to load resource"):
            self.faults.append(f"console: {text}")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self._host:
            self.faults.append(f"request to another host: {request.url}")

    def _failed(self, request: Request) -> None:
        # A page that closes cancels its pending requests.
        if request.failure != "net::ERR_ABORTED" and not self._offline:
            self.faults.append(f"failed: {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status == 501 and urlsplit(response.url).path.endswith("/stream/"):
            # The tests' server holds no streams and says so; the page then polls.
            return
        if response.status >= 400 and response.status not in self._statuses:
            self.faults.append(f"status {response.status}: {response.url}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Starts once per process."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=_FLAGS)
        loop = asyncio._get_running_loop()
        yield browser
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Hide Playwright's event loop from tests without a browser.

    It stays the thread's running loop: asynchronous views could not run, and Django would use
    another database connection.
    """
    if "chromium" in getattr(item, "fixturenames", ()):
        return (yield)
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if nextitem:
            asyncio._set_running_loop(loop)


@pytest.fixture
def open_page(
    chromium: Browser, live_server: LiveServer, request: pytest.FixtureRequest
) -> Iterator[OpenPage]:
    """Open a page of the running site, each as another visitor.

    `size` is the window's (WIDE, NARROW), `touch` adds a touch screen, `statuses` are those from
    400 on that the test expects; with `offline` requests may fail, and without `fonts` the
    machine's must do; `worker` lets the site's service worker in, which others would wait for;
    things move only with `motion`.
    After the test every page must be without console errors, failed requests, and requests to
    other hosts.
    """
    opened: list[tuple[Page, Watch]] = []

    def open_one(
        path: str = "/",
        *,
        size: tuple[int, int] = WIDE,
        javascript: bool = True,
        statuses: Collection[int] = (),
        offline: bool = False,
        touch: bool = False,
        fonts: bool = True,
        worker: bool = False,
        motion: bool = False,
    ) -> Page:
        context = chromium.new_context(
            base_url=live_server.url,
            java_script_enabled=javascript,
            has_touch=touch,
            locale="en-GB",
            viewport={"width": size[0], "height": size[1]},
            service_workers="allow" if worker else "block",
            reduced_motion="no-preference" if motion else "reduce",
        )
        if not fonts:
            context.route("**/*.woff2", lambda route: route.fulfill(body=""))
        page = context.new_page()
        host = urlsplit(live_server.url).netloc
        opened.append((page, Watch(page, host=host, statuses=statuses, offline=offline)))
        page.goto(path)
        return page

    failures = request.session.testsfailed
    yield open_one
    faults = [fault for _, watch in opened for fault in watch.faults]
    for number, (page, _) in enumerate(opened):
        if faults or request.session.testsfailed > failures:
            name = f"{request.node.name}-{number}.png".replace("/", "-")
            page.screenshot(path=_SCREENSHOTS / name, full_page=True)
        page.context.close()
    assert faults == []


def stop_the_clock(page: Page) -> None:
    """From now on the page's time passes by ``page.clock`` alone, however long a test takes."""
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
