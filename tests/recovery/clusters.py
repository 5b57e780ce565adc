"""PostgreSQL clusters of this program's own, in a folder, on sockets in that folder."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

DATABASE = "scout"
PATIENCE = 120
"""Seconds for whatever a cluster does."""


def as_postgres(*command: str, at: Sequence[str] = ()) -> str:
    """Run a command as PostgreSQL's user, as which root must run it; return what it says.

    `at` are words that run it on another machine, as `tests.machines` has them.
    """
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*at, *user, *command],
        capture_output=True,
        check=False,
        cwd="/",
        # With another pass, pgBackRest quotes what it can't read.
        errors="replace",
        text=True,
        timeout=900,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def bin_folder() -> Path:
    """The programs of the newest PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2]))
    if not found:
        raise SystemExit("This needs PostgreSQL: apt-get install postgresql")
    return found[-1]


class Cluster:
    """A cluster that can be killed as by a power cut."""

    def __init__(self, folder: Path, at: Sequence[str] = ()) -> None:
        self.folder = folder
        self.at = at
        self.data = folder / "data"
        self.bin = bin_folder()
        as_postgres("mkdir", "--parents", str(folder))

    @property
    def url(self) -> str:
        """For `DATABASE_URL`, with `PGUSER=postgres`."""
        return f"postgres:///{self.folder}/{DATABASE}"

    def create(self) -> None:
        as_postgres(
            *(f"{self.bin}/initdb", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"),
            *("--username=postgres", f"--pgdata={self.data}"),
        )

    def copy(self, other: "Cluster") -> None:
        """Begin as another one, which doesn't run."""
        as_postgres("cp", "--archive", str(other.data), str(self.data))

    def start(self, **settings: str) -> None:
        """Return when it answers; recovery may take until then."""
        own = {"listen_addresses": "", "unix_socket_directories": str(self.folder), **settings}
        options = " ".join(f"-c {name}='{value}'" for name, value in own.items())
        as_postgres(
            *(f"{self.bin}/pg_ctl", "--silent", f"--timeout={PATIENCE}", f"--pgdata={self.data}"),
            *(f"--log={self.folder}/log", f"--options={options}", "start"),
            at=self.at,
        )

    def stop(self) -> None:
        """Unless it doesn't run."""
        if _runs(self._postmaster()):
            as_postgres(
                f"{self.bin}/pg_ctl", "--silent", "-D", str(self.data), "-m", "fast", "stop"
            )

    def delete(self) -> None:
        """As if its disk were gone; an empty folder is there for another one."""
        as_postgres("find", str(self.data), "-mindepth", "1", "-delete")

    def kill(self) -> None:
        """All its processes, at once."""
        postmaster = self._postmaster()
        children = [
            int(child)
            for task in Path(f"/proc/{postmaster}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        for pid in (postmaster, *children):
            os.kill(pid, signal.SIGKILL)
        while _runs(postmaster):
            time.sleep(0.01)
        # In a namespace of processes it is ours: another one would take it for alive.
        with suppress(ChildProcessError):
            os.waitpid(postmaster, os.WNOHANG)

    def ask(self, sql: str, database: str = "postgres") -> str:
        """Return what it answers, a row a line."""
        return as_postgres(
            *(
                "psql",
                "--no-psqlrc",
                "--quiet",
                "--tuples-only",
                "--no-align",
                f"--host={self.folder}",
            ),
            *("--set=ON_ERROR_STOP=1", f"--dbname={database}", f"--command={sql}"),
        ).strip()

    def _postmaster(self) -> int:
        try:
            return int((self.data / "postmaster.pid").read_text().split()[0])
        except FileNotFoundError:
            return 0

    def wait_for(self, sql: str) -> None:
        """Until the answer is true."""
        end = time.monotonic() + PATIENCE
        while self.ask(sql) != "t":
            if time.monotonic() > end:
                raise RuntimeError(f"not so after {PATIENCE} s: {sql}")
            time.sleep(0.1)


def _runs(pid: int) -> bool:
    """Not if it is dead and nobody has asked about it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
