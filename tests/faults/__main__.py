"""Run the faults, one after the other, while programs play; exit with 1 if a promise is broken."""

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event

from tests.faults.client import Client
from tests.faults.clocks import Clocks
from tests.faults.comparing import compare, rows_of
from tests.faults.journal import Journal, read
from tests.faults.kinds import KINDS
from tests.faults.measures import Measures, Trial
from tests.faults.needs import NAMES, OWN_NET, UNSHARE, may_unshare, missing
from tests.faults.net import Net, OwnNet
from tests.faults.options import Options, options_from, order_of
from tests.faults.report import WITHIN, broken, report
from tests.faults.site import Site, serving
from tests.faults.tables import PLAYERS, Crowd, wait_for_all

_INSIDE = "FAULTS_IN_NAMESPACES"
_PAUSES = (1.0, 4.0)
"""Seconds between two faults, at least and at most."""


def say(line: str) -> None:
    """At once, whoever reads."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Return the exit status."""
    options = options_from(arguments)
    if not may_go_on(options):
        return 1
    if _INSIDE not in os.environ and may_unshare():
        again = [sys.executable, "-m", "tests.faults", *arguments, "--seed", str(options.seed)]
        os.environ[_INSIDE] = "yes"
        # Without the tools to set it up, not even its loopback would work.
        own_net = [] if missing("namespaces") else OWN_NET
        os.execvp(UNSHARE[0], [*UNSHARE, *own_net, *again])  # noqa: S606 (our own command)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return run(options)
    except KeyboardInterrupt:
        say("Stopped.")
        return 130


def may_go_on(options: Options) -> bool:
    """Say what is skipped for want of what; return whether none of that was required."""
    required = False
    for need in NAMES:
        skipped = [kind for kind in options.kinds if KINDS[kind].need == need]
        if (sentence := missing(need)) and skipped:
            said = "Required" if need in options.required else "Skipped"
            say(f"{said}: {', '.join(skipped)} ({sentence})")
            required |= need in options.required
    return not required


def run(options: Options) -> int:
    """Play and break; return the exit status."""
    kinds = [kind for kind in options.kinds if not missing(KINDS[kind].need)]
    order = order_of(kinds, options)
    say(f"SEED={options.seed} ROUNDS={options.rounds}: {' '.join(order)}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="faults-")))
        net = OwnNet() if _INSIDE in os.environ and not missing("namespaces") else Net()
        clocks = None if missing("compiler") else Clocks(folder)
        own_disk = _INSIDE in os.environ
        site = stack.enter_context(serving(folder, net, clocks, own_disk=own_disk))
        measures, over = Measures(), Event()
        people = site.module("tests.faults.people", str(PLAYERS)).splitlines()
        tokens = [json.loads(line)["token"] for line in people]
        clients = [Client(site.url, site.streams_url, token, over) for token in tokens]
        journals = [Journal(folder / f"{number}.journal") for number in range(len(tokens))]
        crowd = Crowd(clients, journals, measures, options.seed)
        stack.callback(over.set)
        crowd.start()
        if wait_for_all(measures, time.monotonic(), 2 * WITHIN) is None:
            say(site.log())
            raise TimeoutError(f"The players did not get to play: {crowd.broken}")
        break_in_turn(site, crowd, order, measures, Random(options.seed))
        crowd.stop()
        for journal in journals:
            journal.close()
        return judge(site, crowd, measures)


def break_in_turn(
    site: Site, crowd: Crowd, order: Sequence[str], measures: Measures, random: Random
) -> None:
    """Each fault for a while, then wait for all tables."""
    for number, kind in enumerate(order, 1):
        time.sleep(random.uniform(*_PAUSES))
        begun = time.monotonic()
        with KINDS[kind].happens(site, random) as about:
            time.sleep(random.uniform(*KINDS[kind].lasts))
        ended = time.monotonic()
        moved = wait_for_all(measures, ended, WITHIN)
        measures.trials.append(Trial(kind, about, begun, ended, moved))
        after = f"all tables moved after {moved:.1f} s" if moved else "A TABLE STANDS STILL"
        deaths = f"; ended by itself: {', '.join(site.deaths)}" if site.deaths else ""
        site.deaths.clear()
        say(f"{number}/{len(order)} {kind} ({about}) for {ended - begun:.1f} s: {after}{deaths}")
        if moved is None:
            say(crowd.standing(measures.tables_moved(ended)))
            say(site.transactions())


def judge(site: Site, crowd: Crowd, measures: Measures) -> int:
    """Compare journals with logs, have the logs verified, and report."""
    rows = rows_of(site.dsn())
    verdict = compare([[*read(path)] for path in sorted(site.folder.glob("*.journal"))], rows)
    say("")
    say(report(measures, verdict))
    verified = site.manage("verify_log", check=False)
    say(f"verify_log: {' '.join(verified.stdout.split())}")
    wrong = broken(measures, verdict)
    if verified.returncode:
        wrong.append(f"verify_log: {verified.stdout}{verified.stderr}")
    wrong += [f"A player broke off: {error!r}" for error in crowd.broken]
    opened, known = set(crowd.opened()), {row.game for row in rows}
    wrong += [f"game {game} was opened and has no rows" for game in opened - known]
    wrong += [f"game {game} was opened by nobody" for game in known - opened]
    for sentence in wrong[:50]:
        say(f"BROKEN: {sentence}")
    say("A promise is broken." if wrong else "Every promise was kept.")
    if wrong:
        say(site.log())
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
