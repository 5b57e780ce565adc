"""When two names are the same to a reader."""

import re
import unicodedata

# Letters that a reader can't tell from Latin ones, small as casefold leaves them.
_LOOKALIKES = str.maketrans(
    "авекмнорстухісјһѕαβεικνορτυχ",
    "abekmhopctyxicjhsabeikvoptux",
)


def name_key(name: str) -> str:
    """What names that look alike have in common: case, width, spaces and alphabet don't count."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"\s+", " ", folded).strip().translate(_LOOKALIKES)
