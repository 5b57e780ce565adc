"""Let Next Act and boardgame.io play the same games in one run, and compare what they cost."""

import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.beside import report
from tests.beside.boardgame_io import InFiles, InPostgres
from tests.beside.driver import Driver
from tests.beside.installing import install, missing
from tests.beside.killing import Survived, kill
from tests.beside.measuring import Way, measure, record
from tests.beside.next_act import NextAct
from tests.beside.recordings import recorded
from tests.beside.sides import Side


def say(*lines: str) -> None:
    """At once, whoever reads."""
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Return the exit status."""
    options = _options(arguments)
    if lacking := missing():
        say(lacking)
        return 1
    # Asked to end, it still stops what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    driver = Driver(install())
    with TemporaryDirectory(prefix="beside-") as folder, ExitStack() as started:
        Path(folder).chmod(0o711)
        sides = _started(Path(folder), driver, started)
        empty = {side.name: side.kept() for side in sides}
        games = record(options.seed, options.rounds + 1, options.tables, options.players)
        ours = sides[0]
        ways = [
            Way(ours.name, ours, {}),
            Way(f"{ours.name}, each looks first", ours, {"looking": True}),
            *(Way(side.name, side, {}) for side in sides[1:]),
        ]
        try:
            measured = measure(ways, games, driver, say)
            for lines in (report.figures, report.ratios, report.parts):
                _table(lines(measured))
            _table(_kept(sides, empty, ways, len(games) * len(games[0])))
            _table(report.survival(_kills(sides, driver, options)))
        except (TimeoutError, RuntimeError) as error:
            for side in sides:
                error.add_note(side.log())
            raise
    return 0


def _options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="make beside", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="that count (%(default)s)")
    parser.add_argument("--tables", type=int, default=8, help="at once (%(default)s)")
    parser.add_argument("--players", type=int, default=4, help="at each table (%(default)s)")
    parser.add_argument("--kills", type=int, default=10, help="of each side (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (%(default)s)")
    read = parser.parse_args(arguments)
    if min(read.rounds, read.tables) < 1 or read.kills < 0 or read.players not in (2, 3, 4, 5):
        parser.error("there is nothing to measure")
    return read


def _started(folder: Path, driver: Driver, started: ExitStack) -> list[Side]:
    places = [folder / str(number) for number in range(3)]
    for place in places:
        place.mkdir()
        # PostgreSQL runs as a user of its own.
        place.chmod(0o777)
    ours, files, postgres = places
    sides = [NextAct(ours), InFiles(files, driver), InPostgres(postgres, driver)]
    for side in sides:
        started.callback(side.stop)
        try:
            side.set_up()
        except (TimeoutError, RuntimeError) as error:
            error.add_note(side.log())
            raise
    return sides


def _kept(
    sides: Sequence[Side], empty: dict[str, int], ways: Sequence[Way], games: int
) -> Iterable[str]:
    yield "| | kB kept of a game |"
    yield "| --- | ---: |"
    for side in sides:
        played = games * sum(way.side is side for way in ways)
        yield f"| {side.name} | {(side.kept() - empty[side.name]) / played / 1000:.1f} |"


def _kills(sides: Sequence[Side], driver: Driver, options: Namespace) -> dict[str, Survived]:
    games = [
        recorded(f"{options.seed} killed {table}", options.players)
        for table in range(options.tables)
    ]
    return {
        side.name: kill(side, games, driver, options.kills, Random(options.seed)) for side in sides
    }


def _table(lines: Iterable[str]) -> None:
    say("", *lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
