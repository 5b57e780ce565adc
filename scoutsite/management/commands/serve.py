"""`manage.py serve`: run the whole site in one process."""

import errno
import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoutsite.embedded import EmbeddedWorker
from scoutsite.heartbeat import Part
from scoutsite.metrics.serving import serve as serve_figures
from scoutsite.web_server import web_server


class Command(BaseCommand):
    help = "Run the whole site in this process, bots included, until Ctrl-C or SIGTERM."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--port", type=int, default=settings.PORT, help="default: %(default)s, from PORT"
        )

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        """Exit with 1 if the port can't be opened."""
        try:
            listener = socket.create_server(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            self.stderr.write(_refusal(port, error))
            sys.exit(1)
        with listener:
            _require_migrations()
            if port != settings.PORT and settings.SITE_URL == f"http://localhost:{settings.PORT}":
                settings.SITE_URL = f"http://localhost:{port}"
            server = web_server(Part.PAGES, Part.STREAMS, on_started=self._say_where)
            if settings.METRICS_PORT:
                _serve_metrics(settings.METRICS_PORT)
            with EmbeddedWorker():
                server.run(sockets=[listener])

    def _say_where(self) -> None:
        self.stdout.write(f"Next Act is open at {settings.SITE_URL}/ (Ctrl-C stops it)")
        self.stdout.flush()


def _serve_metrics(port: int) -> None:
    try:
        serve_figures("127.0.0.1", port)
    except (OSError, OverflowError) as error:
        raise CommandError(_refusal(port, error, "METRICS_PORT")) from error


def _refusal(port: int, error: Exception, setting: str = "PORT") -> str:
    if isinstance(error, OverflowError):
        return f"{port} is not a valid port: set {setting} to 65535 or less."
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use: stop what is using it, or set {setting} to another."
    reason = os.strerror(getattr(error, "errno", 0))
    return f"Port {port} can't be opened ({reason}): set {setting} to another."


def _require_migrations() -> None:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    connection.close()
    if plan:
        raise CommandError("The database is not up to date: run `manage.py migrate` first.")
