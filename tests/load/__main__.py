"""Start a site of our own, let more and more tables in, then ask for each kind of page alone."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.faults.net import Net
from tests.faults.site import Site, serving
from tests.load.costs import costs_of
from tests.load.limits import LIMIT, SEATS
from tests.processes import ROOT

_HEAD = (
    "| tables | requests a second | moves a second | median, ms | 95th percentile, ms "
    "| news: median, p95, ms | failed |"
)


def say(line: str) -> None:
    """At once, whoever reads."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Return the exit status."""
    options = _options(arguments)
    with TemporaryDirectory(prefix="load-") as folder, serving(Path(folder), Net()) as site:
        people = site.module("tests.faults.people", str(SEATS * (options.most + 1)))
        kept = site.folder / "people.jsonl"
        kept.write_text(people)
        steps = _steps(site, kept, options)
        say(_HEAD)
        say("| ---: |" * 1 + " ---: |" * 6)
        for step in steps:
            say(_line(step))
        within = [step for step in steps if step["p95"] <= LIMIT and not step["failures"]]
        if within:
            best = max(within, key=lambda step: float(step["requests"]))
            say(
                f"{best['requests']:.0f} requests and {_moves(best):.1f} moves a second "
                f"with a 95th percentile of {best['p95']:.0f} ms."
            )
            for name, (number, middle, p95) in sorted(best["kinds"].items()):
                say(f"  {name}: {number} times, median {middle:.0f} ms, 95th {p95:.0f} ms")
        say("Processor time for each, asked for alone, one after the other:")
        say("| kind | ms of the pages' processes | ms of PostgreSQL | ms until the answer |")
        say("| --- |" + " ---: |" * 3)
        for cost in costs_of(site, people.splitlines()[-SEATS:]):
            say(f"| {cost.kind} | {cost.pages:.1f} | {cost.database:.1f} | {cost.answer:.1f} |")
    return 0 if within else 1


def _options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument("--step", type=int, default=8, help="tables at each step (%(default)s)")
    parser.add_argument("--most", type=int, default=96, help="tables at last (%(default)s)")
    parser.add_argument("--seconds", type=int, default=25, help="of each step (%(default)s)")
    read = parser.parse_args(arguments)
    if not (0 < read.step <= read.most and read.seconds > 0):
        parser.error("there is nothing to measure")
    return read


def _steps(site: Site, people: Path, options: Namespace) -> list[dict[str, Any]]:
    results = site.folder / "steps.jsonl"
    results.touch()
    locust = [sys.executable, "-m", "locust", "--headless", "--only-summary"]
    done = subprocess.run(
        [*locust, "--locustfile", "tests/load/locustfile.py", "--host", site.url],
        cwd=ROOT,
        env={
            **os.environ,
            "LOAD_PEOPLE": str(people),
            "LOAD_STREAMS_URL": site.streams_url,
            "LOAD_RESULTS": str(results),
            "LOAD_STEP": str(options.step),
            "LOAD_MOST": str(options.most),
            "LOAD_SECONDS": str(options.seconds),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    steps: list[dict[str, Any]] = [json.loads(line) for line in results.read_text().splitlines()]
    if not steps or any(step["failures"] for step in steps):
        say(done.stdout + done.stderr)
    return steps


def _moves(step: dict[str, Any]) -> float:
    """A second: of all requests, those that move."""
    moves = sum(number for name, (number, *_) in step["kinds"].items() if name.endswith("move"))
    every = sum(number for number, *_ in step["kinds"].values())
    return float(step["requests"]) * moves / every if every else 0.0


def _line(step: dict[str, Any]) -> str:
    return (
        f"| {step['tables']} | {step['requests']:.1f} | {_moves(step):.1f} | {step['median']:.0f} "
        f"| {step['p95']:.0f} | {step['news_median']:.0f}, {step['news_p95']:.0f} "
        f"| {step['failures']} |"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
