"""`manage.py serve_streams`: uvicorn beside gunicorn, on a socket that systemd keeps."""

import signal
import socket
import subprocess
from http.client import HTTPConnection

import pytest

from tests.site.environment import MANAGE

pytestmark = pytest.mark.slow


def test_requests_wait_in_the_socket_while_the_server_restarts(variables: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        number = listener.fileno()
        for _ in range(2):
            # Asked before anything can answer.
            connection = HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=60)
            connection.request("GET", "/healthz")
            with subprocess.Popen(
                [*MANAGE, "serve_streams", "--fd", str(number)],
                env=variables,
                pass_fds=[number],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            ) as process:
                try:
                    assert connection.getresponse().status == 200
                    connection.close()
                    process.send_signal(signal.SIGTERM)
                    output, errors = process.communicate(timeout=60)
                finally:
                    process.kill()
            assert (process.returncode, output, errors) == (0, "Serving streams.\n", "")
