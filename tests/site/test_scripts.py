"""Scripts are modules: they import what they share, and leave nothing on the window."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

SCRIPTS = sorted(Path().glob("*/static/**/*.js"))
TEMPLATES = sorted(Path("templates").rglob("*.html"))
MAP = re.compile(r'<script type="importmap">(.*?)</script>')
IMPORT = re.compile(r'^(?:import .*?|.*\bimport\()"([^"]+)"', re.MULTILINE)
NAMED = re.compile(r'"((?:accounts|games)/[\w/]+\.js)"')
GLOBAL = re.compile(r"\b(?:window|globalThis|self|top|frames)\s*(?:\.\s*\w+|\[[^]]*\])\s*=(?!=)")
ASSIGNED = re.compile(r"Object\.(?:assign|definePropert\w+)\(\s*(?:window|globalThis|self)\b")


def test_there_are_scripts_to_look_at() -> None:
    assert len(SCRIPTS) > 10


def test_every_script_of_ours_is_loaded_as_a_module() -> None:
    ours = {path.as_posix().partition("/static/")[2] for path in SCRIPTS}
    loaded = set()
    for template in TEMPLATES:
        for tag in re.findall(r"<(?:script|link)\b[^>]*>", template.read_text()):
            name = re.search(r"static '([^']+)'", tag)
            if name and name[1] in ours:
                # What comes after the page is a link until then, and imported from there.
                assert 'type="module"' in tag or 'as="script"' in tag, f"{template}: {tag}"
                loaded.add(name[1])
    imported = {name for path in SCRIPTS for name in NAMED.findall(path.read_text())}
    assert loaded | imported == ours


@pytest.mark.parametrize("path", SCRIPTS, ids=str)
def test_no_script_puts_anything_on_the_window(path: Path) -> None:
    text = path.read_text()
    assert not GLOBAL.search(text)
    assert not ASSIGNED.search(text)


@pytest.mark.parametrize("path", ["/", "/account/login/", "/nowhere/"])
@pytest.mark.django_db
def test_every_page_says_where_modules_are_before_its_first(client: Client, path: str) -> None:
    answer = client.get(path)
    page = answer.content.decode()
    found = MAP.search(page)
    assert found
    assert found.start() < page.index('<script type="module"')
    known = json.loads(found[1])["imports"]
    for script in SCRIPTS:
        assert set(IMPORT.findall(script.read_text())) <= set(known), script
    assert all(finders.find(name) for name in known)
    digest = b64encode(sha256(found[1].encode()).digest()).decode()
    assert f"'sha256-{digest}'" in answer["Content-Security-Policy"]
