"""A database that is lost with its disk, and restored from its backups, while programs play.

    python -m tests.recovery.restoring [--games N]

PostgreSQL and pgBackRest run by the files in `deploy/pgbackrest`, in a folder of their own, with
the backups in a folder instead of on another machine. `--games` fills the database first, to see
how long it takes with many. Exit status 1 if a promise is broken.
"""

import shutil
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from tests.recovery.clusters import DATABASE, Cluster
from tests.recovery.journal import Entry, lost, read
from tests.recovery.players import empty_site, manage, own_folder, playing, say
from tests.recovery.repository import ARCHIVE_TIMEOUT, Repository

SETTLE = 5.0
"""Seconds within which a full piece of the log is in the archive."""


def main(arguments: list[str]) -> int:
    """Return the exit status."""
    parser = ArgumentParser(prog="tests.recovery.restoring")
    parser.add_argument("--games", type=int, default=0, help="made first (default: none)")
    options = parser.parse_args(arguments)
    if not shutil.which("pgbackrest"):
        sys.exit("This needs pgBackRest: apt-get install pgbackrest")
    with own_folder() as folder:
        broken = [*_round(folder, games=options.games)]
    say("\n".join(broken) or "All promises were kept.")
    return 1 if broken else 0


def _round(folder: Path, *, games: int) -> Iterator[str]:
    cluster = empty_site(folder / "a")
    repository = Repository(folder / "backups", cluster)
    journals = folder / "journals"
    journals.mkdir()
    try:
        cluster.start(**repository.settings)
        repository.run("stanza-create")
        if games:
            with _timed(f"{games} games made"):
                manage(cluster, "fill", "--games", str(games), "--originals", str(min(games, 400)))
        with playing(cluster, journals):
            with _timed("full backup while programs play"):
                repository.run("--type=full", "backup")
            backup = f"{repository.size() / 1e6:.1f} MB"
            say(f"  {_size(cluster)} in the database, {backup} in the backup")
            time.sleep(5)
            moment = datetime.now(UTC)
            time.sleep(5)
            with _timed("incremental backup while programs play"):
                repository.run("--type=incr", "backup")
            with _timed("all that was written is in the archive"):
                asked_at = time.time()
                repository.run("check")
            time.sleep(ARCHIVE_TIMEOUT + SETTLE)
            cluster.kill()
            died_at = time.time()
        cluster.delete()
        entries = [entry for entry in read(journals) if entry.at <= died_at]
        yield from _secrets(repository)
        yield from _newest(cluster, repository, entries, asked_at=asked_at, died_at=died_at)
        cluster.stop()
        cluster.delete()
        yield from _at(moment, cluster, repository, entries)
    finally:
        cluster.stop()


def _secrets(repository: Repository) -> Iterator[str]:
    for what in ("--type=default restore", "info"):
        if repository.opens_with_another_pass(*what.split()):
            yield f"pgbackrest {what} opens the backups with another pass"
    if names := repository.readable_files():
        yield f"these files of the repository are not encrypted: {', '.join(names)}"
    say("Without its pass the repository can't be read.")


def _newest(
    cluster: Cluster,
    repository: Repository,
    entries: list[Entry],
    *,
    asked_at: float,
    died_at: float,
) -> Iterator[str]:
    with _timed("restored, and all of the archive replayed"):
        repository.run("restore")
        cluster.start(**repository.settings)
        cluster.wait_for("SELECT NOT pg_is_in_recovery()")
    missing = lost(entries, cluster)
    at_risk = died_at - min((entry.at for entry in missing), default=died_at)
    say(
        f"  {len(entries)} moves were acknowledged, {len(missing)} of them are lost: "
        f"those of the last {at_risk:.1f} s (archive_timeout: {ARCHIVE_TIMEOUT:.0f} s)"
    )
    if any(entry.at <= asked_at for entry in missing):
        yield "moves are lost that were in the archive"
    if at_risk > ARCHIVE_TIMEOUT + SETTLE:
        yield f"moves older than {ARCHIVE_TIMEOUT + SETTLE:.0f} s are lost"
    with _timed("all logs checked"):
        manage(cluster, "verify_log")


def _at(
    moment: datetime, cluster: Cluster, repository: Repository, entries: list[Entry]
) -> Iterator[str]:
    with _timed("restored to a moment"):
        repository.run(
            "--type=time", f"--target={moment.isoformat(' ')}", "--target-action=promote", "restore"
        )
        cluster.start(**repository.settings)
        cluster.wait_for("SELECT NOT pg_is_in_recovery()")
    before = [entry for entry in entries if entry.at <= moment.timestamp()]
    # What was being written at that moment may have been acknowledged a little later.
    after = [entry for entry in entries if entry.at > moment.timestamp() + 0.5]
    say(f"  {len(before)} moves had been acknowledged by then, {len(after)} came later")
    if missing := lost(before, cluster):
        yield f"{len(missing)} moves from before the moment are lost"
    if len(lost(after, cluster)) < len(after):
        yield "moves from after the moment are there"
    manage(cluster, "verify_log", "--since", f"{moment:%Y-%m-%d}")


@contextmanager
def _timed(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    say(f"{time.monotonic() - began:7.1f} s  {what}")


def _size(cluster: Cluster) -> str:
    return cluster.ask(f"SELECT pg_size_pretty(pg_database_size('{DATABASE}'))")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
