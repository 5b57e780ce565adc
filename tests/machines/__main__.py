"""Let programs play while machines are switched off; exit with 1 if a promise is broken."""

import json
import os
import shutil
import signal
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import NamedTuple

from tests.faults.comparing import Verdict, compare, rows_of
from tests.faults.journal import Journal, read
from tests.faults.measures import Measures, Trial
from tests.faults.needs import OWN_NET, UNSHARE, may_unshare
from tests.faults.tables import PLAYERS, Crowd, wait_for_all
from tests.machines.acts import ACTS
from tests.machines.programs import Program
from tests.machines.readers import Reader
from tests.machines.site import SITE, Site, serving

_INSIDE = "MACHINES_IN_NAMESPACES"
WITHIN = 60.0
"""Seconds within which every table must move again."""
CALM_SECONDS = 5.0
TOOLS = {
    "ip": "iproute2",
    "nsenter": "util-linux",
    "sysctl": "procps",
    "nginx": "nginx",
    "keepalived": "keepalived",
    "redis-server": "redis-server",
    "pgbouncer": "pgbouncer",
}


class Options(NamedTuple):
    """Of one run."""

    acts: tuple[str, ...]
    seed: int


def say(line: str) -> None:
    """At once, whoever reads."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Return the exit status."""
    parser = ArgumentParser(prog="make machines", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=ACTS, metavar="ACT", help=" ".join(ACTS))
    parser.add_argument("--seed", type=int, default=Random().randrange(1_000_000))
    read_ = parser.parse_args(arguments)
    options = Options(tuple(act for act in ACTS if act in (read_.only or ACTS)), read_.seed)
    if lacks := [package for tool, package in TOOLS.items() if not shutil.which(tool)]:
        say(f"This needs more tools: apt-get install {' '.join(lacks)}")
        return 1
    if _INSIDE not in os.environ:
        if not may_unshare():
            say("This needs root, on a machine that lets it make namespaces.")
            return 1
        # With the namespaces everything ends, however this program does.
        os.environ[_INSIDE] = "yes"
        again = [sys.executable, "-m", "tests.machines", *arguments, "--seed", str(options.seed)]
        os.execvp(UNSHARE[0], [*UNSHARE, *OWN_NET, "--uts", *again])  # noqa: S606 (our own)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return run(options)
    except KeyboardInterrupt:
        say("Stopped.")
        return 130


def run(options: Options) -> int:
    """Play while the acts happen; return the exit status."""
    say(f"SEED={options.seed}: {' '.join(options.acts)}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="machines-", dir="/tmp")))
        site = stack.enter_context(serving(folder))
        measures, over = Measures(), Event()
        people = site.module("tests.faults.people", str(PLAYERS)).splitlines()
        url = f"http://{SITE}"
        clients = [Program(url, url, json.loads(line)["token"], over) for line in people]
        journals = [Journal(folder / f"{number}.journal") for number in range(len(clients))]
        crowd = Crowd(clients, journals, measures, options.seed)
        stack.callback(over.set)
        crowd.start()
        if wait_for_all(measures, time.monotonic(), 2 * WITHIN) is None:
            raise TimeoutError(f"The players did not get to play: {crowd.broken}")
        wrong: list[str] = []
        for name in options.acts:
            time.sleep(CALM_SECONDS)
            wrong += play_act(site, crowd, clients, measures, name)
        unready = site.unready()
        say(f"Not well, by /readyz: {unready or 'nothing'}")
        crowd.stop()
        for journal in journals:
            journal.close()
        return judge(site, crowd, wrong)


def play_act(
    site: Site, crowd: Crowd, programs: Sequence[Program], measures: Measures, name: str
) -> list[str]:
    """Let it happen, and say how it went; return the promises that were broken."""
    act, reader = ACTS[name], Reader(SITE)
    site.deaths.clear()
    reader.start()
    begun = time.monotonic()
    act.happens(site)
    ended = time.monotonic()
    moved = wait_for_all(measures, ended, WITHIN)
    until = time.monotonic()
    reader.stop()
    measures.trials.append(Trial(name, act.about, begun, ended, moved))
    taken = [each for each in measures.taken if begun <= each.at < until]
    moves, looks = (
        Counter(
            failure.why
            for program in programs
            for failure in program.failures
            if failure.at >= begun and failure.method == method
        )
        for method in ("POST", "GET")
    )
    longest = max((each.seconds for each in taken), default=0)
    say(f"{act.about}: {ended - begun:.0f} s")
    say(f"  {len(taken)} moves; the longest took {longest:.1f} s; sent again: {_counted(moves)}")
    say(f"  looks sent again: {_counted(looks)}")
    say(f"  no move for {_gap(measures, begun, until):.1f} s; all tables moved after {moved} s")
    named = f"{reader.files} files under {len(reader.names)} names"
    say(f"  {reader.pages} pages read with {named}; not given: {_counted(Counter(reader.refused))}")
    if site.deaths:
        say(f"  ended by themselves: {', '.join(site.deaths)}")
    wrong = []
    if moved is None:
        wrong.append(f"{act.about}: a table stood still for {WITHIN:.0f} s")
        say(crowd.standing(measures.tables_moved(ended)))
    if act.planned and (moves or looks or reader.refused):
        wrong.append(f"{act.about}: moves {moves}, looks {looks}, pages {reader.refused} failed")
    return wrong


def _gap(measures: Measures, begun: float, until: float) -> float:
    """The longest time in which no move of any table was taken."""
    times = [begun, *sorted(each.at for each in measures.taken if begun <= each.at < until), until]
    return max(later - sooner for sooner, later in pairwise(times))


def judge(site: Site, crowd: Crowd, wrong: list[str]) -> int:
    """Compare journals with logs, have the logs verified, and report."""
    verdict = compare(
        [[*read(path)] for path in sorted(site.folder.glob("*.journal"))],
        rows_of(site.databases.dsn()),
    )
    say(_sums(verdict))
    verified = site.manage("verify_log", check=False)
    say(f"verify_log: {' '.join(verified.split())}")
    wrong += verdict.faults
    wrong += [f"A player broke off: {error!r}" for error in crowd.broken]
    for sentence in wrong[:50]:
        say(f"BROKEN: {sentence}")
    say("A promise is broken." if wrong else "Every promise was kept.")
    if wrong:
        say(site.log())
    return 1 if wrong else 0


def _sums(verdict: Verdict) -> str:
    return (
        f"Acknowledged: {verdict.acknowledged} moves of {verdict.games} games, "
        f"{verdict.repeated} of them by a repeat. Lost: {len(verdict.lost)}. "
        f"Doubled: {len(verdict.doubled)}. Changed: {len(verdict.changed)}. "
        f"In another order: {len(verdict.disordered)}. Told to nobody: {len(verdict.unknown)}. "
        f"Taken from players: {len(verdict.taken)}."
    )


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name}: {count}" for name, count in counter.most_common()) or "none"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
