"""Uvicorn for this site."""

import asyncio
import signal
import socket
from collections.abc import Callable
from functools import partial
from types import FrameType

import uvicorn

from games.live import channel
from scoutsite.heartbeat import INTERVAL, Part
from scoutsite.pulse import pulse
from scoutsite.stream_handler import StreamHandler


class WebServer(uvicorn.Server):
    """Calls back on start-up and closes streams on shutdown."""

    def __init__(self, config: uvicorn.Config, *, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Open streams would delay the shutdown until it times out.
        channel.close_all()
        await super().shutdown(sockets)


def web_server(*parts: Part, on_started: Callable[[], None]) -> WebServer:
    """Return a server of these parts that runs until SIGINT or SIGTERM."""
    config = uvicorn.Config(
        StreamHandler(),
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        # The settings say which proxy headers to trust.
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        # From the loop that serves: one that hangs gives no sign of life.
        callback_notify=partial(asyncio.to_thread, pulse, *parts),
        timeout_notify=int(INTERVAL.total_seconds()),
    )
    server = WebServer(config, on_started=on_started)

    def stop(number: int, frame: FrameType | None) -> None:
        server.should_exit = True

    # Uvicorn raises the signal again once it has stopped. It must not end the process before
    # everything is cleaned up.
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    return server
