"""Static files have plain names until they are collected, and hashed ones afterwards."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.test import AsyncClient, Client
from pytest_django import Settings

from scoutsite.static_files import CollectedStaticFiles


def test_nothing_needs_to_be_collected(tmp_path: Path) -> None:
    storage = CollectedStaticFiles(location=tmp_path, base_url="/static/")
    assert storage.url("admin/css/base.css") == "/static/admin/css/base.css"


@pytest.mark.django_db
@pytest.mark.slow
def test_collected_files_are_hashed_and_compressed(tmp_path: Path, settings: Settings) -> None:
    plain = settings.STORAGES
    assert "/static/games/frame/dom.js" in Client().get("/").text
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        "staticfiles": {"BACKEND": "scoutsite.static_files.CollectedStaticFiles"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    url = CollectedStaticFiles(location=tmp_path, base_url="/static/").url("admin/css/base.css")
    assert url != "/static/admin/css/base.css"
    collected = tmp_path / url.removeprefix("/static/")
    assert collected.with_name(f"{collected.name}.gz").exists()

    answer = Client().get(url, headers={"accept-encoding": "gzip"})
    assert "immutable" in answer["Cache-Control"]
    assert answer["Content-Encoding"] == "gzip"
    answer.close()

    # The import map names the files as they are now, whatever it named before and will again.
    assert re.search(r"/static/games/frame/dom\.[0-9a-f]{12}\.js", Client().get("/").text)
    settings.STORAGES = plain
    assert "/static/games/frame/dom.js" in Client().get("/").text


@pytest.mark.django_db  # at the end of an answer Django looks after its connections
def test_files_are_the_same_under_wsgi_and_asgi() -> None:
    url = "/static/admin/css/base.css"
    plain = Client().get(url)
    # In a thread of its own: a browser test before this one may have left its loop in ours.
    with ThreadPoolExecutor(1) as thread:
        streamed = thread.submit(async_to_sync(AsyncClient().get), url).result()
    assert plain.status_code == streamed.status_code == 200
    assert plain.getvalue() == streamed.getvalue()
    for each in (plain, streamed):
        # No two answers have the same.
        del each.headers["X-Request-ID"]
    assert plain.headers == streamed.headers
    plain.close()
