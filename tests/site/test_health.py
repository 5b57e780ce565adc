"""What supervisors and monitors hear: `/healthz` and `/readyz`."""

import json
import platform
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import PlayerNotice
from scoutsite import heartbeat
from scoutsite import readiness as readiness_module
from scoutsite.celery import app
from scoutsite.disks import disks
from scoutsite.heartbeat import FORGOTTEN_AFTER, LATE_AFTER, BeatingScheduler, Part
from scoutsite.queues import waiting_tasks
from scoutsite.readiness import PATIENCE_WITH_MAILS
from scoutsite.tasks import give_sign_of_life
from tests.site.environment import ROOT, environment, first_line, free_port, served
from tests.workers import empty_queues, wait_until

PARTS = ("database", "redis", *(part.value for part in Part), "mail", "queues", "disk")


@pytest.fixture(autouse=True)
def nobody_alive() -> Iterator[None]:
    """No part has given a sign of life."""
    keys = [f"heartbeats:{part.value}" for part in Part]
    cache.delete_many(keys)
    yield
    cache.delete_many(keys)


def beat(*parts: Part, ago: timedelta = timedelta()) -> None:
    for part in parts:
        heartbeat.beat(part, now=timezone.now() - ago)


def readiness() -> tuple[int, dict[str, Any]]:
    """The status, and what is not well."""
    answer = Client().get("/readyz")
    states = answer.json()
    sentences = states.pop("sentences")
    assert list(sentences) == list(PARTS)
    assert all(sentence.endswith(".") for sentence in sentences.values())
    assert states.pop("ready") == (answer.status_code == 200)
    assert tuple(states) == PARTS
    return answer.status_code, {name: state for name, state in states.items() if state != "ok"}


def test_a_process_that_answers_is_alive_without_any_database() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_a_site_whose_parts_all_live_is_ready() -> None:
    beat(*Part, ago=LATE_AFTER - timedelta(seconds=30))
    assert readiness() == (200, {})


@pytest.mark.parametrize("part", Part)
@pytest.mark.django_db
def test_a_part_that_is_silent_for_a_minute_makes_the_site_not_ready(part: Part) -> None:
    beat(*Part)
    beat(part, ago=LATE_AFTER + timedelta(seconds=1))
    assert readiness() == (503, {part.value: "late"})


@pytest.mark.django_db
def test_no_machine_hides_that_another_is_silent() -> None:
    beat(*Part)
    silent = timezone.now() - LATE_AFTER - timedelta(seconds=1)
    heartbeat.beat(Part.PAGES, now=silent, machine="web-b")
    beat(Part.PAGES)
    assert readiness() == (503, {"pages": "late"})
    assert set(heartbeat.ages(Part.PAGES)) == {platform.node(), "web-b"}
    # After a day nobody expects it any more.
    heartbeat.beat(Part.PAGES, now=timezone.now() - FORGOTTEN_AFTER, machine="web-b")
    beat(Part.PAGES)
    assert readiness() == (200, {})


@pytest.mark.django_db
def test_a_heartbeat_by_a_clock_far_ahead_is_no_sign_of_life() -> None:
    beat(*Part)
    beat(Part.STREAMS, ago=-timedelta(hours=2))
    assert readiness() == (503, {"streams": "late"})


@pytest.mark.django_db
def test_a_silent_scheduler_leaves_the_worker_unknown() -> None:
    beat(*Part)
    beat(Part.WORKER, Part.SCHEDULER, ago=LATE_AFTER + timedelta(seconds=1))
    assert readiness() == (503, {"worker": "unknown", "scheduler": "late"})


@pytest.mark.django_db
def test_emails_that_wait_for_long_make_the_site_not_ready() -> None:
    beat(*Part)
    user = get_user_model().objects.create_user("bruno")
    since = timezone.now() - PATIENCE_WITH_MAILS + timedelta(minutes=1)
    notice = PlayerNotice.objects.create(user=user, text="…", created_at=since, mail_due=True)
    assert readiness() == (200, {})
    notice.created_at -= timedelta(minutes=2)
    notice.save()
    assert readiness() == (503, {"mail": "late"})


@pytest.mark.django_db
def test_a_long_queue_makes_the_site_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    beat(*Part)
    monkeypatch.setattr(readiness_module, "MOST_WAITING", 1)
    empty_queues()
    for _ in range(2):
        app.send_task(give_sign_of_life.name)
    assert waiting_tasks() == {"celery": 2, "experts": 0, "senders": 0, "reviews": 0}
    assert readiness() == (503, {"queues": "long"})
    empty_queues()
    assert readiness() == (200, {})


@pytest.mark.django_db
def test_a_disk_that_is_almost_full_makes_the_site_not_ready(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat(*Part)
    settings.DISKS = ["/nowhere", str(tmp_path), str(tmp_path)]
    (disk,) = disks()
    assert disk.folder == str(tmp_path)
    monkeypatch.setattr(readiness_module, "LEAST_FREE", disk.size + 1)
    assert readiness() == (503, {"disk": "full"})


@pytest.mark.django_db
def test_each_part_gives_its_own_sign_of_life(worker: None) -> None:
    scheduler = BeatingScheduler(app, schedule={}, lazy=True)
    scheduler.tick()
    assert not heartbeat.is_late(Part.SCHEDULER)
    assert heartbeat.is_late(Part.WORKER)
    app.send_task(give_sign_of_life.name)
    wait_until(lambda: not heartbeat.is_late(Part.WORKER))
    # Workers of other queues give theirs as long as they take tasks.
    wait_until(lambda: not any(map(heartbeat.is_late, (Part.EXPERTS, Part.SENDERS, Part.REVIEWS))))


@pytest.mark.django_db
def test_after_the_clock_was_set_back_the_scheduler_does_not_wait_for_the_wrong_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from scoutsite.celery import app

    sent: list[str] = []
    monkeypatch.setattr(
        BeatingScheduler, "apply_entry", lambda self, entry, producer=None: sent.append(entry.name)
    )
    every = {"task": "x", "schedule": timedelta(seconds=5)}
    scheduler = BeatingScheduler(app, schedule={}, lazy=True)
    right = timezone.now()
    with time_machine.travel(right + timedelta(hours=2), tick=False) as clock:
        scheduler.update_from_dict({"first": every, "second": every})
        for _ in range(3):
            clock.shift(6)
            scheduler.tick()
            scheduler.tick()
        assert sorted(sent) == ["first"] * 3 + ["second"] * 3
        sent.clear()
        clock.move_to(right)
        scheduler.tick()
        clock.shift(6)
        scheduler.tick()
        scheduler.tick()
    assert sorted(sent) == ["first", "second"]


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
    states = json.loads(body)
    assert (states["ready"], states["database"], states["redis"]) == (False, "failed", "ok")
    assert (states["worker"], states["mail"]) == ("unknown", "unknown")
    assert "secret-place" not in body
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
    states = json.loads(body)
    assert (states["ready"], states["database"], states["redis"]) == (False, "ok", "failed")
    assert {states[part.value] for part in Part} == {states["queues"]} == {"unknown"}
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
