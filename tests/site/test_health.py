"""What supervisors and monitors hear: `/healthz` and `/readyz`."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoutsite import heartbeat
from scoutsite.heartbeat import LATE_AFTER, BeatingScheduler, Part
from scoutsite.tasks import give_sign_of_life
from tests.site.environment import ROOT, environment, first_line, free_port, served
from tests.workers import wait_until

PARTS = ("database", "redis", "worker", "scheduler")


@pytest.fixture(autouse=True)
def nobody_alive() -> Iterator[None]:
    """No part has given a sign of life."""
    keys = [f"heartbeat:{part.value}" for part in Part]
    cache.delete_many(keys)
    yield
    cache.delete_many(keys)


def beat(*parts: Part, ago: timedelta = timedelta()) -> None:
    for part in parts:
        heartbeat.beat(part, now=timezone.now() - ago)


def readiness() -> tuple[int, dict[str, Any]]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.json()


def test_a_process_that_answers_is_alive_without_any_database() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_a_site_whose_parts_all_live_is_ready() -> None:
    beat(*Part, ago=LATE_AFTER - timedelta(seconds=5))
    assert readiness() == (200, {"ready": True, **dict.fromkeys(PARTS, "ok")})


@pytest.mark.django_db
def test_a_worker_that_is_silent_for_a_minute_makes_the_site_not_ready() -> None:
    beat(Part.SCHEDULER)
    beat(Part.WORKER, ago=LATE_AFTER + timedelta(seconds=1))
    states = {"database": "ok", "redis": "ok", "worker": "late", "scheduler": "ok"}
    assert readiness() == (503, {"ready": False, **states})


@pytest.mark.django_db
def test_a_silent_scheduler_leaves_the_worker_unknown() -> None:
    beat(*Part, ago=LATE_AFTER + timedelta(seconds=1))
    states = {"database": "ok", "redis": "ok", "worker": "unknown", "scheduler": "late"}
    assert readiness() == (503, {"ready": False, **states})


@pytest.mark.django_db
def test_the_scheduler_alone_can_be_silent() -> None:
    beat(Part.WORKER)
    status, states = readiness()
    assert (status, states["worker"], states["scheduler"]) == (503, "ok", "late")


@pytest.mark.django_db
def test_each_part_gives_its_own_sign_of_life(worker: None) -> None:
    from scoutsite.celery import app

    scheduler = BeatingScheduler(app, schedule={}, lazy=True)
    scheduler.tick()
    assert not heartbeat.is_late(Part.SCHEDULER)
    assert heartbeat.is_late(Part.WORKER)
    app.send_task(give_sign_of_life.name)
    wait_until(lambda: not heartbeat.is_late(Part.WORKER))


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_probes_only_read(path: str) -> None:
    assert Client().post(path).status_code == 405
    assert Client().head(path).content == b""


PROBES = """
import django, json
from django.test import Client
django.setup()
found = {}
for path in ("/healthz", "/readyz", "/rules/"):
    answer = Client().get(path, SERVER_NAME="127.0.0.1", SERVER_PORT="8001")
    found[path] = [answer.status_code, answer.content.decode()]
print(json.dumps(found))
"""


def probed(**variables: str) -> tuple[dict[str, Any], str]:
    """The answer to a probe by 127.0.0.1, and the log."""
    process = subprocess.run(
        [sys.executable, "-c", PROBES],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="scoutsite.settings", **variables),
        text=True,
    )
    return json.loads(process.stdout), process.stderr


def test_a_probe_needs_neither_the_sites_name_nor_https(tmp_path: Path) -> None:
    answers, _ = probed(
        SITE_URL="https://scout.example", DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3"
    )
    assert answers["/healthz"][0] == 200
    assert answers["/readyz"][0] == 503
    assert json.loads(answers["/readyz"][1])["database"] == "ok"
    # No page is served under that name.
    assert answers["/rules/"][0] == 400


def test_a_site_without_its_database_lives_but_is_not_ready_and_says_no_more_than_that() -> None:
    answers, log = probed(DATABASE_URL="sqlite:////nowhere/secret-place/db.sqlite3")
    assert answers["/healthz"] == [200, "ok\n"]
    status, body = answers["/readyz"]
    assert status == 503
    assert json.loads(body) == {
        "ready": False,
        "database": "failed",
        "redis": "ok",
        "worker": "unknown",
        "scheduler": "late",
    }
    assert "database is down" in log


@pytest.mark.slow
def test_a_database_server_that_is_away_is_found_out_in_time() -> None:
    answers, _ = probed(DATABASE_URL=f"postgres://anna:hush@127.0.0.1:{free_port()}/games")
    assert json.loads(answers["/readyz"][1])["database"] == "failed"
    assert "anna" not in answers["/readyz"][1]


def test_a_site_without_its_redis_is_not_ready_and_says_so(tmp_path: Path) -> None:
    answers, log = probed(
        DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3",
        REDIS_URL=f"redis://127.0.0.1:{free_port()}",
    )
    status, body = answers["/readyz"]
    assert status == 503
    assert json.loads(body) == {
        "ready": False,
        "database": "ok",
        "redis": "failed",
        "worker": "unknown",
        "scheduler": "unknown",
    }
    assert "Redis is down" in log


@pytest.mark.slow
def test_the_site_in_one_process_becomes_ready(variables: dict[str, str]) -> None:
    with served(variables) as process:
        first_line(process)

        def ready() -> bool:
            connection = HTTPConnection("127.0.0.1", int(variables["PORT"]), timeout=20)
            connection.request("GET", "/readyz")
            status = connection.getresponse().status
            connection.close()
            return status == 200

        wait_until(ready, seconds=60)
        assert ready()
