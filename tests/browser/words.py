"""Whether a page's words are whole."""

from playwright.sync_api import Page

# A word broken between letters lies on more than one line. Hyphens and the like may end a line.
_BROKEN = """async (selector) => {
    document.documentElement.getBoundingClientRect();
    await document.fonts.ready;
    const broken = new Set();
    if (!document.querySelector(selector)) return [`no ${selector}`];
    for (const place of document.querySelectorAll(selector)) {
        if (!place.checkVisibility()) continue;
        const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const parent = texts.currentNode.parentElement;
            // The fingerprint of a deal has no words; what is only read aloud lies on one pixel.
            if (parent.closest("code") || parent.getBoundingClientRect().width <= 1) continue;
            for (const word of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}’]+/gu)) {
                const range = document.createRange();
                range.setStart(texts.currentNode, word.index);
                range.setEnd(texts.currentNode, word.index + word[0].length);
                const bottoms = [...range.getClientRects()].map((box) => Math.round(box.bottom));
                if (new Set(bottoms).size > 1) broken.add(word[0]);
            }
        }
    }
    return [...broken];
}"""


def broken(page: Page, selector: str) -> list[str]:
    """The words in what `selector` finds that are broken between letters."""
    return list(page.evaluate(_BROKEN, selector))
