"""A page without JavaScript: text, cards and forms."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from bs4 import BeautifulSoup, Tag
from django.test import Client

from tests.names import without_badges


def without_tokens(html: str) -> str:
    """Without the tokens and promises that each page draws anew."""
    fields = r'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=name="promise" value=")[\w:-]+'
    return re.sub(rf'{fields}|(?<=data-commitment=")\w+', "", html)


class Page:
    """A response, parsed lazily."""

    def __init__(self, response: Any) -> None:
        self.status = response.status_code
        self.html = _on_one_line(response.content.decode())

    @cached_property
    def _soup(self) -> BeautifulSoup:
        """Without the badges behind names, which have a test of their own."""
        return without_badges(self.html)

    @cached_property
    def title(self) -> str:
        found = self._soup.title
        return found.get_text(strip=True) if found else ""

    @cached_property
    def text(self) -> str:
        """All text but titles, scripts and comments, with single spaces."""
        titles = {id(each) for title in self._soup.find_all("title") for each in title.strings}
        strings = [each for each in self._soup.strings if id(each) not in titles]
        # A comma belongs to the word before it, whatever element that is in.
        spaced = (each if each[:1] in (",", ".", "’") else f" {each}" for each in strings)
        return " ".join("".join(spaced).split())

    @cached_property
    def alert(self) -> str:
        """The part of `#alert` that is read aloud."""
        box = self._soup.find(id="alert")
        strings = box.strings if box else ()
        heard = (each for each in strings if not each.find_parent(attrs={"aria-hidden": True}))
        return " ".join("".join(heard).split())

    @cached_property
    def fields(self) -> list[tuple[str, str]]:
        """What the form `#move` sends besides a button."""
        inputs = self._soup.select("form#move input[name], div#board input[name]")
        sent = (each for each in inputs if each["type"] == "hidden" or each.has_attr("checked"))
        return [(_value(each, "name"), _value(each, "value")) for each in sent]

    @cached_property
    def buttons(self) -> dict[str, str]:
        """Submit labels by value."""
        return {
            _value(each, "value"): " ".join(
                [_value(each, "aria-label"), *each.stripped_strings]
            ).strip()
            for each in self._soup.select('button[name="action"]')
        }

    @cached_property
    def links(self) -> dict[str, str]:
        """Text by address."""
        found = self._soup.find_all("a")
        return {_value(each, "href"): " ".join(each.stripped_strings) for each in found}

    @cached_property
    def faces(self) -> list[str]:
        """Every card drawn face up, as in `7/6`."""
        return [
            "/".join(
                next(name[1:] for name in each.get_attribute_list("class") if _is_number(name, way))
                for way in "ud"
            )
            for each in self._soup.select(".card:not(.back)")
        ]

    @cached_property
    def labels(self) -> list[str]:
        return [_value(each, "aria-label") for each in self._soup.select("[aria-label]")]

    @cached_property
    def headings(self) -> list[str]:
        return [" ".join(each.get_text().split()) for each in self._soup.find_all("h1")]

    def value(self, name: str) -> str:
        return dict(self.fields).get(name, "")

    @property
    def checked(self) -> list[str]:
        return [value for name, value in self.fields if name == "card"]


def _on_one_line(html: str) -> str:
    """Put each tag on one line."""
    return re.sub(r"<\w[^<>]*>", lambda tag: " ".join(tag[0].split()).replace(" >", ">"), html)


def _value(tag: Tag, attribute: str) -> str:
    return str(tag.get(attribute, ""))


def _is_number(name: str, way: str) -> bool:
    return name[0] == way and name[1:].isdigit()


class Visitor:
    """At the table of one game, without JavaScript."""

    def __init__(self, client: Client, public_id: str) -> None:
        self.client = client
        self.path = f"/games/{public_id}/"
        self.page = Page(client.get(self.path))
        self.address = self.path

    def look(self) -> Page:
        self.page = Page(self.client.get(self.path))
        return self.page

    def press(self, action: str, *, cards: Iterable[int] | None = None, **fields: str) -> Page:
        """Send the page's form, with `cards` selected, and follow redirects.

        `fields` override the page's.
        """
        self.page = Page(self.send(action, cards=cards, fields=fields, follow=True))
        return self.page

    def send(
        self,
        action: str,
        *,
        cards: Iterable[int] | None = None,
        follow: bool = False,
        htmx: bool = False,
        fields: Mapping[str, str] | None = None,
    ) -> Any:
        """As `press`, but leave the page as it is."""
        data: dict[str, list[str]] = {}
        for name, value in self.page.fields:
            data.setdefault(name, []).append(value)
        if cards is not None:
            data["card"] = [str(card) for card in cards]
        data |= {name: [value] for name, value in (fields or {}).items()}
        data["action"] = [action]
        headers = {"HX-Request": "true"} if htmx else None
        return self.client.post(f"{self.path}move/", data, follow=follow, headers=headers)
