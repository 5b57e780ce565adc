"""What all tests share: sorting, needs, emptying the database."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import time_machine
from django.db import connection, transaction
from django.test import TransactionTestCase
from django.utils import timezone
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django import Settings

from tests.dealing import dealer
from tests.needs import DATABASE_FIXTURES, Need, missing
from tests.sample import WHOLE, sample

# Playwright keeps an event loop in the tests' thread; Django would take this for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

pytest_plugins = [
    # Those that others import come before them.
    *("tests.workers", "tests.browsing", "tests.once", "tests.shares", "tests.sites"),
    "tests.telling.post.servers",
]

# No deadline and no complaint of slowness: neither a busy machine nor chance is a failure.
hypothesis_settings.register_profile(
    "all",
    deadline=None,
    derandomize=True,
    max_examples=50,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.register_profile(
    "quick", parent=hypothesis_settings.get_profile("all"), max_examples=5
)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "all"))


TESTS = Path(__file__).parent
SAME_ON_EVERY_DATABASE = (
    *("api/", "archive/", "languages/", "pages/", "secrecy/"),
    *("accounts/test_admin.py", "accounts/test_lookalikes.py"),
    *("accounts/test_names.py", "accounts/test_settings.py", "management/test_screenshots.py"),
    *("order/test_hidden_messages.py", "order/test_names.py"),
    *("order/test_permissions.py", "order/test_watching.py"),
    *("play/test_hints.py", "results/test_pages.py"),
    *("site/pace/", "site/test_admin.py", "site/test_headers.py", "site/test_limits.py"),
    *("telling/post/", "telling/test_digest.py"),
    *("telling/test_contents.py", "telling/test_links.py"),
)
"""Tests that run on SQLite alone: of pages, texts and the simulated pace, not of locks, sums
or what SQL sorts."""


def pytest_report_header() -> str:
    """Say how to repeat a run of the same sample."""
    return f"sample: {sample()} (SAMPLE={sample()} repeats it, SAMPLE={WHOLE} tests everything)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by what they use."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "start_worker" in fixtures:
            item.add_marker("redis")
        if "open_page" in fixtures:
            item.add_marker("browser")
        elif item.path.relative_to(TESTS).as_posix().startswith(SAME_ON_EVERY_DATABASE):
            # What pages make of the same rows does not depend on the database.
            continue
        elif item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that lacks its needs, or fail it where all are promised."""
    promised = os.environ.get("REQUIRE", "").split()
    for need in Need:
        if item.get_closest_marker(need.value) and (lack := missing(need)):
            if need.value in promised:
                pytest.fail(f"{lack} (and REQUIRE names {need.value})", pytrace=False)
            pytest.skip(lack)


@pytest.fixture(autouse=True, scope="session")
def _log_can_be_emptied() -> Iterator[None]:
    """Lift the log's guards while a transactional test's database is emptied."""
    from games.log import triggers

    # Django has no public place for this.
    empty = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def lift_empty_restore(case: TransactionTestCase) -> None:
        # Each statement by itself would wait for PostgreSQL to commit it.
        with transaction.atomic():
            triggers.remove(connection)
        # Permissions and content types are not made again after each test: that takes longer than
        # most of the tests. The few that ask for them make them.
        case.available_apps = []
        try:
            empty(case)
        finally:
            case.available_apps = None
            with transaction.atomic():
                triggers.install(connection)

    def deletions(style: object, tables: list[str], **_: object) -> list[str]:
        """With a few rows far faster than TRUNCATE."""
        return [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lift_empty_restore)
        if connection.vendor == "postgresql":
            patch.setattr(connection.ops, "sql_flush", deletions)
        yield


@pytest.fixture(autouse=True)
def _content_types_are_those_of_this_test() -> None:
    """Those that another test made were taken back with it, or their table was emptied."""
    from django.contrib.contenttypes.models import ContentType

    ContentType.objects.clear_cache()


@pytest.fixture
def limits_count(settings: Settings) -> Iterator[None]:
    """Requests are limited, all of a test in the same period, however long they take."""
    settings.RATELIMIT_ENABLE = True
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture(autouse=True)
def _the_database_travels_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the test; PostgreSQL itself can't."""
    # Looked up each time: the simulation of pace puts a clock of its own there.
    monkeypatch.setattr("games.log.now._clock_of_postgresql", lambda: timezone.now())


@pytest.fixture(autouse=True)
def _no_log_is_kept_from_before() -> None:
    """Games of another test had the same numbers: their logs would be read for, and dropped."""
    from games.log.kept import forget_kept

    forget_kept()


@pytest.fixture(autouse=True)
def _nobody_is_here_from_before() -> None:
    """Users of another test, of the same numbers, had pages open some seconds ago."""
    from games.live import watching

    watching._asked.clear()


@pytest.fixture(autouse=True)
def _the_same_deals_each_time(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chance must not decide whether a test passes."""
    if request.path.name == "test_screenshots.py":
        return  # its positions have secrets of their own
    from games.fairness import parts
    from games.lobby import opening

    for module in (opening, parts):
        monkeypatch.setattr(module, "secrets", dealer(request.node.nodeid))
