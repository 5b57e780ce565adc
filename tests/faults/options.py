"""What is asked for: how many rounds, in which order, of which faults."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tests.faults.kinds import KINDS

MOST_ROUNDS = 100


class Options(NamedTuple):
    """Of one run."""

    rounds: int
    seed: int
    kinds: tuple[str, ...]
    required: frozenset[str]
    """What must not be missing: see `tests.faults.needs`."""


def options_from(arguments: Sequence[str]) -> Options:
    """Read the command line. Exits with what to say if it can't be."""
    parser = ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument(
        "--rounds", type=_rounds, default=1, help="how often each fault comes (%(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, help="repeats the order, lengths and moments of an earlier run"
    )
    parser.add_argument(
        "--only", nargs="+", choices=KINDS, metavar="KIND", help=f"of {', '.join(KINDS)}"
    )
    parser.add_argument(
        "--require",
        nargs="*",
        default=os.environ.get("REQUIRE", "").split(),
        help="fail if one of these is missing: compiler disk namespaces",
    )
    read = parser.parse_args(arguments)
    seed = Random().randrange(1_000_000) if read.seed is None else read.seed
    kinds = tuple(kind for kind in KINDS if not read.only or kind in read.only)
    return Options(read.rounds, seed, kinds, frozenset(read.require))


def order_of(kinds: Sequence[str], options: Options) -> list[str]:
    """Each of `kinds` once a round, in an order that the seed decides."""
    random = Random(options.seed)
    return [kind for _ in range(options.rounds) for kind in random.sample(kinds, len(kinds))]


def _rounds(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= MOST_ROUNDS:
        raise ArgumentTypeError(f"give 1 to {MOST_ROUNDS} rounds")
    return int(text)
