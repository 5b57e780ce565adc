"""`manage.py serve_streams`: serve streams."""

import socket
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from scoutsite.heartbeat import Part
from scoutsite.web_server import web_server


class Command(BaseCommand):
    help = "Serve the streams with uvicorn, for a site whose pages gunicorn serves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="default: %(default)s")
        parser.add_argument(
            "--port", type=int, default=settings.PORT, help="default: %(default)s, from PORT"
        )
        parser.add_argument(
            "--fd", type=int, help="the socket passed by systemd, instead of host and port"
        )

    def handle(
        self, *args: Any, host: str, port: int, fd: int | None = None, **options: Any
    ) -> None:
        """Run until SIGINT or SIGTERM. Raise OSError if the socket can't be opened."""
        if fd is None:
            listener = socket.create_server((host, port), backlog=2048)
        else:
            listener = socket.socket(fileno=fd)
        with listener:
            web_server(Part.STREAMS, on_started=self._say_so).run(sockets=[listener])

    def _say_so(self) -> None:
        self.stdout.write("Serving streams.")
        self.stdout.flush()
