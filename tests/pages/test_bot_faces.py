"""Each character has a face, drawn once and shown at any size in a seat's colour and shape."""

import pytest
from bs4 import BeautifulSoup
from django.template import Context, Engine
from django.test import Client

from games.bots.registry import LEVELS, TROUPE


def drawn(bot: str, shape: int) -> BeautifulSoup:
    source = "{% load names %}{% bot_face bot shape %}"
    html = Engine.get_default().from_string(source).render(Context({"bot": bot, "shape": shape}))
    return BeautifulSoup(html, "html.parser")


@pytest.mark.django_db
def test_every_character_has_a_drawing_on_every_page(client: Client) -> None:
    page = BeautifulSoup(client.get("/about/").content, "html.parser")
    for name in TROUPE:
        shown = drawn(name, 1).select_one("use")
        assert shown is not None
        assert page.select_one(f"symbol{shown['href']} path") is not None


def test_a_face_has_its_seats_shape_and_is_for_the_eye_alone() -> None:
    for shape in range(5):
        face = drawn("otto", shape).select_one(f".avatar.seat-{shape}")
        assert face is not None
        assert face["aria-hidden"] == "true"
        assert not face.get_text(strip=True)


def test_who_is_no_character_has_the_sign_of_bots() -> None:
    for name in LEVELS:
        assert drawn(name, 0).select_one("use[href='#bot']") is not None
