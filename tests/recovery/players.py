"""Programs that play on a cluster, each with a journal."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.recovery.clusters import DATABASE, PATIENCE, Cluster

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 3


def environment(cluster: Cluster) -> dict[str, str]:
    """For a process of the site, on that cluster and without Redis."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        "SECRET_KEY": "a trial's key, which is no secret",
        "DJANGO_SETTINGS_MODULE": "scoutsite.settings",
        "DATABASE_URL": cluster.url,
        "PGUSER": "postgres",
    }


def manage(cluster: Cluster, *arguments: str) -> str:
    """Run a command of the site; return what it says. Raise `RuntimeError` if it fails."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, capture_output=True, check=False, cwd=ROOT, env=environment(cluster), text=True
    )
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(arguments)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def empty_site(folder: Path) -> Cluster:
    """Return a cluster with the site's tables, which doesn't run."""
    cluster = Cluster(folder)
    cluster.create()
    cluster.start(fsync="off")
    cluster.ask(f"CREATE DATABASE {DATABASE}")
    manage(cluster, "migrate", "--verbosity", "0")
    cluster.stop()
    return cluster


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder for this program and PostgreSQL's user, with a name short enough for sockets."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with TemporaryDirectory(prefix="scout-", dir="/tmp") as name:
        Path(name).chmod(0o777)
        yield Path(name)


def say(line: str) -> None:
    """At once, whoever reads."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextmanager
def playing(cluster: Cluster, journals: Path) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Let programs play until the end of the block, or of the database; begin when all do."""
    programs = []
    with (journals / "players.log").open("ab") as output:
        for number in range(PLAYERS):
            journal = journals / f"{number}-{time.time():.0f}.journal"
            journal.touch()
            command = [sys.executable, "-m", "tests.recovery.playing", str(journal)]
            programs.append(
                subprocess.Popen(
                    command, cwd=ROOT, env=environment(cluster), stdout=output, stderr=output
                )
            )
    try:
        end = time.monotonic() + PATIENCE
        while any(not path.read_text() for path in journals.glob("*.journal")):
            if time.monotonic() > end or any(each.poll() is not None for each in programs):
                raise RuntimeError((journals / "players.log").read_text()[-2000:])
            time.sleep(0.05)
        yield programs
    finally:
        for each in programs:
            each.kill()
            each.wait()
