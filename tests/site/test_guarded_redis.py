"""A Redis off the network, or behind a password: every part of the site knows the way in."""

import json
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
import redis
import yaml

from tests.site.environment import ROOT, free_port
from tests.site.test_stream import events, public_id, site
from tests.workers import wait_until

PASSWORD = "a%20b-1"
"""As an address writes it."""
Start = Callable[..., None]


@pytest.fixture
def start_redis(tmp_path: Path) -> Iterator[Start]:
    """Start a server with these options until the test ends."""
    program = shutil.which("redis-server")
    assert program
    with ExitStack() as stack:

        def start(*options: str, answers: redis.Redis) -> None:
            process = subprocess.Popen(
                [program, *options, "--save", "", "--dir", str(tmp_path)],
                stdout=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)

            def is_up() -> bool:
                with suppress(redis.ConnectionError):
                    return bool(answers.ping())
                return False

            wait_until(is_up)

        yield start


@pytest.fixture(params=["socket", "socket with database", "port"])
def guarded_url(request: pytest.FixtureRequest, tmp_path: Path, start_redis: Start) -> str:
    """The address of a server that asks for a password."""
    if request.param == "port":
        port = free_port()
        url = f"redis://:{PASSWORD}@127.0.0.1:{port}/2"
        options = ["--port", str(port), "--bind", "127.0.0.1"]
    else:
        # A socket's path may have about a hundred characters.
        path = Path("/tmp") / f"{tmp_path.parent.name}-{tmp_path.name}"[-40:]  # noqa: S108
        url = f"unix://:{PASSWORD}@{path}" + ("?db=3" if "database" in request.param else "")
        options = ["--port", "0", "--unixsocket", str(path)]
    start_redis(*options, "--requirepass", "a b-1", answers=redis.Redis.from_url(url))
    return url


@pytest.mark.redis
@pytest.mark.redis_server
@pytest.mark.slow
def test_cache_queue_and_wakes_go_through_a_guarded_redis(
    variables: dict[str, str], guarded_url: str
) -> None:
    with site(variables | {"REDIS_URL": guarded_url}) as guest:
        heard = events(guest.stream(guest.game))
        assert next(heard)["game"] == public_id(guest.game)
        guest.post(f"{guest.game}move/", seq="0", action="turn", way="keep")
        told = 0
        # Bots move, which the queue told the worker, and wakes tell of it.
        while told < 4:
            version = next(heard)["version"]
            told = version if isinstance(version, int) else told
        wait_until(lambda: ready(guest.port)["ready"] is True)
        assert set(ready(guest.port).values()) == {True, "ok"}
        kept = redis.Redis.from_url(guarded_url).keys()
        # The cache of the limits and heartbeats, and who watches.
        assert any(b":heartbeats:" in key for key in kept), kept
        assert any(b"watching:" in key for key in kept), kept


def ready(port: int) -> dict[str, object]:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/readyz")
    states: dict[str, object] = json.loads(connection.getresponse().read())
    connection.close()
    del states["sentences"]
    return states


@pytest.mark.redis
@pytest.mark.redis_server
def test_the_shipped_redis_listens_on_its_socket_alone(tmp_path: Path, start_redis: Start) -> None:
    text = (ROOT / "deploy" / "redis.conf").read_text()
    [path] = re.findall(r"^unixsocket (\S+)$", text, re.MULTILINE)
    assert f"REDIS_URL=unix://{path}\n" in (ROOT / "deploy" / "env.example").read_text()
    own = Path("/tmp") / f"{tmp_path.parent.name}-{tmp_path.name}"[-40:]  # noqa: S108
    port = free_port()
    file = tmp_path / "redis.conf"
    # Included at the end of a file that opens a port, as Debian's does.
    file.write_text(f"port {port}\nbind 127.0.0.1\n{text.replace(path, str(own))}")
    client = redis.Redis(unix_socket_path=str(own))
    start_redis(str(file), answers=client)
    assert own.stat().st_mode & 0o777 == 0o770
    assert client.config_get("port") == {"port": "0"}
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_redis_in_a_container_asks_for_a_password() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    command = services["redis"]["command"]
    password = command[command.index("--requirepass") + 1]
    assert password.startswith("${REDIS_PASSWORD:?")
    assert services["redis"]["environment"]["REDISCLI_AUTH"] == password
    assert services["pages"]["environment"]["REDIS_URL"] == f"redis://:{password}@redis:6379/0"
