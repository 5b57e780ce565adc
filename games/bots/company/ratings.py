"""How strong each character was measured to be (``docs/bots.md``, *The troupe*)."""

import json
from pathlib import Path

FILE = Path(__file__).parent / "ratings.json"
"""Name to rating, a whole number."""

RATINGS: dict[str, int] = json.loads(FILE.read_text())
"""By name, weakest first: 400 times the decimal logarithm of the odds against one opponent."""
