"""Who sits down in the arena and in a league: bots by name, and other programs by command."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

from games.bots.arena import BrokenMatchError, DealResult, MatchMoment
from games.bots.registry import AHEAD, LEVELS, TROUPE, bots, get_ready
from games.bots.value.network import ParametersError, folder_of, load, parameter_file

PROGRAM = "cmd:"
WHO = (
    f"{', '.join([*LEVELS, *TROUPE])}, a --bot, {AHEAD} (needs Numba: make search), or "
    f"expert@DIR, {AHEAD}@DIR: with parameters from train_expert in DIR"
)
"""What a name may be, for a command's help."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what both commands take: programs, and where things are written."""
    parser.add_argument("--seed", type=int, default=0, help="for deals and bots")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=cmd:COMMAND",
        help="an external program that reads views and writes moves, like manage.py bot",
    )
    parser.add_argument(
        "--records",
        type=Path,
        metavar="FILE",
        help="write every game to FILE as a record (scout-record/1), one a line",
    )
    parser.add_argument(
        "--broken",
        type=Path,
        default=settings.BASE_DIR / "var" / "arena-broken.jsonl",
        metavar="FILE",
        help="where to write the view at which a bot broke the rules, the protocol or its time "
        "limit; default: var/arena-broken.jsonl",
    )


def need_seated(names: Iterable[str], players: int, commands: Mapping[str, str]) -> None:
    """Make ready the bots ``names`` for games of ``players``.

    Raise ``CommandError`` if there is no such bot, or it lacks its parameters or Numba.
    """
    ours = bots()
    for name in names:
        bot, _, folder = name.partition("@")
        if folder and bot in ours and ours[bot].choose_by:
            _need_parameters(players, folder_of(name))
        elif name not in {*ours, *commands}:
            raise CommandError(f"There is no bot {name}.")
    try:
        get_ready(set(names) - set(commands))
    except ImportError as error:
        raise CommandError(f"{AHEAD} needs Numba: run make search.") from error


def commands_of(values: Iterable[str]) -> dict[str, str]:
    """Return the commands in ``NAME=cmd:COMMAND``, by name. Raise ``CommandError``."""
    return dict(map(_named_command, values))


def _named_command(value: str) -> tuple[str, str]:
    name, _, command = value.partition("=")
    command, is_program = command.removeprefix(PROGRAM), command.startswith(PROGRAM)
    if not name or not is_program or not command.strip():
        raise CommandError(f"{value!r} is not NAME=cmd:COMMAND.")
    return name, command


def _need_parameters(players: int, folder: Path) -> None:
    file = parameter_file(players, folder)
    if not file.is_file():
        raise CommandError(f"There are no parameters for {players} players: {file}")
    try:
        load(players, folder)
    except ParametersError as error:
        raise CommandError(str(error)) from error


def recorded(results: Iterable[DealResult], file: Path | None) -> Iterator[DealResult]:
    """Pass on ``results``, writing their games to ``file``, if any, as they come.

    Raise ``CommandError`` if it can't be written.
    """
    if file is None:
        yield from results
        return
    try:
        with file.open("w") as lines:
            for result in results:
                lines.writelines(f"{json.dumps(game.record)}\n" for game in result.played)
                yield result
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error


@contextmanager
def told_if_broken(seed: int, file: Path) -> Iterator[None]:
    """Turn a broken match into a ``CommandError``, and keep the view that was to be answered."""
    try:
        yield
    except BrokenMatchError as error:
        raise CommandError(_told(error, seed, file)) from error


def _told(error: BrokenMatchError, seed: int, file: Path) -> str:
    place = error.place
    if place is None:
        return error.what
    return f"{error.what}\n{_where(place, seed)}\n{_kept(place, file)}"


def _where(place: MatchMoment, seed: int) -> str:
    return (
        f"This happened in deal {place.deal.split()[-1]} of the match with seed {seed}, rotation "
        f"{place.rotation}, round {place.round}, seat {place.seat} (all counted from 0)."
    )


def _kept(place: MatchMoment, file: Path) -> str:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{place.view}\n")
    except OSError as error:
        return f"The view could not be saved: {error}"
    return f"The view to answer is in {file}: give it to your program to try again."
