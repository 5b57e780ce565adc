"""The site on a home screen, and without a connection: the same for everybody."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from games.management import drawing

pytestmark = pytest.mark.django_db


def manifest(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/manifest.webmanifest").json()
    return found


def size_of(picture: bytes) -> tuple[int, int]:
    """Of a PNG."""
    assert picture.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def static_file(address: str) -> bytes:
    path = finders.find(address.removeprefix("/static/"))
    assert isinstance(path, str), address
    return Path(path).read_bytes()


def files_of(worker: str) -> dict[str, Any]:
    """What the site tells its worker."""
    found = re.match(r"const SITE = (\{.*?\n\});\n", worker, re.DOTALL)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def test_the_manifest_says_how_the_site_is_installed(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    found = answer.json()
    assert (found["short_name"], found["lang"]) == ("Next Act", "en-gb")
    assert (found["id"], found["scope"], found["start_url"]) == ("/", "/", "/games/")
    assert (found["display"], found["categories"]) == ("standalone", ["games", "entertainment"])
    assert client.get(found["start_url"]).status_code == 200
    css = static_file("/static/games/frame/site.css").decode()
    light = css[: css.index("prefers-color-scheme: dark")]
    assert f"--panel: {found['theme_color']};" in light
    assert f"--paper: {found['background_color']};" in light


def test_every_icon_is_as_large_as_it_says(client: Client) -> None:
    icons = manifest(client)["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        width, height = size_of(static_file(icon["src"]))
        assert f"{width}x{height}" == icon["sizes"]
    page = client.get("/").text
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert touch
    assert size_of(static_file(touch[1])) == (180, 180)


@pytest.mark.parametrize("path", ["/", "/games/", "/account/login/", "/nowhere/"])
def test_every_page_leads_to_the_manifest(client: Client, path: str) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get(path).text


def test_the_worker_is_asked_for_anew_each_time_and_sent_when_it_changed(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in answer["Cache-Control"]
    same = client.get("/service-worker.js", headers={"if-none-match": answer["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    policy = answer["Content-Security-Policy"]
    assert "connect-src 'self'" in policy
    assert "worker-src 'self'" in policy


def test_the_worker_keeps_all_that_the_offline_page_loads(client: Client) -> None:
    told = files_of(client.get("/service-worker.js").text)
    page = client.get(told["offline"]).text
    loaded = {each for each in re.findall(r'(?:href|src)="([^"]*)"', page) if "/static/" in each}
    assert loaded
    assert loaded <= {*told["files"]}
    assert "<script" not in page
    for address in told["files"]:
        with_content = static_file(address)
        assert with_content
    for picture in ("icon", "badge"):
        assert size_of(static_file(told[picture]))


@pytest.mark.slow
def test_a_change_of_a_kept_file_changes_the_worker(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        "staticfiles": {"BACKEND": "scoutsite.static_files.CollectedStaticFiles"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    told = files_of(client.get("/service-worker.js").text)
    for address in told["files"]:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", address), address
    assert client.get("/offline/").text.count(".css") == 1
    assert re.search(r"site\.[0-9a-f]{12}\.css", client.get("/offline/").text)


@pytest.mark.parametrize("path", ["/offline/", "/manifest.webmanifest", "/service-worker.js"])
def test_what_devices_keep_is_the_same_for_everybody(path: str) -> None:
    stranger, maya = Client(), Client()
    maya.force_login(get_user_model().objects.create_user("maya"))
    maya.cookies["theme"] = "dark"
    answers = [client.get(path) for client in (stranger, maya)]
    assert answers[0].content == answers[1].content
    assert not stranger.cookies


def test_the_privacy_page_says_what_the_worker_keeps(client: Client) -> None:
    assert "keeps the page that says you’re offline" in client.get("/privacy/").text


def test_each_picture_is_there_and_light() -> None:
    drawings = drawing.drawings()
    assert len(drawings) == 10
    for each in drawings:
        picture = (drawing.FOLDER / each.name).read_bytes()
        assert size_of(picture) == each.size
        assert len(picture) < 100_000


@pytest.mark.browser
@pytest.mark.slow
def test_pictures_are_drawn_from_the_site_itself(tmp_path: Path) -> None:
    call_command("app_pictures", folder=tmp_path, only="table-3")
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert file.relative_to(tmp_path).as_posix() == "share/table-3.png"
    picture = file.read_bytes()
    assert size_of(picture) == drawing.SHARED_SIZE
    assert 20_000 < len(picture) < 100_000
