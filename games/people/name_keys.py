"""Keys of names that look alike."""

import re
import unicodedata

# Letters that look like Latin ones, in lower case as casefold leaves them.
_LOOKALIKES = str.maketrans(
    "авекмнорстухісјһѕαβεικνορτυχ",
    "abekmhopctyxicjhsabeikvoptux",
)


def name_key(name: str) -> str:
    """Return a key shared by names that look alike."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"\s+", " ", folded).strip().translate(_LOOKALIKES)
