"""A whole site as in production, with a PostgreSQL and a Redis of its own."""

import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import psycopg

from tests.faults.clocks import Clocks
from tests.faults.needs import postgresql
from tests.faults.net import Net
from tests.processes import ROOT, Processes, beat, family_of, worker
from tests.site.environment import environment

ROLES = (
    *("postgresql", "redis", "pages", "streams"),
    *("worker", "experts", "senders", "reviews", "scheduler"),
)
ENTRIES = ("pages", "streams")
RESTART_SECONDS = 2
"""After its end a process is started again, as by the units in `deploy/`."""
DISK_MEGABYTES = 400
"""Size of the file system that can be filled."""
OWNER = "postgres"
"""PostgreSQL refuses to run as root."""


class Site(Processes):
    """In `folder`, reached by `net`."""

    def __init__(
        self, folder: Path, net: Net, clocks: Clocks | None = None, **variables: str
    ) -> None:
        super().__init__(folder)
        self.net = net
        self.disk = folder / "disk"
        self.clocks = clocks
        self.deaths: list[str] = []
        """Roles that ended by themselves, in order."""
        self.url = f"http://{net.site}:{net.ports['pages']}"
        self.streams_url = f"http://{net.site}:{net.ports['streams']}"
        self._stopping = Event()
        self._supervisor = Thread(target=self._supervise, daemon=True)
        self._environment = environment(
            SECRET_KEY=secrets.token_hex(),
            SITE_URL=self.url,
            DATABASE_URL=f"postgres://{OWNER}@{net.data}:{net.ports['postgresql']}/scout",
            REDIS_URL=f"redis://{net.data}:{net.ports['redis']}/0",
            BOT_PAUSE_SECONDS="0",
            EXPERT_LOOKS_AHEAD="off",
            LOG_FORMAT="text",
            **variables,
        )

    def environment(self, role: str) -> dict[str, str]:
        if role == "redis":
            return environment()
        place = "data" if role == "postgresql" else "site"
        base = environment() if role == "postgresql" else self._environment
        return {**base, **(self.clocks.variables(place) if self.clocks else {})}

    def command(self, role: str) -> list[str]:
        port = str(self.net.ports.get(role, ""))
        match role:
            case "postgresql":
                return self.net.at_data([*as_owner(), *self._postgresql(port)])
            case "redis":
                listen = ["--port", port, "--bind", self.net.data, "--protected-mode", "no"]
                return self.net.at_data(["redis-server", *listen, "--save", ""])
            case "pages":
                config = ["--config", "deploy/gunicorn.conf.py"]
                bind = ["--bind", f"{self.net.site}:{port}"]
                gunicorn = [sys.executable, "-m", "gunicorn", *config, *bind, "scoutsite.wsgi"]
                return self.net.at_site(gunicorn)
            case "streams":
                listen = ["--host", self.net.site, "--port", port]
                return self.net.at_site([*manage(), "serve_streams", *listen])
            case "scheduler":
                return self.net.at_site(beat())
        at_once = {"worker": 2, "experts": 1, "senders": 2, "reviews": 1}[role]
        return self.net.at_site(worker("celery" if role == "worker" else role, at_once))

    def _postgresql(self, port: str) -> list[str]:
        settings = {
            "listen_addresses": self.net.data,
            "port": port,
            "unix_socket_directories": str(self.disk),
            # So little that a full disk is felt soon.
            "min_wal_size": "2MB",
            "max_wal_size": "16MB",
        }
        given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [postgresql("postgres"), "-D", str(self.disk / "cluster"), *given]

    def set_up(self) -> None:
        """Make the database and start all processes. Raises `TimeoutError` if one does not come."""
        # Its owner needs to get through to the disk.
        self.folder.chmod(0o711)
        self.disk.mkdir(exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(self.disk, OWNER)
        make = [postgresql("initdb"), "-D", str(self.disk / "cluster"), "--auth=trust"]
        run([*as_owner(), *make, "--wal-segsize=1", "--no-locale", "-E", "UTF8", "-U", OWNER])
        with (self.disk / "cluster" / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {self.net.data}/24 trust\n")
            rules.write("host all all 10.99.0.0/16 trust\n")
        self.start("postgresql", "redis")
        wait_until(self._has_database, 30, "PostgreSQL did not come up")
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE scout")
        self.manage("migrate", "--verbosity", "0")
        self.start(*(role for role in ROLES if role not in ("postgresql", "redis")))
        self._supervisor.start()

    def dsn(self, database: str = "scout") -> str:
        """By the socket, which no fault of the network touches."""
        port = self.net.ports["postgresql"]
        return f"host={self.disk} port={port} user={OWNER} dbname={database}"

    def _has_database(self) -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.dsn("postgres"), connect_timeout=2).close()
            return True
        return False

    def manage(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        return self._run_there([*manage(), *arguments], check=check)

    def module(self, *arguments: str) -> str:
        return self._run_there([sys.executable, "-m", *arguments]).stdout

    def _run_there(
        self, command: list[str], *, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            self.net.at_site(command),
            cwd=ROOT,
            env=self._environment | {"DJANGO_SETTINGS_MODULE": "scoutsite.settings"},
            capture_output=True,
            text=True,
            check=False,
        )
        if check and done.returncode:
            raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
        return done

    def transactions(self) -> str:
        """Those under way in the database, for reports of tables that stand still."""
        with psycopg.connect(self.dsn()) as connection:
            found = connection.execute(
                "SELECT pid, state, wait_event, clock_timestamp() - xact_start, left(query, 90)"
                " FROM pg_stat_activity WHERE xact_start < now() - interval '1 second'"
            ).fetchall()
        return "\n".join(f"transaction: {row}" for row in found)

    def child(self, role: str, what: str) -> int | None:
        """A process below it whose command line contains `what`."""
        for pid in family_of(self.pid(role))[1:]:
            with suppress(OSError):
                if what in Path(f"/proc/{pid}/cmdline").read_text():
                    return pid
        return None

    def _supervise(self) -> None:
        since: dict[str, float] = {}
        while not self._stopping.wait(0.2):
            with self._lock:
                ended = [role for role, each in self._running.items() if each.poll() is not None]
                for role in ended:
                    if role not in since:
                        since[role] = time.monotonic()
                        self.deaths.append(role)
                    elif time.monotonic() - since[role] >= RESTART_SECONDS:
                        del since[role]
                        self.start(role)

    def stop(self) -> None:
        self._stopping.set()
        if self._supervisor.is_alive():
            self._supervisor.join()
        super().stop()


def manage() -> list[str]:
    return [sys.executable, str(ROOT / "manage.py")]


def as_owner() -> list[str]:
    """Words before a command that is not for root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={OWNER}", f"--regid={OWNER}", "--init-groups", "--"]


def run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")


def wait_until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Raises `TimeoutError`, saying what, if `condition` stays false."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.1)


@contextmanager
def serving(
    folder: Path,
    net: Net,
    clocks: Clocks | None = None,
    *,
    own_disk: bool = False,
    **variables: str,
) -> Iterator[Site]:
    """With `own_disk` the database has a small file system of its own."""
    site = Site(folder, net, clocks, **variables)
    if own_disk:
        site.disk.mkdir()
        size = f"size={DISK_MEGABYTES}m"
        run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(site.disk)])
    try:
        site.set_up()
        yield site
    except (TimeoutError, RuntimeError) as error:
        error.add_note(site.log())
        raise
    finally:
        site.stop()
        if own_disk:
            run(["umount", str(site.disk)])
