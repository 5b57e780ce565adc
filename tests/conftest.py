"""What all tests share: how they are sorted, what they need, how the database is emptied."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests.dealing import dealer
from tests.needs import DATABASE_FIXTURES, Need, missing

# Playwright keeps an event loop in the tests' thread; Django would take it for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

pytest_plugins = ["tests.browsing", "tests.sites", "tests.workers"]

# No deadline, no complaint of slowness: a busy machine is no failure. Nor is chance.
hypothesis_settings.register_profile(
    "all",
    deadline=None,
    derandomize=True,
    max_examples=50,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.register_profile(
    "quick", parent=hypothesis_settings.get_profile("all"), max_examples=10
)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "all"))

TESTS = Path(__file__).parent
SAME_ON_EVERY_DATABASE = (
    "api/",
    "archive/",
    "pages/",
    "secrecy/",
    "management/test_screenshots.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by what they use."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "start_worker" in fixtures:
            item.add_marker("redis")
        if "open_page" in fixtures:
            item.add_marker("browser")
        elif item.path.relative_to(TESTS).as_posix().startswith(SAME_ON_EVERY_DATABASE):
            # What pages make of the same rows is the same on every database.
            continue
        elif item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
    # The long ones first, lest one is left for the end while the other cores have nothing to do.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that lacks what it needs, or fail it where all of that is promised."""
    promised = os.environ.get("REQUIRE", "").split()
    for need in Need:
        if item.get_closest_marker(need.value) and (lack := missing(need)):
            if need.value in promised:
                pytest.fail(f"{lack} (and REQUIRE names {need.value})", pytrace=False)
            pytest.skip(lack)


@pytest.fixture(autouse=True, scope="session")
def _log_can_be_emptied() -> Iterator[None]:
    """Lift the log's guards while the database is emptied after a transactional test."""
    from django.contrib.contenttypes.models import ContentType

    from games.log import triggers

    # Django has no public place for this.
    empty = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def lift_empty_restore(case: TransactionTestCase) -> None:
        triggers.remove(connection)
        # Permissions and content types need not be made again after each test: nothing here asks
        # for them, and it would take longer than most of the tests.
        case.available_apps = []
        try:
            empty(case)
        finally:
            case.available_apps = None
            ContentType.objects.clear_cache()
            triggers.install(connection)

    def deletions(style: object, tables: list[str], **_: object) -> list[str]:
        """How PostgreSQL empties tables: with a few rows that is far faster than TRUNCATE."""
        return [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lift_empty_restore)
        if connection.vendor == "postgresql":
            patch.setattr(connection.ops, "sql_flush", deletions)
        yield


@pytest.fixture(autouse=True)
def _the_same_deals_each_time(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deal a test the same cards whenever it runs: chance is not to decide whether it passes."""
    if request.path.name == "test_screenshots.py":
        return  # these see to that by themselves
    from games.lobby import opening as lobby

    monkeypatch.setattr(lobby, "secrets", dealer(request.node.nodeid))
