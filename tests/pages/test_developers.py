"""The guide for programmers: its pages lead to one another, and its examples are so."""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.api.codes import CODES
from games.pages.developers.guide import links
from games.rules.moves import move_from_json
from games.rules.view_reading import view_from_json
from tests.pages.page import Page

DOCS = settings.BASE_DIR / "docs"
FENCED = re.compile(r"```json\n(.*?)```", re.DOTALL)


def blocks(name: str) -> list[str]:
    return FENCED.findall((DOCS / name).read_text())


@pytest.mark.django_db
def test_it_is_led_to_and_its_links_lead_on() -> None:
    client = Client()
    assert "/developers/" in client.get("/").text
    assert "/developers/" in Page(client.get("/about/")).html
    seen, due = set[str](), [link.address for link in links()]
    while due:
        address = due.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code == 200, address
        if answer["Content-Type"].startswith("text/plain"):
            continue
        (text,) = re.findall("<article.*?</article>", answer.text, re.DOTALL)
        assert " style=" not in text
        due += re.findall(r'href="(/developers/[^"#]*)', text)
        for anchor in re.findall(r'href="#([^"]+)"', answer.text):
            assert f'id="{anchor}"' in answer.text, (address, anchor)
    assert "/developers/examples/verify_deal.py" in seen
    assert client.get("/developers/api/")["Location"] == "/developers/"
    for wrong in ("/developers/none/", "/developers/examples/none.py"):
        assert client.get(wrong).status_code == 404


def test_the_view_is_one_and_each_field_is_in_the_table() -> None:
    view, moves, last = blocks("view.md")
    example: dict[str, Any] = json.loads(view)
    read = view_from_json(example)
    assert read.to_json(legal=False) == {**example, "legal": None}
    legal = read.to_json()["legal"]
    assert all(move in legal for move in example["legal"])
    assert {"type": "show", "start": 2, "stop": 4} in legal
    text = (DOCS / "view.md").read_text()
    for field in example:
        assert f"| `{field}` |" in text, field
    for line in moves.strip().splitlines():
        move_from_json(json.loads(line))
    scores = json.loads(last)["scores"]
    assert all(
        each["total"] == each["collected"] + each["chips"] - (0 if each["ender"] else each["hand"])
        for each in scores
    )


def test_each_code_is_in_the_table_with_its_status_and_meaning() -> None:
    lines = (DOCS / "codes.md").read_text().splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    told = {f"| `{name}` | {code.status} | {code.meaning} |" for name, code in CODES.items()}
    assert set(rows) == told
    assert len(rows) == len(told)


def test_a_record_s_fields_are_in_its_table() -> None:
    record, meta = (json.loads(block) for block in blocks("record.md"))
    text = (DOCS / "record.md").read_text()
    for field in (*record, *record["rounds"][0], *meta):
        assert f"`{field}`" in text, field
