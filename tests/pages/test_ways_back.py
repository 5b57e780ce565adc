"""A way back leads to a page of this site, whatever the browser says it comes from."""

import re
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

pytestmark = pytest.mark.django_db

HERE = "http://testserver"
TRICKS = st.text("/\\.@:;?#%&= \t\n\r\0\x0b\x1f\x7f\u2028\u3002aevil", max_size=12)


def way_back(client: Client, referer: str) -> str:
    answer = client.post("/appearance/", {"theme": "dark"}, headers={"Referer": referer})
    assert answer.status_code == 302
    return answer["Location"]


def host_in_a_browser(location: str) -> str | None:
    """As browsers read addresses: without control characters, `\\` as `/`."""
    bare = re.sub(r"[\t\n\r]", "", location).strip("".join(map(chr, range(33))))
    return urlsplit(urljoin(f"{HERE}/appearance/", bare.replace("\\", "/"))).netloc


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/x",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
    ]
    + ["/\r\n/evil.example", "//evil.example:80@testserver", "/\\/evil.example", "//", "///"],
)
def test_a_path_that_looks_like_another_site_leads_to_the_first_page(
    client: Client, path: str
) -> None:
    assert way_back(client, f"{HERE}{path}") == "/"


@given(path=TRICKS)
@example(path="//evil.example/x")
@example(path="/\\evil.example")
def test_no_referer_leads_anywhere_else(path: str) -> None:
    client = Client(raise_request_exception=True)
    for referer in (f"{HERE}{path}", f"{HERE}/{path}", f"{HERE}//{path}", path):
        location = way_back(client, referer)
        assert location.startswith("/")
        assert host_in_a_browser(location) == "testserver", location


@pytest.mark.parametrize(
    "path", ["/", "/rules/", "/games/?page=2&order=a%2Fb", "/players/Zo%C3%AB/"]
)
def test_a_page_of_this_site_is_led_back_to(client: Client, path: str) -> None:
    assert way_back(client, f"{HERE}{path}") == path
