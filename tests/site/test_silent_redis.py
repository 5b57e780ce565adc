"""A Redis that says nothing, as on a machine that was switched off, is waited for once."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery
from kombu import Connection, Consumer, Producer, Queue
from kombu.common import ignore_errors

from scoutsite import gate, guarded_redis
from tests.site.environment import free_port
from tests.workers import wait_until

LIMIT = 1.0
"""Seconds that a command waits here: far longer than a busy machine takes over one."""
AT_ONCE = 0.7
PAUSE = 2.0
"""Seconds between two tries: longer than those take that must fail at once."""
WAITS: dict[str, Any] = {"socket_timeout": LIMIT, "socket_connect_timeout": LIMIT}


class Server:
    """A server of this test's own, which can be made silent."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        assert program
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir"]
        self.process = subprocess.Popen([program, *options, str(folder)], stdout=subprocess.DEVNULL)
        wait_until(self._answers)

    def _answers(self) -> bool:
        with suppress(redis.ConnectionError), redis.Redis.from_url(self.url) as client:
            return bool(client.ping())
        return False

    def fall_silent(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def speak(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(gate, "PAUSE", PAUSE)
    monkeypatch.setattr(guarded_redis, "_gate", gate.Gate())
    there = Server(tmp_path)
    yield there
    there.process.kill()
    there.process.wait()


def seconds_to_fail(*errors: type[Exception], call: Any) -> float:
    begun = time.monotonic()
    with pytest.raises(errors):
        call()
    return time.monotonic() - begun


@pytest.mark.redis
@pytest.mark.redis_server
def test_whoever_comes_after_the_first_is_refused_at_once(server: Server) -> None:
    pool = redis.ConnectionPool.from_url(
        server.url, connection_class=guarded_redis.Connection, **WAITS
    )
    kept = [pool.get_connection() for _ in range(3)]
    for connection in kept:
        pool.release(connection)
    client = redis.Redis(connection_pool=pool)
    server.fall_silent()
    assert seconds_to_fail(redis.TimeoutError, call=client.ping) >= LIMIT
    # Those that were open before are no way around it.
    for _ in kept:
        assert seconds_to_fail(redis.ConnectionError, call=client.ping) < AT_ONCE
    time.sleep(PAUSE)
    assert seconds_to_fail(redis.TimeoutError, call=client.ping) >= LIMIT
    assert seconds_to_fail(redis.ConnectionError, call=client.ping) < AT_ONCE
    server.speak()
    time.sleep(PAUSE)
    assert client.ping()


@pytest.mark.redis
@pytest.mark.redis_server
def test_nor_does_the_queue_wait_then(server: Server) -> None:
    app = Celery("trial", broker=server.url, set_as_current=False)
    app.conf.broker_transport = "scoutsite.guarded_redis:Transport"
    app.conf.broker_transport_options = WAITS
    app.conf.task_publish_retry_policy = {"max_retries": 1, "interval_start": 0.1}
    app.send_task("nothing")
    server.fall_silent()

    def send() -> None:
        app.send_task("nothing")

    assert seconds_to_fail(Exception, call=send) < 4 * LIMIT
    assert seconds_to_fail(Exception, call=send) < AT_ONCE
    server.speak()
    time.sleep(PAUSE)
    send()
    assert redis.Redis.from_url(server.url).llen("celery") >= 2


@pytest.mark.redis
@pytest.mark.redis_server
def test_a_worker_that_lost_the_queue_amid_a_message_goes_on(server: Server) -> None:
    connection = Connection(
        server.url, transport="scoutsite.guarded_redis:Transport", transport_options=WAITS
    )
    taken: list[Any] = []
    channels: list[Any] = [connection.default_channel, connection.channel()]
    for channel, name in zip(channels, ("trial", "other"), strict=True):
        queue = Queue(name)(channel)
        queue.declare()
        Consumer(channel, [queue], callbacks=[lambda body, _: taken.append(body)]).consume()
    Producer(channels[0]).publish("not acknowledged", routing_key="trial")
    while not taken:
        connection.drain_events(timeout=5)
    for channel in channels:
        if not channel._in_poll:
            channel._brpop_start()
    server.fall_silent()
    # As Celery does; with any other error its worker ends, or hangs while it tries to.
    with suppress(Exception):
        connection.collect(socket_timeout=LIMIT)
    ignore_errors(connection, connection.close)
    assert not connection.connected
