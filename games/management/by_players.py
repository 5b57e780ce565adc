"""Figures by number of players: kept in a file, shown as a table on a page."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.rules.cards import PLAYER_COUNTS

Found = dict[str, Any]


def read(file: Path) -> dict[str, Found]:
    """Return the figures in ``file``, if any, by number of players."""
    kept: dict[str, Found] = json.loads(file.read_text()) if file.exists() else {}
    return kept


def write(
    file: Path, page: Path, found: dict[str, Found], marks: tuple[str, str], table: str
) -> None:
    """Write the figures to ``file``, and their ``table`` into ``page`` between two ``marks``."""
    lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(found[key])}" for key in sorted(found))
    file.write_text(f"{{\n{lines}\n}}\n")
    begin, end = marks
    shown = f"{begin}\n\n{table}\n\n{end}"
    page.write_text(re.sub(f"{begin}.*{end}", lambda _: shown, page.read_text(), flags=re.DOTALL))


def as_table(head: str, line: Callable[[int, Found], list[str]], found: dict[str, Found]) -> str:
    """Return a Markdown table of the ``head`` and a ``line`` for each number of players."""
    measured = [players for players in PLAYER_COUNTS if str(players) in found]
    lines = [f"| {' | '.join(line(players, found[str(players)]))} |" for players in measured]
    return "\n".join([head, f"|{' --- |' * (head.count('|') - 1)}", *lines])
