"""The site as its own process, with streams and bots, and a browser that visits it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from subprocess import Popen

import pytest
from playwright.sync_api import Browser, Page

from tests.browsing import WIDE, Watch
from tests.site.environment import first_line, served


class Site:
    """Can be restarted on its port and database."""

    def __init__(self, variables: dict[str, str]) -> None:
        self._variables = variables
        self.address = f"http://localhost:{variables['PORT']}"
        self._running: AbstractContextManager[Popen[str]] | None = None

    def start(self) -> None:
        """Return when the site takes requests."""
        self._running = served(self._variables)
        assert "open at" in first_line(self._running.__enter__())

    def stop(self) -> None:
        """Like a broken cable."""
        if self._running is not None:
            self._running.__exit__(None, None, None)
            self._running = None


@pytest.fixture
def site(variables: dict[str, str]) -> Iterator[Site]:
    """Bots take half a second for a move."""
    site = Site(variables | {"BOT_PAUSE_SECONDS": "0.5", "LIMITS": "off"})
    site.start()
    yield site
    site.stop()


@pytest.fixture
def quick_site(variables: dict[str, str]) -> Iterator[Site]:
    """Bots move at once."""
    site = Site(variables | {"BOT_PAUSE_SECONDS": "0", "LIMITS": "off"})
    site.start()
    yield site
    site.stop()


@contextmanager
def visiting(
    chromium: Browser, site: Site, *, size: tuple[int, int] = WIDE, offline: bool = False
) -> Iterator[Page]:
    """A page that is faultless when left; `offline`: requests may fail."""
    context = chromium.new_context(
        base_url=site.address,
        locale="en-GB",
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
    )
    page = context.new_page()
    watch = Watch(page, host=site.address.partition("//")[2], statuses=(), offline=offline)
    try:
        page.goto("/")
        yield page
        # During teardown a page may report anything.
        assert watch.faults == [], watch.faults
    finally:
        context.close()
