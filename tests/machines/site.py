"""A site with two of everything but Redis, each on a machine of its own."""

import json
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread

from tests.faults.site import RESTART_SECONDS, wait_until
from tests.machines.databases import Databases
from tests.machines.hosts import Host, keep_files, make_release
from tests.machines.net import Place, lay_switch
from tests.machines.proxies import Proxy
from tests.processes import ROOT, Processes
from tests.site.environment import environment

SITE = "10.98.0.2"
"""Where players find it: an address that one of two proxies has."""
ENTRY_SECONDS = 30
"""Within which one of them takes it."""
ADDRESSES = {
    "proxy-a": "10.98.0.3",
    "proxy-b": "10.98.0.4",
    "web-a": "10.98.0.11",
    "web-b": "10.98.0.12",
    "data-a": "10.98.0.21",
    "data-b": "10.98.0.22",
    "redis": "10.98.0.31",
}


class Redis(Processes):
    """One role: `redis`. It keeps nothing."""

    def __init__(self, folder: Path, place: Place) -> None:
        super().__init__(folder)
        folder.mkdir()
        self.machine = place

    def command(self, role: str) -> list[str]:
        listen = ["--bind", self.machine.address, "--protected-mode", "no", "--save", ""]
        return [*self.machine.at, "redis-server", *listen]

    def environment(self, role: str) -> dict[str, str]:
        return environment()

    def switch_off(self) -> None:
        self.machine.off()
        self.kill("redis")

    def switch_on(self) -> None:
        self.machine.on()
        self.start("redis")


class Site:
    """All machines, the releases, and the databases."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.deaths: list[str] = []
        """Parts that ended by themselves, in order."""
        lay_switch("10.98.0.1")
        place = {name: Place(name, address) for name, address in ADDRESSES.items()}
        self.databases = Databases(folder / "data", place["data-a"], place["data-b"])
        stack.callback(self.databases.stop)
        variables = {
            "SECRET_KEY": secrets.token_hex(),
            "SITE_URL": f"http://{SITE}",
            "REDIS_URL": f"redis://{ADDRESSES['redis']}:6379/0",
            "BOT_PAUSE_SECONDS": "0",
            "EXPERT_LOOKS_AHEAD": "off",
            "LOG_FORMAT": "text",
        }
        self.releases = [
            make_release(folder / "releases" / "1"),
            make_release(folder / "releases" / "2", "\n/* The next release. */\n"),
        ]
        first, primary = self.releases[0], ADDRESSES["data-a"]
        self.redis = Redis(folder / "redis", place["redis"])
        self.hosts = [
            Host(folder / name, place[name], first, primary, **variables)
            for name in ("web-a", "web-b")
        ]
        machines = ADDRESSES["web-a"], ADDRESSES["web-b"]
        self.proxies = [
            Proxy(folder / own, place[own], machines, shared=SITE, other=ADDRESSES[other])
            for own, other in (("proxy-a", "proxy-b"), ("proxy-b", "proxy-a"))
        ]
        self._stopping = Event()
        self._supervisor = Thread(target=self._supervise, daemon=True)

    @property
    def machines(self) -> list[Processes]:
        return [self.redis, *self.hosts, *self.proxies]

    def start(self) -> None:
        for release in self.releases:
            self.manage("collectstatic", "--no-input", "--verbosity", "0", release=release)
        keep_files(*self.releases)
        for host in self.hosts:
            host.boot()
        self.manage("migrate", "--verbosity", "0")
        self.redis.start("redis")
        for host in self.hosts:
            host.serve()
        for proxy in self.proxies:
            proxy.start("nginx", "keepalived")
        wait_until(self._is_reached, ENTRY_SECONDS, f"nobody has {SITE}")
        self._supervisor.start()

    def _is_reached(self) -> bool:
        return any(proxy.is_asked() for proxy in self.proxies)

    def manage(self, *arguments: str, release: Path | None = None, check: bool = True) -> str:
        """Run a command of the site on a machine of pages; return what it says."""
        command = [sys.executable, "manage.py", *arguments]
        return self._run(command, release or self.releases[0], check=check)

    def module(self, *arguments: str) -> str:
        return self._run([sys.executable, "-m", *arguments], ROOT)

    def _run(self, command: list[str], place: Path, *, check: bool = True) -> str:
        host = self.hosts[1]
        done = subprocess.run(
            [*host.machine.at, *command],
            cwd=place,
            env=host.variables | {"DJANGO_SETTINGS_MODULE": "scoutsite.settings"},
            capture_output=True,
            text=True,
            check=False,
        )
        if check and done.returncode:
            raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def unready(self) -> dict[str, str]:
        """What `/readyz` says is not well, and how."""
        connection = HTTPConnection(SITE, timeout=30)
        with closing(connection):
            connection.request("GET", "/readyz")
            states = json.loads(connection.getresponse().read())
        del states["sentences"], states["ready"]
        return {part: state for part, state in states.items() if state != "ok"}

    def log(self) -> str:
        """For reports of failures."""
        said = {each.folder.name: each.log() for each in self.machines}
        for place, cluster in self.databases.by_place():
            said[place.name] = (cluster.folder / "log").read_text()[-4000:]
        return "\n".join(f"==== {name}\n{log}" for name, log in said.items())

    def _supervise(self) -> None:
        while not self._stopping.wait(RESTART_SECONDS):
            for machine in self.machines:
                ended = machine.supervise()
                self.deaths += [f"{role} on {machine.folder.name}" for role in ended]

    def stop(self) -> None:
        self._stopping.set()
        if self._supervisor.is_alive():
            self._supervisor.join()
        for each in self.machines:
            each.stop()


@contextmanager
def serving(folder: Path) -> Iterator[Site]:
    """Everything runs, and ends with the block."""
    # PostgreSQL's user needs to get through.
    folder.chmod(0o711)
    with ExitStack() as stack:
        site = Site(folder, stack)
        stack.callback(site.stop)
        try:
            begun = time.monotonic()
            site.start()
            yield site
        except (TimeoutError, RuntimeError) as error:
            error.add_note(f"after {time.monotonic() - begun:.0f} s\n{site.log()}")
            raise
