"""The port that Prometheus asks. Nothing there is for the public."""

from wsgiref.simple_server import WSGIServer

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from scoutsite.metrics.site import Site
from scoutsite.metrics.slots import Slots


class Processes(Collector):
    """What the processes of this machine have counted in the folder of the settings."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._files = MultiProcessCollector(None)  # type: ignore[no-untyped-call]

    def describe(self) -> list[Metric]:
        """Nothing: what there is to tell is in the files."""
        return []

    def collect(self) -> list[Metric]:
        """Return the figures; of processes that have ended, without what was true of them alone."""
        self._slots.forget_the_dead()
        return list(self._files.collect())  # type: ignore[no-untyped-call]


def registry() -> CollectorRegistry:
    """Return what a scrape gets: the figures of the site, and what was counted.

    Without a folder for several processes these are the figures of this process alone.
    """
    slots: Slots | None = settings.METRICS_SLOTS
    found = CollectorRegistry(auto_describe=False)
    found.register(Site())
    found.register(REGISTRY if slots is None else Processes(slots))
    return found


def serve(host: str, port: int) -> WSGIServer:
    """Answer scrapes in threads of this process; raise ``OSError`` if the port can't be opened."""
    server, _thread = start_http_server(port, addr=host, registry=registry())
    return server
