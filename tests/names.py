"""How names stand on a page."""

import re
from collections.abc import Iterator, Mapping

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from games.models import Kind

_UNSHOWN = ("title", "script", "style", "textarea", "option")
_ADDRESSES = ("href", "action", "formaction", "value", "src", "content", "id", "hx-get", "hx-post")
_ISOLATED = "\u2068{}\u2069"


def misplaced(html: str, kinds: Mapping[str, str], *, own: str = "") -> list[str]:
    """Return what is wrong with the names in ``html``, given the kind of each.

    ``own`` stands in the site's header without a badge. A guest's badge may be missing, as it is in
    sentences; tests/pages/test_guests_in_sentences.py says where.
    """
    soup = BeautifulSoup(html, "html.parser")
    named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in kinds))
    found = [] if "&lt;bdi" not in html else ["a name’s markup as text"]
    for text in soup.find_all(string=named):
        found += _in_text(text, named, kinds, own)
    for element in soup.find_all(True):
        for key, value in element.attrs.items():
            if key not in _ADDRESSES and isinstance(value, str):
                found += _in_plain(value, named, kinds, own, f"in {key}")
    for script in soup.select('script[type="application/json"]'):
        found += _in_plain(script.get_text(), named, kinds, "", "for scripts")
    return found


def without_badges(html: str) -> BeautifulSoup:
    """Leave only names: for tests of what a page says."""
    soup = BeautifulSoup(html, "html.parser")
    for badge in soup.select("bdi + .badge"):
        if isinstance(badge.previous_sibling, NavigableString):
            badge.previous_sibling.extract()
        badge.decompose()
    return soup


def bare(html: str) -> str:
    """Return the text of ``html`` without badges."""
    return " ".join(without_badges(html).get_text().split())


def names_on(html: str, kinds: Mapping[str, str]) -> set[str]:
    """Return which of these names stand on the page."""
    soup = BeautifulSoup(html, "html.parser")
    return {bdi.get_text() for bdi in soup.select("bdi")} & set(kinds)


def _in_text(
    text: NavigableString, named: re.Pattern[str], kinds: Mapping[str, str], own: str
) -> Iterator[str]:
    parent = text.parent
    assert parent is not None
    if parent.name == "title":
        yield from _in_plain(text, named, kinds, own, "in the title")
    elif parent.name == "bdi" and text in kinds:
        in_header = text == own and parent.find_parent(class_="account")
        found = _badge_after(parent)
        left_out = found == Kind.MEMBER and kinds[text] == Kind.GUEST
        if not in_header and not left_out and found != kinds[text]:
            yield f"{text} has no badge of a {kinds[text]}: {parent.parent}"
    elif parent.name not in _UNSHOWN:
        yield f"“{text.strip()}” without <bdi>"


def _badge_after(bdi: Tag) -> str:
    space = bdi.next_sibling
    badge = space.next_sibling if isinstance(space, NavigableString) and space == " " else None
    if not isinstance(badge, Tag):
        return Kind.MEMBER
    # Not by get_text, which leaves out what stands in a template.
    word = "".join(badge.find_all(string=True))
    return word if badge.get_attribute_list("class") == ["badge", f"badge-{word}"] else Kind.MEMBER


def _in_plain(
    text: str, named: re.Pattern[str], kinds: Mapping[str, str], own: str, where: str
) -> Iterator[str]:
    if "<bdi" in text or "\\u003Cbdi" in text:
        yield f"markup {where}: {text}"
    for match in named.finditer(text):
        name = match[0]
        said = kinds[name] and kinds[name] != Kind.GUEST
        after = f"{name} ({kinds[name]})" if said else name
        around = text[max(0, match.start() - 1) : match.end() + 20]
        if not name.isascii() and _ISOLATED.format(name) not in around:
            yield f"“{around}” not isolated {where}"
        if name != own and not text[match.start() :].startswith(after):
            yield f"“{around}” without its kind {where}"
