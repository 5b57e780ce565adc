"""The blocks of commands on a page."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
OPERATIONS = ROOT / "docs" / "operations.md"


class Block(NamedTuple):
    """A fenced block of the shell."""

    name: str
    """The heading above it, and its number below that heading: `Set up 2`."""
    text: str


def blocks(page: Path = OPERATIONS) -> list[Block]:
    """Return the blocks of that page, in order."""
    found: list[Block] = []
    heading, number = "", 0
    for part in re.finditer(r"^#+ ([^\n]+)$|^```sh\n(.*?)^```$", page.read_text(), re.M | re.S):
        if part[1]:
            heading, number = part[1], 0
        else:
            number += 1
            found.append(Block(f"{heading} {number}", part[2]))
    return found
