"""The positions that come with the site: from games that bots played, made by
``manage.py practice_positions``.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.apps.registry import Apps
from django.apps.registry import apps as installed

FILE = Path(__file__).with_name("starters.jsonl")
"""A position a line."""


def starters() -> Iterator[dict[str, Any]]:
    """Yield the columns of the positions in the file."""
    for line in FILE.read_text().splitlines():
        yield json.loads(line)


def load_starters(
    sender: AppConfig | None = None,
    using: str = "default",
    apps: Apps = installed,
    **kwargs: Any,
) -> None:
    """Write what is missing of the file after each migration."""
    try:
        model: Any = apps.get_model("games", "PracticePosition")
    except LookupError:
        # The site was taken back to before there was practice.
        return
    rows = [model(**columns) for columns in starters()]
    model.objects.using(using).bulk_create(rows, ignore_conflicts=True)
