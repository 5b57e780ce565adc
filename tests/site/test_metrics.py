"""What Prometheus gets: figures that are true, and nothing about anybody."""

import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from unittest.mock import patch
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from games.models import Actor, GameSummary, Upkeep
from games.play.move import enter_move
from games.upkeep.finished import last_finished
from scoutsite import heartbeat
from scoutsite.celery import app
from scoutsite.heartbeat import Part
from scoutsite.metrics.requests import STATIC, UNKNOWN
from scoutsite.metrics.serving import Processes, registry
from scoutsite.metrics.site import Site
from scoutsite.metrics.slots import Slots
from tests.site.environment import ROOT, environment, first_line, free_port, served
from tests.tables import bot_game, is_on, next_move, play_on
from tests.workers import empty_queues, wait_until

User = get_user_model()
Figures = dict[str, float]


def scraped(text: str) -> Figures:
    """Values by name and labels, as in `name{label="value"}`."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f'{key}="{value}"' for key, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def counted(name: str, **labels: str) -> float:
    """In this process."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


def site() -> Figures:
    """What a scrape reads from database, Redis and disks."""
    found = CollectorRegistry()
    found.register(Site())
    return scraped(generate_latest(found).decode())


# What is counted


def test_a_request_is_counted_by_the_name_of_its_address() -> None:
    labels = {"route": "games:rules", "method": "GET", "status": "2xx"}
    before = counted("scout_requests_total", **labels)
    timed = counted("scout_request_seconds_count", route="games:rules")
    assert Client().get("/rules/").status_code == 200
    assert counted("scout_requests_total", **labels) == before + 1
    assert counted("scout_request_seconds_count", route="games:rules") == timed + 1


@pytest.mark.django_db
def test_what_visitors_send_names_no_figure() -> None:
    Client().get("/no-such-page/with-a-secret-in-it/")
    Client().get(f"{settings.STATIC_URL}no-such-secret-file.css")
    Client().generic("SECRETMETHOD", "/rules/")
    Client().get("/invitation/a-secret-code/?token=secret")
    text = generate_latest(registry()).decode()
    assert "secret" not in text.lower()
    assert f'route="{UNKNOWN}"' in text
    assert f'route="{STATIC}"' in text
    assert 'route="invitation"' in text
    assert 'method="other"' in text


@pytest.mark.django_db
def test_no_request_for_a_plan_is_counted(client: Client) -> None:
    client.force_login(User.objects.create_user("anna"))
    assert client.post("/games/abcdefghjkmn/plan/").status_code == 404
    assert client.get("/api/v1/games/abcdefghjkmn/plan/").status_code == 404
    text = generate_latest(registry()).decode()
    assert not re.search(r'route="\w+:plan"', text)


@pytest.mark.django_db
def test_a_move_is_counted_by_who_made_it_once_it_is_committed(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    game = bot_game()
    state = play_on(game, until=is_on(0))
    seat, move = next_move(state)
    before = counted("scout_moves_total", actor=Actor.PLAYER)
    made = partial(enter_move, game_id=game.pk, seat=seat, move=move, actor=Actor.PLAYER)
    with django_capture_on_commit_callbacks(execute=True):
        made(seq=state.seq)
        assert counted("scout_moves_total", actor=Actor.PLAYER) == before
    # Sent again, it is no second move.
    with django_capture_on_commit_callbacks(execute=True):
        made(seq=state.seq)
    assert counted("scout_moves_total", actor=Actor.PLAYER) == before + 1


def test_a_task_is_counted_by_its_name_and_outcome(worker: None) -> None:
    done = partial(counted, "scout_tasks_total", task="scoutsite.heartbeat", outcome="done")
    timed = partial(counted, "scout_task_seconds_count", task="scoutsite.heartbeat")
    before = done(), timed()
    app.send_task("scoutsite.heartbeat")
    # It is timed after it is counted.
    wait_until(lambda: timed() > before[1])
    assert (done(), timed()) == (before[0] + 1, before[1] + 1)


# What is read where it is kept


@pytest.mark.django_db
def test_a_scrape_tells_what_the_page_about_operations_tells() -> None:
    cache.clear()
    empty_queues()
    play_on(bot_game(), until=is_on(0))
    heartbeat.beat(Part.EXPERTS)
    call_command("note_finished", Upkeep.BACKUP.value)
    found = site()
    assert found['scout_games_waiting{for="people"}'] == 1
    assert found['scout_games_waiting{for="players"}'] == 0
    assert found['scout_overdue{work="bots"}'] == 0
    assert found['scout_check_ok{check="database"}'] == 1
    assert found['scout_check_ok{check="streams"}'] == 0
    here = platform.node()
    assert found[f'scout_heartbeat_age_seconds{{machine="{here}",part="experts"}}'] < 60
    assert not any("age_seconds" in name and 'part="streams"' in name for name in found)
    assert abs(time.time() - found['scout_finished_timestamp_seconds{work="backup"}']) < 60
    assert found['scout_finished_well{work="backup"}'] == 1
    assert found['scout_queue_length{queue="senders"}'] == 0
    assert any(name.startswith("scout_disk_free_bytes") for name in found)


@pytest.mark.django_db
def test_what_is_overdue_is_scraped_with_since_when() -> None:
    ago = timezone.now() - timedelta(minutes=5)
    GameSummary.objects.filter(game=bot_game()).update(bot_due_at=ago, deadline=ago)
    found = site()
    assert found['scout_overdue{work="bots"}'] == found['scout_overdue{work="clocks"}'] == 1
    assert 300 <= found['scout_overdue_seconds{work="clocks"}'] < 360
    assert found['scout_overdue_seconds{work="mails"}'] == 0


@pytest.mark.django_db
def test_more_games_cost_a_scrape_no_more_queries() -> None:
    asked = []
    for games in (1, 5):
        for _ in range(games):
            play_on(bot_game(), moves=3)
        with CaptureQueriesContext(connection) as queries:
            site()
        asked.append(len(queries))
    assert asked[0] == asked[1] < 16


@pytest.mark.django_db
def test_of_two_who_scrape_at_once_one_looks(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    found = Site()
    first = found.collect()
    with django_assert_num_queries(0):
        assert found.collect() is first


@pytest.mark.django_db
def test_a_check_of_all_logs_notes_that_it_was_finished() -> None:
    play_on(bot_game(), moves=3)
    with patch("games.management.commands.verify_log.verified", return_value=iter(())):
        call_command("verify_log", stdout=StringIO())
    assert last_finished()[Upkeep.VERIFY_LOG].well


# Several processes

COUNTING = """
import os, sys, time
from pathlib import Path
from scoutsite.metrics.slots import share
slots = share(Path(sys.argv[1]))
from games.live.counted import MOVES, STREAMS
MOVES.labels("bot").inc()
STREAMS.labels("pages").inc()
print(slots.mine(), flush=True)
if "fork" in sys.argv and os.fork() == 0:
    MOVES.labels("bot").inc()
    print(slots.mine(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a process that counts a bot's move and an open stream, and stays."""
    with ExitStack() as stack:

        def start(*arguments: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-c", COUNTING, str(tmp_path), *arguments],
                cwd=ROOT,
                env=environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield start


def slot_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def together(folder: Path) -> Figures:
    found = CollectorRegistry()
    with patch.dict(os.environ, PROMETHEUS_MULTIPROC_DIR=str(folder)):
        found.register(Processes(Slots(folder)))
    return scraped(generate_latest(found).decode())


def test_processes_count_together_and_nothing_is_lost_with_one(
    counting: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    first, second = counting(), counting()
    assert {slot_of(first), slot_of(second)} == {"0", "1"}
    moves, streams = 'scout_moves_total{actor="bot"}', 'scout_streams_open{of="pages"}'
    assert (together(tmp_path)[moves], together(tmp_path)[streams]) == (2, 2)
    first.kill()
    first.wait()
    # What it counted stays; that it had a stream is not true any more.
    assert (together(tmp_path)[moves], together(tmp_path)[streams]) == (2, 1)
    files = set(tmp_path.iterdir())
    third = counting()
    assert slot_of(third) in {"0", "1"}
    assert (together(tmp_path)[moves], together(tmp_path)[streams]) == (3, 2)
    assert {path for path in tmp_path.iterdir() if "gauge" not in path.name} <= files


def test_a_forked_process_counts_in_a_slot_of_its_own(
    counting: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    process = counting("fork")
    assert {slot_of(process), slot_of(process)} == {"0", "1"}
    assert together(tmp_path)['scout_moves_total{actor="bot"}'] == 2
    assert process.stdin
    process.stdin.close()


# The port


@pytest.mark.slow
def test_the_site_in_one_process_has_its_figures_on_a_port_of_their_own(
    variables: dict[str, str],
) -> None:
    port = free_port()
    with served({**variables, "METRICS_PORT": str(port)}) as process:
        first_line(process)
        with urlopen(f"http://127.0.0.1:{variables['PORT']}/rules/", timeout=20) as answer:
            assert answer.status == 200
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
            found = scraped(answer.read().decode())
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"http://127.0.0.1:{variables['PORT']}/metrics", timeout=20)
    assert found['scout_requests_total{method="GET",route="games:rules",status="2xx"}'] == 1
    assert found['scout_check_ok{check="database"}'] == 1
