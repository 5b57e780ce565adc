"""A page as a browser without JavaScript has it: text to read, cards to see, forms to send."""

from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from typing import Any

from django.test import Client

VOID = {"input", "meta", "link", "br", "rect", "use", "path", "circle"}


class Page(HTMLParser):
    """A response, taken apart.

    `fields` are what the form `#move` would send besides a button; `buttons` the labels of its
    submit buttons by value; `faces` every card that is drawn; `alert` the text of role=alert.
    """

    def __init__(self, response: Any) -> None:
        super().__init__()
        self.status = response.status_code
        self.html = response.content.decode()
        self.text = ""
        self.title = ""
        self.alert = ""
        self.fields: list[tuple[str, str]] = []
        self.buttons: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.faces: list[str] = []
        self.labels: list[str] = []
        self.headings: list[str] = []
        self._open: list[tuple[str, dict[str, str]]] = []
        self.feed(self.html)
        self.text = " ".join(self.text.split())
        self.alert = " ".join(self.alert.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "aria-label" in given:
            self.labels.append(given["aria-label"])
        self._card(given.get("class", ""))
        within = self._within("form", "move") or self._within("div", "board")
        if tag == "input" and within and self._sends(given):
            self.fields.append((given["name"], given["value"]))
        if tag == "button" and given.get("name") == "action":
            self.buttons[given["value"]] = given.get("aria-label", "")
        if tag == "h1":
            self.headings.append("")
        if tag not in VOID:
            self._open.append((tag, given))

    def handle_endtag(self, tag: str) -> None:
        while any(one == tag for one, _ in self._open):
            if self._open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if any(tag in ("title", "script") for tag, _ in self._open):
            self.title += data.strip()
            return
        # A comma belongs to the word before it, whatever element that is in.
        self.text += data if data[:1] in (",", ".", "’") else f" {data}"
        hidden = any("aria-hidden" in given for _, given in self._open)
        for tag, given in self._open:
            if tag == "button" and given.get("name") == "action":
                self.buttons[given["value"]] = " ".join(
                    f"{self.buttons[given['value']]} {data}".split()
                )
            if tag == "a":
                self.links[given.get("href", "")] = data.strip()
            if tag == "h1":
                self.headings[-1] += data
            if given.get("id") == "alert" and not hidden:
                self.alert += data

    def _card(self, classes: str) -> None:
        names = classes.split()
        if "card" in names and "back" not in names:
            up = next(name[1:] for name in names if name[0] == "u")
            down = next(name[1:] for name in names if name[0] == "d" and name[1:].isdigit())
            self.faces.append(f"{up}/{down}")

    def _within(self, tag: str, element_id: str) -> bool:
        return any(one == tag and given.get("id") == element_id for one, given in self._open)

    @staticmethod
    def _sends(given: dict[str, str]) -> bool:
        return "name" in given and (given["type"] == "hidden" or "checked" in given)

    def value(self, name: str) -> str:
        """The value of the field `name`; empty if it is not there."""
        return dict(self.fields).get(name, "")

    @property
    def checked(self) -> list[str]:
        """The places of the selected cards."""
        return [value for name, value in self.fields if name == "card"]


class Visitor:
    """Somebody with a browser without JavaScript at the table of one game."""

    def __init__(self, client: Client, public_id: str) -> None:
        self.client = client
        self.path = f"/games/{public_id}/"
        self.page = Page(client.get(self.path))
        self.address = self.path

    def look(self) -> Page:
        """Load the table anew."""
        self.page = Page(self.client.get(self.path))
        return self.page

    def press(self, action: str, *, cards: Iterable[int] | None = None, **fields: str) -> Page:
        """Send the page's form by the button `action`, with these cards selected, if given.

        `fields` overrule what the page has. Follows a redirect, as a browser would.
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
        """As `press`, but returns the response and leaves the page as it is."""
        data: dict[str, list[str]] = {}
        for name, value in self.page.fields:
            data.setdefault(name, []).append(value)
        if cards is not None:
            data["card"] = [str(card) for card in cards]
        data |= {name: [value] for name, value in (fields or {}).items()}
        data["action"] = [action]
        headers = {"HX-Request": "true"} if htmx else None
        return self.client.post(f"{self.path}move/", data, follow=follow, headers=headers)
