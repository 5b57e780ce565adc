"""What a side is, whichever server it has, and its database."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tests.faults.site import wait_until
from tests.processes import Processes, listens
from tests.recovery.clusters import DATABASE, Cluster


class Side(Processes):
    """A server and what it keeps its games in, on this machine, in `folder`."""

    name: str
    roles: Sequence[str]
    """Its processes, in the order in which they start."""
    ports: dict[str, int]
    cluster: Cluster | None = None
    """None: in files."""

    @abstractmethod
    def job(self) -> dict[str, Any]:
        """What the driver must know of it."""

    @abstractmethod
    def open(self, tables: Sequence[Sequence[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
        """Open these recorded games, by table; return where each is and its seats' keys."""

    @abstractmethod
    def kept(self) -> int:
        """Return the bytes that all games take, as tightly as they can be stored."""

    def set_up(self) -> None:
        """Start everything. Raises `TimeoutError` if a part doesn't come."""
        if self.cluster:
            self.cluster.create()
            self.cluster.start()
            self.cluster.ask(f"CREATE DATABASE {DATABASE}")
        self.prepare()
        self.come_up()

    def prepare(self) -> None:
        """Make what has to be there before its processes start."""

    def come_up(self) -> None:
        """Start the processes, and wait until they answer."""
        self.start(*(role for role in self.roles if role not in self._running))
        for role in self.roles:
            wait_until(partial(listens, self.ports[role]), 60, f"{role} did not come up")
        # Somebody else's process may listen there.
        ended = [role for role in self.roles if self._running[role].poll() is not None]
        if ended:
            raise RuntimeError(f"{', '.join(ended)} ended at once: {self.log()}")

    def parts(self) -> dict[str, int]:
        """Return the process at the top of each part."""
        parts = {role: self.pid(role) for role in self.roles}
        return {**parts, "postgresql": postmaster(self.cluster)} if self.cluster else parts

    def come_back(self) -> None:
        """Start again after `kill -9`. Raises `TimeoutError` if a part doesn't come."""
        self.kill(*self.mortal)
        if self.cluster:
            # Where nobody asks about its end it still seems to run, and its locks would hold.
            (self.cluster.data / "postmaster.pid").unlink(missing_ok=True)
            for lock in self.cluster.folder.glob(".s.PGSQL.*"):
                lock.unlink()
            self.cluster.start()
        self.come_up()

    def come_up_again(self) -> None:
        """Start what has ended by itself, as a supervisor would."""
        self.supervise()
        self.come_up()

    @property
    def mortal(self) -> Sequence[str]:
        """Processes that a kill ends, beside PostgreSQL's."""
        return self.roles

    def roots(self) -> list[int]:
        """Return what is killed: first what answers, then what stores."""
        mortal = [self.pid(role) for role in self.mortal]
        return [*mortal, postmaster(self.cluster)] if self.cluster else mortal

    def written(self) -> int:
        """Return the bytes of PostgreSQL's write-ahead log so far; 0 for files."""
        if self.cluster is None:
            return 0
        return int(self.cluster.ask("SELECT pg_current_wal_lsn() - '0/0'"))

    def stop(self) -> None:
        super().stop()
        if self.cluster:
            self.cluster.stop()


def postmaster(cluster: Cluster) -> int:
    return int((cluster.data / "postmaster.pid").read_text().split()[0])


def tables_bytes(cluster: Cluster) -> int:
    """Return the size of all tables with their indexes, once nothing in them is out of date."""
    cluster.ask("VACUUM FULL", DATABASE)
    sizes = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
    return int(cluster.ask(sizes, DATABASE) or 0)


def files_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
