"""Accessibility as a checker sees it: axe must find nothing, in either scheme, on any screen.

The checker is evaluated in the page by the browser's debugger, which the page's content security
policy does not bind, so pages are checked as they are served.
"""

from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browsing import NARROW, WIDE

# Colours that are still on their way to where they will be are nobody's contrast.
_STILL = "document.getAnimations().forEach(animation => animation.finish())"


def expect_no_violations(page: Page, sizes: Iterable[tuple[int, int]] = (WIDE, NARROW)) -> None:
    """See that axe finds nothing on `page` as it now stands, light and dark, on these screens."""
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
