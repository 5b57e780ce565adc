"""The schema is built once in a process, whatever asks for it, and never twice at a time."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from games.api import docs
from tests.site.environment import ROOT, environment

PATH = "/api/v1/schema/"
_COLD = """
import time
from threading import Barrier, Thread
import django
django.setup()
from django.test import Client
from drf_spectacular import plumbing

find = plumbing.import_string

def find_slowly(name):
    time.sleep(0.01)
    return find(name)

plumbing.import_string = find_slowly
together = Barrier(4)
statuses = []

def ask(language):
    together.wait()
    client = Client(SERVER_NAME="localhost", raise_request_exception=False)
    answer = client.get("/api/v1/schema/", headers={"Accept-Language": language})
    statuses.append(answer.status_code)

threads = [Thread(target=ask, args=(language,)) for language in ("en", "en", "de", "ja")]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(statuses)
"""


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A line for each time that it is built."""
    found: list[str] = []
    build: Any = SchemaGenerator.get_schema

    def counted(*args: Any, **options: Any) -> Any:
        found.append("built")
        return build(*args, **options)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    docs._built.cache_clear()
    yield found
    docs._built.cache_clear()


def ask(**headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Client().get(PATH, headers=named)


@pytest.mark.slow
def test_programs_that_ask_a_new_process_at_once_all_get_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _COLD],
        cwd=ROOT,
        env=environment(
            DJANGO_SETTINGS_MODULE="scoutsite.settings", DATABASE_URL="sqlite:///:memory:"
        ),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout == "[200, 200, 200, 200]\n", done.stderr


def test_a_second_reader_has_nothing_built(built: list[str]) -> None:
    answers = [ask(), ask(Accept="application/json"), ask(Accept_Encoding="gzip"), ask()]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert answers[3].content == answers[1].content == answers[0].content
    assert answers[1]["Content-Type"] == "application/json"
    assert built == ["built"]


def test_a_reader_who_has_it_is_told_so_without_another(built: list[str]) -> None:
    tag = ask()["ETag"]
    for known in (tag, f"W/{tag}", f'"another", {tag}', "*"):
        answer = ask(If_None_Match=known)
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)
    assert ask(If_None_Match='"another"').status_code == 200
    assert built == ["built"]


def test_each_language_has_its_own(built: list[str]) -> None:
    languages = ("en-GB", "de", "ja")
    first = [ask(Accept_Language=language) for language in languages]
    assert len({answer.content for answer in first}) == len({one["ETag"] for one in first}) == 3
    again = [ask(Accept_Language=language) for language in reversed(languages)]
    assert [answer.content for answer in reversed(again)] == [answer.content for answer in first]
    assert [answer["Content-Language"] for answer in first] == ["en-gb", "de", "ja"]
    for named, place in (("de", 1), ("de-AT", 1), ("tlh", 0), ("x" * 99, 0)):
        assert Client().get(PATH, {"lang": named}).content == first[place].content
    assert len(built) == 3
