"""Accessibility: axe must find nothing, in either scheme, on any screen.

The debugger runs it, which the page's content security policy does not bind, so pages are checked
as served.
"""

from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browsing import NARROW, WIDE

# Colours in transition have no contrast to check.
_STILL = "document.getAnimations().forEach(animation => animation.finish())"


def expect_no_violations(page: Page, sizes: Iterable[tuple[int, int]] = (WIDE, NARROW)) -> None:
    """Check `page` as it is now, light and dark."""
    before = page.viewport_size
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.evaluate(_STILL)
            found = Axe().run(page)
            assert found.violations_count == 0, f"{width}, {scheme}\n{found.generate_report()}"
    if before:
        page.set_viewport_size(before)
    page.emulate_media(color_scheme="light")
