"""The pages of the guide, rendered from docs/, once for each process."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from markdown import Markdown

DOCS: Path = settings.BASE_DIR / "docs"
EXAMPLES = DOCS / "examples"

_FILES = {
    "api": ("api.md", _("Playing by program")),
    "codes": ("codes.md", _("Refusals")),
    "view": ("view.md", _("The view")),
    "record": ("record.md", _("Records")),
    "bots": ("bot-protocol.md", _("A bot as a filter")),
    "library": ("library.md", _("The game as a library")),
    "fairness": ("fairness.md", _("Fair deals")),
    "witnesses": ("witnesses.md", _("The log’s witnesses")),
    "webhooks": ("webhooks.md", _("Webhooks")),
}
FIRST = "api"
_LINK = re.compile(r'<a href="(?!https?:|#|/|mailto:)([^"#]*)(#[^"]*)?">(.*?)</a>', re.DOTALL)


class Section(NamedTuple):
    """A heading of a page, to jump to."""

    anchor: str
    name: str


class GuidePage(NamedTuple):
    """A page of the guide."""

    key: str
    title: str
    html: SafeString
    sections: tuple[Section, ...]


class GuideLink(NamedTuple):
    """A link to a page of the guide."""

    key: str
    title: str
    address: str


def links() -> list[GuideLink]:
    """Return all pages, in order."""
    return [GuideLink(key, str(title), address_of(key)) for key, (_file, title) in _FILES.items()]


def address_of(key: str) -> str:
    """Return a page's address."""
    if key == FIRST:
        return reverse("games:developers")
    return reverse("games:developers_page", args=[key])


def guide_page(key: str) -> GuidePage | None:
    """Return a page; None if there is none."""
    if key not in _FILES:
        return None
    file, title = _FILES[key]
    html, sections = _rendered(file)
    return GuidePage(key, str(title), html, sections)


def example(name: str) -> str | None:
    """Return the text of an example; None if there is none."""
    # Only names that are there: what is asked for is no path.
    file = next((path for path in EXAMPLES.glob("*.*") if path.name == name), None)
    return file.read_text(encoding="utf-8") if file else None


@cache
def _rendered(file: str) -> tuple[SafeString, tuple[Section, ...]]:
    markdown = Markdown(
        extensions=["tables", "fenced_code", "sane_lists", "toc"],
        # Styles within elements are forbidden.
        extension_configs={"tables": {"use_align_attribute": True}},
    )
    html = markdown.convert((DOCS / file).read_text(encoding="utf-8"))
    (top,) = markdown.toc_tokens  # type: ignore[attr-defined]
    sections = tuple(Section(each["id"], each["name"]) for each in top["children"])
    html = _LINK.sub(_link, html)
    # Whatever may be wider than the screen is scrolled by keyboard, too.
    html = html.replace("<pre>", '<pre tabindex="0">')
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    return mark_safe(html), sections  # noqa: S308 (our own text)


def _link(found: re.Match[str]) -> str:
    """Lead from one text to another's page; what has none on the site is no link."""
    target, anchor, said = found[1], found[2] or "", found[3]
    for key, (file, _title) in _FILES.items():
        if target == file:
            return f'<a href="{address_of(key)}{anchor}">{said}</a>'
    if target.startswith("examples/") and (EXAMPLES / Path(target).name).exists():
        name = Path(target).name
        return f'<a href="{reverse("games:developers_example", args=[name])}">{said}</a>'
    return said
