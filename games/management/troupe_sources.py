"""Digests of characters: a figure with another digest belongs to somebody else."""

from pathlib import Path

from django.conf import settings

from games.bots import styles
from games.bots.company import thinking
from games.bots.company.troupe import ADA, TROUPE
from games.bots.sources import behaviour_digest
from games.management.bot_sources import digest_of, digest_of_modules

NEWCOMER = Path(settings.BASE_DIR) / "docs" / "examples" / "newcomer.py"
"""The model of somebody new."""
_THINKING = {who.name.lower(): who for who in TROUPE if who is not ADA}


def digest_of_key(key: str) -> str:
    """Return a digest of the characters whose figure ``key`` names, and of what counts it."""
    if key == "gentle":
        return _digest(("pip", "tilly", "otto"), behaviour_digest(NEWCOMER).hex(), 4)
    one, other, players = key.split(":")
    if one == "style":
        return _digest((other,), behaviour_digest(Path(styles.__file__)).hex(), int(players))
    return _digest((one, other), "", int(players))


def _digest(names: tuple[str, ...], counted_by: str, players: int) -> str:
    """Return the digest: of a character counts what it overlooks and likes, not its words."""
    parts = [counted_by]
    for name in names:
        who = _THINKING.get(name)
        if who is None:
            parts.append(digest_of(("expert",), players))
        else:
            parts.append(f"{sorted(each.name for each in who.overlooks)} {who.likes}")
    return digest_of_modules([thinking.__name__], " ".join(parts), players)
