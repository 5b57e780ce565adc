"""Players in the arena: our bots and other programs."""

import json
import os
import select
import selectors
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from typing import Protocol

from ..rules.errors import RuleError
from ..rules.json_values import FormatError, read_json
from ..rules.moves import Move, move_from_json
from ..rules.views import View
from .registry import choose_move

TIME_LIMIT = 10.0
"""Seconds for a move; the first includes the start of the program."""
LONGEST_LINE = 64 * 1024
"""Bytes; a move has about a hundred."""
QUOTED = 300


class BrokenPlayerError(RuntimeError):
    """A program broke the rules, the protocol or its time limit."""


class Player(Protocol):
    """Something that answers views with moves."""

    def choose(self, view: View, seed: int) -> Move:
        """Return a move, perhaps illegal, for the view's seat."""

    def close(self) -> None:
        """Leave the table."""


class BotPlayer:
    """A bot of the registry."""

    def __init__(self, name: str) -> None:
        self._name = name

    def choose(self, view: View, seed: int) -> Move:
        return choose_move(self._name, view, seed)

    def close(self) -> None:
        """Do nothing."""


class ProgramPlayer:
    """A program that speaks the filter's protocol."""

    def __init__(self, name: str, command: str, time_limit: float | None = None) -> None:
        """Raise ``BrokenPlayerError`` if ``command`` does not start."""
        self._name = name
        self._time_limit = TIME_LIMIT if time_limit is None else time_limit
        self._read = b""
        self._answered = False
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # In a process group of its own, so that its children end with it.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise BrokenPlayerError(f"{name} can't be started: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._stdin, False)

    def choose(self, view: View, seed: int) -> Move:
        try:
            line = self._answer(json.dumps(view.to_json()).encode() + b"\n")
        except OSError as error:
            raise BrokenPlayerError(f"{self._name} has left: {error}") from error
        try:
            return move_from_json(read_json(line))
        except (FormatError, RuleError) as error:
            raise BrokenPlayerError(f"{self._name} {_no_move(line, error)}") from error

    def _answer(self, question: bytes) -> bytes:
        if self._answered and select.select([self._stdout], [], [], 0)[0]:
            self._hear()
        if self._read:
            raise BrokenPlayerError(
                f"{self._name} said more than one line for a view: {self._read[:QUOTED]!r}"
            )
        end = time.monotonic() + self._time_limit
        with selectors.DefaultSelector() as ready:
            ready.register(self._stdout, selectors.EVENT_READ)
            ready.register(self._stdin, selectors.EVENT_WRITE)
            while question or b"\n" not in self._read:
                left = end - time.monotonic()
                if left <= 0:
                    raise BrokenPlayerError(
                        f"{self._name} took longer than {self._time_limit:g} seconds for a move."
                    )
                for key, _ in ready.select(left):
                    if key.fd == self._stdout:
                        self._hear()
                        continue
                    question = self._told(question)
                    if not question:
                        ready.unregister(self._stdin)
        line, self._read = self._read.split(b"\n", 1)
        self._answered = True
        return line

    def _told(self, question: bytes) -> bytes:
        try:
            return question[os.write(self._stdin, question) :]
        except BrokenPipeError:
            # It no longer reads; what it wrote before may still be unread.
            return b""

    def _hear(self) -> None:
        piece = os.read(self._stdout, LONGEST_LINE)
        if not piece:
            raise BrokenPlayerError(f"{self._name} ended in the middle of a game.")
        self._read += piece
        if len(self._read) > LONGEST_LINE:
            raise BrokenPlayerError(
                f"{self._name} said more than {LONGEST_LINE:,} bytes where a move was awaited."
            )

    def close(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()


def _no_move(line: bytes, error: ValueError) -> str:
    with suppress(FormatError):
        answer = read_json(line)
        if isinstance(answer, dict) and isinstance(answer.get("error"), str):
            return f"found no move: {answer.get('code')!s:.40}: {answer['error']:.{QUOTED}}"
    said = line.decode(errors="replace")
    return f"answered no move: {error} It said: {said:.{QUOTED}}"
