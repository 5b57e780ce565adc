"""Light, dark, or the system's theme, by form and cookie."""

import pytest
from django.test import Client

from tests.pages.page import Page


def chosen(page: Page) -> str:
    root: str = page.html[: page.html.index(">", page.html.index("<html"))]
    return root.partition('data-theme="')[2].rstrip('"')


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.django_db
def test_a_choice_holds_on_every_page_also_on_those_of_errors(theme: str) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post(
        "/appearance/", {"theme": theme}, headers={"Referer": "http://testserver/rules/?a=b"}
    )
    assert response.status_code == 302
    assert response["Location"] == "/rules/?a=b"
    assert client.cookies["theme"]["max-age"] == 365 * 24 * 3600
    assert client.cookies["theme"]["samesite"] == "Lax"
    for path in ("/", "/rules/", "/learn/", "/games/", "/nowhere/"):
        page = Page(client.get(path))
        assert chosen(page) == theme
        assert page.html.count('name="theme-color"') == 1
        assert f'value="{theme}" class="on" aria-pressed="true"' in page.html


@pytest.mark.django_db
def test_the_system_decides_again(client: Client) -> None:
    assert chosen(Page(client.get("/"))) == ""
    client.post("/appearance/", {"theme": "dark"})
    client.post("/appearance/", {"theme": "system"})
    page = Page(client.get("/"))
    assert chosen(page) == ""
    assert 'value="system" class="on" aria-pressed="true"' in page.html


@pytest.mark.parametrize(
    "referer", ["", "https://elsewhere.example/x", "//elsewhere.example", "javascript:alert(1)"]
)
@pytest.mark.django_db
def test_the_way_back_leads_to_this_site_alone(client: Client, referer: str) -> None:
    response = client.post("/appearance/", {"theme": "dark"}, headers={"Referer": referer})
    assert response["Location"] == "/"


@pytest.mark.parametrize("value", ["", "pink", '"><script>'])
@pytest.mark.django_db
def test_a_cookie_that_nobody_chose_counts_for_nothing(client: Client, value: str) -> None:
    client.cookies["theme"] = value
    assert chosen(Page(client.get("/"))) == ""


@pytest.mark.django_db
def test_looking_at_the_address_chooses_nothing(client: Client) -> None:
    assert client.get("/appearance/?theme=dark").status_code == 405
