"""Uvicorn as this site runs it: all in one process, or beside gunicorn for the streams."""

import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from django.core.handlers.asgi import ASGIHandler

from games.live import channel


class WebServer(uvicorn.Server):
    """Uvicorn, telling when it takes requests and ending all streams when it stops."""

    def __init__(self, config: uvicorn.Config, *, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Open streams would hold the shutdown until its time-out.
        channel.close_all()
        await super().shutdown(sockets)


def web_server(*, on_started: Callable[[], None]) -> WebServer:
    """A server of the site; `run(sockets=[…])` serves until SIGINT or SIGTERM, and then returns."""
    config = uvicorn.Config(
        ASGIHandler(),
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        # The settings say which of a proxy's headers to believe.
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )
    server = WebServer(config, on_started=on_started)

    def stop(number: int, frame: FrameType | None) -> None:
        server.should_exit = True

    # Uvicorn has handlers of its own while it serves, and raises the signal again afterwards:
    # that must not end the process before it has put everything away.
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    return server
