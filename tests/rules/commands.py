"""The site's commands as another program runs them."""

import json
import os
import subprocess
import sys
from contextlib import ExitStack
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest import mock

from django.core.management import load_command_class

MANAGE = Path(__file__).parent.parent.parent / "manage.py"

# A database that does not answer: these commands need none.
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "SECRET_KEY": "a key for tests",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
}


def process(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(MANAGE), *arguments],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run_apart(*arguments: str, given: bytes = b"") -> tuple[int, list[Any], str]:
    """Return exit status, written JSON values, and errors."""
    with process(*arguments) as running:
        written, complaints = running.communicate(given)
    return running.returncode, _values(written), complaints.decode()


def run(name: str, *arguments: str, given: bytes = b"") -> tuple[int, list[Any], str]:
    """As `run_apart`, but in this process, which is faster."""
    streams = [
        TextIOWrapper(BytesIO(each), "ascii", write_through=True) for each in (given, b"", b"")
    ]
    status = 0
    with ExitStack() as patches:
        for stream, place in zip(streams, ("stdin", "stdout", "stderr"), strict=True):
            patches.enter_context(mock.patch.object(sys, place, stream))
        try:
            load_command_class("games", name).run_from_argv([str(MANAGE), name, *arguments])
        except SystemExit as end:
            status = int(end.code or 0)
    _, written, complaints = (stream.buffer for stream in streams)
    assert isinstance(written, BytesIO)
    assert isinstance(complaints, BytesIO)
    return status, _values(written.getvalue()), complaints.getvalue().decode()


def _values(written: bytes) -> list[Any]:
    return [json.loads(line) for line in written.decode("ascii").splitlines()]
