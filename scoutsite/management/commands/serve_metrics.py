"""`manage.py serve_metrics`: serve figures for Prometheus."""

import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from scoutsite.metrics.serving import serve

PORT = 9109


class Command(BaseCommand):
    help = (
        "Serve the site's figures at /metrics for Prometheus, on a port of its own, until Ctrl-C "
        "or SIGTERM. With METRICS_DIR they are those of all processes that have the same."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="default: %(default)s")
        parser.add_argument(
            "--port",
            type=int,
            default=settings.METRICS_PORT or PORT,
            help="default: %(default)s, from METRICS_PORT",
        )

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Run until SIGINT or SIGTERM. Raise OSError if the port can't be opened."""
        ends = {signal.SIGINT, signal.SIGTERM}
        # Before there are threads, which would get them.
        signal.pthread_sigmask(signal.SIG_BLOCK, ends)
        server = serve(host, port)
        self.stdout.write(f"Figures are at http://{host}:{server.server_port}/metrics")
        self.stdout.flush()
        signal.sigwait(ends)
        server.shutdown()
