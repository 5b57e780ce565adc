"""How full the disks are on which the site depends."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from django.conf import settings

LEAST_FREE = 2**30
"""With less than this many bytes a disk counts as full: PostgreSQL stops when nothing is left."""


class Disk(NamedTuple):
    """A disk, by the first folder that is on it."""

    folder: str
    free: int
    size: int


def disks() -> list[Disk]:
    """Return the disks of the folders in the settings, each once."""
    return [*_disks()]


def _disks() -> Iterator[Disk]:
    seen: set[int] = set()
    for folder in settings.DISKS:
        with suppress(OSError):
            device = os.stat(folder).st_dev  # noqa: PTH116 (one look says whether it is there)
            if device not in seen:
                usage = shutil.disk_usage(folder)
                seen.add(device)
                yield Disk(folder, usage.free, usage.total)
