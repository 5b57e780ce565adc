"""PostgreSQL on two machines: a primary and, over the network, a synchronous standby."""

import shutil
from pathlib import Path

from tests.faults.site import OWNER
from tests.machines.net import Place
from tests.processes import ROOT
from tests.recovery.clusters import DATABASE, Cluster, as_postgres

PORT = 5432


class Databases:
    """Both, with an empty database."""

    def __init__(self, folder: Path, primary: Place, standby: Place) -> None:
        folder.mkdir()
        shutil.chown(folder, OWNER)
        self.places = primary, standby
        self.primary = Cluster(folder / "a", primary.at)
        self.standby = Cluster(folder / "b", standby.at)
        self.primary.create()
        with (self.primary.data / "pg_hba.conf").open("a") as rules:
            rules.write("host all,replication all 10.98.0.0/24 trust\n")
        with (self.primary.data / "postgresql.conf").open("a") as settings:
            settings.write((ROOT / "deploy" / "machines" / "postgresql.conf").read_text())
        self.primary.start(listen_addresses=primary.address, port=str(PORT))
        self.primary.ask(f"CREATE DATABASE {DATABASE}")
        as_postgres(
            *(f"{self.primary.bin}/pg_basebackup", "--checkpoint=fast", "--write-recovery-conf"),
            *("--create-slot", "--slot=standby", f"--pgdata={self.standby.data}"),
            f"--dbname=host={primary.address} user={OWNER} application_name=standby",
            at=standby.at,
        )
        self._start_standby()
        self._wait_for_standby()

    def _start_standby(self) -> None:
        self.standby.start(listen_addresses=self.places[1].address, port=str(PORT))
        self.primary.wait_for(
            "SELECT count(*) = 1 AND bool_and(state = 'streaming') FROM pg_stat_replication"
        )

    def _wait_for_standby(self) -> None:
        """From now on no move is acknowledged that the standby doesn't have."""
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        self.primary.ask("SELECT pg_reload_conf()")
        self.primary.wait_for("SELECT bool_and(sync_state = 'sync') FROM pg_stat_replication")

    def switch_standby_off(self) -> None:
        self.places[1].off()
        self.standby.kill()

    def go_on_alone(self) -> None:
        """Acknowledge moves without the standby."""
        self.primary.ask("ALTER SYSTEM RESET synchronous_standby_names")
        self.primary.ask("SELECT pg_reload_conf()")

    def switch_standby_on(self) -> None:
        self.places[1].on()
        self._start_standby()
        self._wait_for_standby()

    def switch_primary_off(self) -> None:
        self.places[0].off()
        self.primary.kill()

    def promote(self) -> None:
        """Let the standby take over, which then waits for nobody."""
        self.standby.ask("SELECT pg_promote()")

    def by_place(self) -> list[tuple[Place, Cluster]]:
        return [*zip(self.places, (self.primary, self.standby), strict=True)]

    def stop(self) -> None:
        for _, cluster in self.by_place():
            cluster.stop()

    def dsn(self) -> str:
        """Of the one that took over, by its socket."""
        return f"host={self.standby.folder} port={PORT} user={OWNER} dbname={DATABASE}"
