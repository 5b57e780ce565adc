"""`manage.py serve` runs the whole site in one process, and stops as asked."""

import signal
import socket
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.site.environment import complaints, first_line, free_port, served

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_stops_cleanly_and_starts_again(
    variables: dict[str, str], number: signal.Signals
) -> None:
    port = variables["PORT"]
    for _ in range(2):
        with served(variables) as process:
            line = first_line(process)
            address = f"http://localhost:{port}/"
            assert line == f"Next Act is open at {address} (Ctrl-C stops it)\n"
            connection = HTTPConnection("localhost", int(port), timeout=20)
            connection.request("GET", "/static/admin/css/base.css")
            assert connection.getresponse().status == 200
            connection.close()
            process.send_signal(number)
            rest, errors = process.communicate(timeout=60)
            assert (process.returncode, rest, complaints(errors)) == (0, "", [])


def test_the_port_can_be_an_argument(variables: dict[str, str]) -> None:
    port = free_port()
    with served(variables, "--port", str(port)) as process:
        assert f"http://localhost:{port}/" in first_line(process)
        socket.create_connection(("127.0.0.1", port)).close()


def test_a_port_in_use_is_one_sentence_and_nothing_starts(variables: dict[str, str]) -> None:
    with (
        socket.create_server(("127.0.0.1", int(variables["PORT"]))),
        served(variables) as process,
    ):
        output, errors = process.communicate(timeout=120)
    assert (process.returncode, output) == (1, "")
    assert errors == (
        f"Port {variables['PORT']} is in use: stop what is using it, or set PORT to another.\n"
    )


def test_a_port_that_is_none_is_one_sentence(variables: dict[str, str]) -> None:
    with served({**variables, "PORT": "80000"}) as process:
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 1
    assert errors == "80000 is not a valid port: set PORT to 65535 or less.\n"


def test_a_database_that_is_behind_is_said_before_anything_starts(
    variables: dict[str, str], tmp_path: Path
) -> None:
    behind = {**variables, "DATABASE_URL": f"sqlite:///{tmp_path}/other.sqlite3"}
    with served(behind) as process:
        output, errors = process.communicate(timeout=120)
    assert (process.returncode, output) == (1, "")
    assert "migrate" in errors
