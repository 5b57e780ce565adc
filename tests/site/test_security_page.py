"""SECURITY.md says against whom each promise holds, and names tests that exist."""

import re

import pytest

from games.people.idempotency import AT_MOST
from scoutsite.settings.limits import PAGE_LIMITS
from tests.site.environment import ROOT

TEXT = (ROOT / "SECURITY.md").read_text()
PROMISES = [line for line in TEXT.splitlines() if re.match(r"\| .+\. \| .+ \| .+ \|$", line)]


def test_it_is_short_enough_to_be_read() -> None:
    assert len(TEXT.splitlines()) <= 150


def test_there_are_promises_to_everybody_s_kind() -> None:
    kinds = re.findall(r"^### (.+)$", TEXT, re.MULTILINE)
    assert len(kinds) == 6
    assert len(PROMISES) > 2 * len(kinds)


@pytest.mark.parametrize("promise", PROMISES, ids=[line[2:40] for line in PROMISES])
def test_each_promise_names_the_test_that_holds_it(promise: str) -> None:
    assert re.search(r"`tests/|`check --deploy`", promise.split(" | ")[-1])


def test_the_files_that_are_named_exist() -> None:
    named = re.findall(r"`((?:tests|docs|scoutsite|deploy)/[\w./-]+)`", TEXT)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_figures_are_those_of_the_settings() -> None:
    assert PAGE_LIMITS["moves"] == PAGE_LIMITS["all others"] == "240/m"
    assert PAGE_LIMITS["new games"] == PAGE_LIMITS["invitations"] == "60/h"
    assert "| 240 a minute each |" in TEXT
    assert "| 60 an hour each |" in TEXT
    assert f"{AT_MOST:,} idempotency keys" in TEXT
