"""A standby that takes over when its primary dies, while programs play.

    python -m tests.recovery.standing_by [--rounds N]

Each trial kills all processes of the primary at once, promotes the standby and asks it for every
move that was acknowledged. An asynchronous standby may miss what was on its way, a synchronous one
nothing. In half of the trials the way to the standby is held up before the death. Exit status 1 if
a promise is broken.
"""

import os
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.recovery.clusters import Cluster, as_postgres
from tests.recovery.journal import lost, read
from tests.recovery.players import empty_site, manage, own_folder, playing, say

SECONDS = 8.0
"""For which programs play before the death."""
HELD_UP = 2.0
"""Seconds for which nothing reaches the standby before the death, in such a trial."""
AT_RISK = 1.0
"""Seconds of moves that may be lost with an asynchronous standby, beyond those held up."""


class Trial(NamedTuple):
    """What happened."""

    synchronous: bool
    held_up: bool
    acknowledged: int
    lost: int
    at_risk: float
    """Seconds before the death in which the first lost move was acknowledged; 0: none was."""
    lag: float
    """The longest time in seconds until the standby had kept what the primary wrote."""
    meanwhile: int
    """Moves acknowledged after the way was held up, but for the first half second."""
    took_over: float
    """Seconds from the death until the standby took writes."""

    @property
    def broken(self) -> str:
        """The promise that was broken, if any."""
        if self.synchronous and self.lost:
            return "a synchronous standby lacks acknowledged moves"
        if self.synchronous and self.meanwhile:
            return "moves were acknowledged that the standby didn't have"
        if self.at_risk > AT_RISK + HELD_UP * self.held_up:
            return f"more than {AT_RISK:.0f} s of moves were lost"
        if not self.synchronous and self.held_up and not self.lost:
            return "nothing was lost although nothing arrived: this trial shows nothing"
        return ""


def main(arguments: list[str]) -> int:
    """Return the exit status."""
    parser = ArgumentParser(prog="tests.recovery.standing_by")
    parser.add_argument("--rounds", type=int, default=1, help="of four trials (default: 1)")
    options = parser.parse_args(arguments)
    trials = []
    with own_folder() as folder:
        empty = empty_site(folder / "empty")
        for number in range(4 * options.rounds):
            synchronous, held_up = bool(number & 2), bool(number & 1)
            place = folder / str(number)
            trials.append(_trial(empty, place, synchronous=synchronous, held_up=held_up))
            say(_line(trials[-1]))
    broken = [trial.broken for trial in trials if trial.broken]
    say("\n".join(broken) or "All promises were kept.")
    return 1 if broken else 0


def _line(trial: Trial) -> str:
    kind = "synchronous" if trial.synchronous else "asynchronous"
    way = f"held up for {HELD_UP:.0f} s" if trial.held_up else "free"
    lost = f"{trial.lost} lost, of the last {trial.at_risk:.2f} s" if trial.lost else "none lost"
    return (
        f"{kind}, the way {way}: {trial.acknowledged} moves acknowledged, {lost}; "
        f"longest lag {trial.lag:.3f} s; took over in {trial.took_over:.1f} s"
    )


def _trial(empty: Cluster, folder: Path, *, synchronous: bool, held_up: bool) -> Trial:
    primary, standby = Cluster(folder / "a"), Cluster(folder / "b")
    journals = folder / "journals"
    journals.mkdir()
    try:
        primary.copy(empty)
        _set_up(primary, standby)
        if synchronous:
            primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            primary.ask("SELECT pg_reload_conf()")
            primary.wait_for("SELECT bool_and(sync_state = 'sync') FROM pg_stat_replication")
        with playing(primary, journals):
            began = time.time()
            lag = max(_lags(primary, until=began + SECONDS))
            held_at = time.time()
            if held_up:
                os.kill(int(primary.ask("SELECT pid FROM pg_stat_replication")), signal.SIGSTOP)
                time.sleep(HELD_UP)
            primary.kill()
            died_at = time.time()
        standby.ask("SELECT pg_promote()")
        took_over = time.time() - died_at
        entries = [entry for entry in read(journals) if entry.at <= died_at]
        missing = lost(entries, standby)
        manage(standby, "verify_log", "--processes", "1")
        with playing(standby, journals):
            pass
    finally:
        for cluster in (primary, standby):
            cluster.stop()
    late = [entry for entry in entries if held_up and entry.at > held_at + 0.5]
    return Trial(
        synchronous=synchronous,
        held_up=held_up,
        acknowledged=len(entries),
        lost=len(missing),
        at_risk=died_at - min(entry.at for entry in missing) if missing else 0,
        lag=lag,
        meanwhile=len(late),
        took_over=took_over,
    )


def _set_up(primary: Cluster, standby: Cluster) -> None:
    """Let both run, and one follow the other."""
    primary.start()
    as_postgres(
        *(f"{primary.bin}/pg_basebackup", "--checkpoint=fast", "--write-recovery-conf"),
        *("--create-slot", "--slot=standby", f"--pgdata={standby.data}"),
        f"--dbname=host={primary.folder} user=postgres application_name=standby",
    )
    standby.start()
    primary.wait_for("SELECT bool_and(state = 'streaming') FROM pg_stat_replication")


def _lags(primary: Cluster, until: float) -> Iterator[float]:
    while time.time() < until:
        sql = "SELECT coalesce(extract(epoch FROM max(flush_lag)), 0) FROM pg_stat_replication"
        yield float(primary.ask(sql))
        time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
