"""`python -m tests.bare`: follow docs/operations.md on a bare machine. Exit status 1: it failed."""

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bare import checks
from tests.bare.known import LEFT_OUT, RUN, typed, unknown
from tests.bare.machine import Machine, host
from tests.bare.page import ROOT, blocks

TOOLS = {
    "debootstrap": "debootstrap",
    "systemd-nspawn": "systemd-container",
    "iptables": "iptables",
    "ip": "iproute2",
}


def missing() -> str:
    """Return what to do about it; empty if nothing is missing."""
    if os.geteuid() != 0:
        return "needs root"
    packages = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    return f"needs {' '.join(packages)}: apt-get install" if packages else ""


def say(line: str) -> None:
    """At once, whoever reads."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Trial:
    """Counts what held and what did not."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.held = 0

    def step(self, name: str, what: Callable[[], object]) -> None:
        """Do it, and say how it went."""
        begun = time.monotonic()
        try:
            said = what()
        except (RuntimeError, OSError, ValueError, KeyError) as error:
            self.failed.append(name)
            say(f"FAILED  {name}: {error}")
        else:
            self.held += 1
            short = str(said or "").strip().splitlines()[-1:]
            say(f"ok      {name} ({time.monotonic() - begun:.0f} s) {''.join(short)[:100]}")


def follow(machine: Machine, trial: Trial) -> None:
    """Run the page, with checks between its blocks."""
    page = {each.name: each for each in blocks()}
    games: list[checks.Game] = []

    def play() -> str:
        games.append(checks.Game(machine))
        return games[0].id

    after: dict[str, list[tuple[str, Callable[[], object]]]] = {
        "Set up 7": [
            ("/readyz by TLS", lambda: checks.site_is_ready(machine)),
            ("ownership", lambda: checks.root_runs_nothing_of_the_site_s(machine)),
            ("a game by the API", play),
            ("a move by the API", lambda: games[0].move()),
        ],
        "Update 1": [("the game goes on", lambda: games[0].move())],
        "Restore 1": [
            ("the game is restored", lambda: games[0].still_there()),
            ("/readyz after the restore", lambda: checks.site_is_ready(machine)),
        ],
        "A unit that fails 1": [("its email", lambda: checks.failing_unit_is_told_of(machine))],
        "Figures and alarms 1": [("figures", lambda: checks.figures_are_there(machine))],
        "Figures and alarms 3": [("an alarm rings once", lambda: checks.alarm_rings_once(machine))],
    }
    for name in RUN:
        text = typed(page[name])
        trial.step(name, lambda text=text: machine.run(text))  # type: ignore[misc]
        if trial.failed and name.startswith("Set up"):
            say("Nothing of the rest can work.")
            return
        if name == "Set up 1":
            machine.run("systemd-run --quiet --unit sink python3 /root/sink.py")
        for called, what in after.get(name, []):
            trial.step(called, what)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, help="an installed Debian to copy")
    base = parser.parse_args().base
    if need := missing():
        say(f"Left out: {need}")
        return int("bare" in os.environ.get("REQUIRE", "").split())
    if strange := unknown(blocks()):
        say(f"tests/bare/known.py and the page differ: {', '.join(strange)}")
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    trial = Trial()
    with TemporaryDirectory(prefix="bare-", ignore_cleanup_errors=True) as folder:
        machine = Machine(Path(folder))
        try:
            machine.make(base)
            # The page's clone comes from here.
            host(
                "git", "clone", "--quiet", "--mirror", str(ROOT), f"{machine.root}/srv/next-act.git"
            )
            shutil.copy(ROOT / "tests/bare/sink.py", machine.root / "root/sink.py")
            machine.boot()
            say("The machine runs.")
            follow(machine, trial)
        finally:
            machine.remove()
    for name, reason in LEFT_OUT.items():
        say(f"not run {name}: {reason}")
    say(f"{trial.held} held, {len(trial.failed)} failed: {', '.join(trial.failed) or 'none'}")
    return int(bool(trial.failed))


if __name__ == "__main__":
    sys.exit(main())
