"""A local site and a browser for screenshots."""

import logging
import os
import shutil
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.core.management.base import CommandError
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.test import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from accounts.models import User

SIZES = ((1280, 800), (390, 844))
SCHEMES = ("light", "dark")

# The one without a window comes first: it draws the same with two thirds of the work.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")

_PALETTE = (Path(__file__).parent / "palette.js").read_text()


class Shot(NamedTuple):
    """A screenshot, and the selectors to click first."""

    name: str
    path: str
    presses: Sequence[str] = ()
    whole: bool = False
    """Whether to capture the whole page, or one screen."""


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its base's name
        """Log nothing."""


def find_browser() -> str | None:
    """Return the path of the browser in CHROMIUM, or of another one."""
    names = (os.environ.get("CHROMIUM", ""), *_BROWSERS)
    return next((path for name in names if name and (path := shutil.which(name))), None)


def browser_path() -> str:
    """Return the path of a browser. Raise `CommandError` if there is none."""
    found = find_browser()
    if found is None:
        raise CommandError("No browser found. Install one: apt-get install chromium")
    return found


def require_playwright() -> None:
    """Raise `CommandError` if Playwright is missing."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError as error:
        raise CommandError(
            "Playwright is not installed. It is one of the development requirements: "
            "pip install -r requirements-dev.txt"
        ) from error


@contextmanager
def site() -> Iterator[str]:
    """Serve this site on a free local port; yield its address."""
    server = ThreadedWSGIServer(("127.0.0.1", 0), _Quiet)
    server.daemon_threads = True
    server.set_app(get_wsgi_application())
    # This server has no event stream, so requests for it fail; pages then poll.
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        connections.close_all()


@contextmanager
def browser() -> Iterator["Browser"]:
    """Yield a headless browser."""
    from playwright.sync_api import sync_playwright

    # Playwright runs an event loop in this thread, which Django would take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser_path(), args=[*_FLAGS])
        try:
            yield started
        finally:
            started.close()


@contextmanager
def visiting(
    opened: "Browser", address: str, user: "User", size: tuple[int, int], **more: Any
) -> Iterator["Page"]:
    """Yield a page of the site's visitor; ``more`` is as for a browser's context."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = opened.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        locale="en-GB",
        **more,
    )
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": address}])
    try:
        yield context.new_page()
    finally:
        context.close()


def take(
    shots: Sequence[Shot], *, address: str, user: "User", opened: "Browser", folder: Path
) -> Iterator[Path]:
    """Take all screenshots at every size, light and dark."""
    artist = opened.new_page()
    for size in SIZES:
        for scheme in SCHEMES:
            with visiting(
                opened, address, user, size, color_scheme=scheme, reduced_motion="reduce"
            ) as page:
                for shot in shots:
                    file = folder / f"{shot.name}-{size[0]}-{scheme}.png"
                    _picture(page, shot, file, artist)
                    yield file


def shrunk(picture: bytes, artist: "Page") -> bytes:
    """Return a PNG file with fewer colours; `artist` is an empty page without a policy."""
    return b64decode(artist.evaluate(_PALETTE, b64encode(picture).decode()))


def _picture(page: "Page", shot: Shot, file: Path, artist: "Page") -> None:
    page.goto(shot.path, wait_until="load")
    for selector in shot.presses:
        # Playwright's own click scrolls about to find a place where nothing covers the button.
        page.locator(selector).first.evaluate("element => element.click()")
        page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.evaluate("document.activeElement?.blur()")
    page.mouse.move(0, 0)
    picture = page.screenshot(full_page=shot.whole, animations="disabled")
    file.write_bytes(shrunk(picture, artist))
