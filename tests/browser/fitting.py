"""Whether a page fits its screen, once its fonts have loaded."""

from playwright.sync_api import Page

# How far the page extends past its right edge, and which of its elements do.
_SIDEWAYS = """async () => {
    // Whatever the layout asks for is on its way only when it has been laid out.
    document.documentElement.getBoundingClientRect();
    await document.fonts.ready;
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
        .map((element) => `${element.localName}.${element.getAttribute('class') ?? ''}`
            + ` ${element.id} ${Math.round(element.getBoundingClientRect().right)}`);
    return [`${scrollWidth - clientWidth} pixels too wide`, ...beyond];
}"""


def sideways(page: Page) -> str:
    """Why `page` scrolls sideways, and by how much; empty if it does not."""
    return "; ".join(page.evaluate(_SIDEWAYS))


def scale_text(page: Page, size: str) -> None:
    page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
