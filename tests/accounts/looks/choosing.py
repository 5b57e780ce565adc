"""Choices of look and sound, as the form sends them."""

from bs4 import BeautifulSoup, Tag
from django.test import Client

PLAIN = {"pace": "normal", "motion": "device", "volume": "60", "faces": "standard"}
"""What nobody has changed."""
CHOSEN = {
    "pace": "slow",
    "tap": "on",
    "motion": "off",
    "sound": "on",
    "volume": "35",
    "faces": "shapes",
}
ATTRIBUTES = {
    "data-pace": "slow",
    "data-tap": "",
    "data-motion": "off",
    "data-sound": "",
    "data-volume": "35",
    "data-faces": "shapes",
}
"""Of the root of a page, after that."""


def attributes(client: Client, path: str = "/rules/") -> dict[str, str]:
    """Those of a page's root that scripts and styles go by."""
    root = BeautifulSoup(client.get(path).content, "html.parser").html
    assert isinstance(root, Tag)
    return {name: str(value) for name, value in root.attrs.items() if name.startswith("data-")}
