"""How much the deals in which an expert looks ahead tell of what a move brings."""

from pathlib import Path

from games.bots.expert_ahead import OPINION
from games.bots.search import BY_DEALS
from games.bots.value.network import load
from games.management import by_players
from games.management.bot_sources import digest_of_modules
from games.management.by_players import Found

BEGIN, END = "<!-- deals -->", "<!-- end of deals -->"
DECISIONS = {2: 8_000, 3: 8_000, 4: 1_200, 5: 1_200}
"""By number of players: with more, a decision takes longer."""
MEASURING = "games.bots.fast.measuring_deals"


def measure(players: int, decisions: int, seed: int, threads: int) -> Found:
    """Return the figures for ``players``. Raise ``ImportError`` without Numba."""
    from games.bots.fast.measuring_deals import told_by_deals

    # Taken before: changes saved while it measures make another expert.
    bots = digest(players)
    told = told_by_deals(
        players, load(players), BY_DEALS[players], decisions=decisions, seed=seed, threads=threads
    )
    return {
        "decisions": told.decisions,
        "by_net": [round(share, 3) for share in told.by_net],
        "by_deals": [round(share, 3) for share in told.by_deals],
        "too_much": round(told.too_much, 3),
        "bots": bots,
    }


def digest(players: int) -> str:
    """Return a digest of the look-ahead measured. The network's opinion is no part of it."""
    return digest_of_modules((MEASURING,), "deals", players)


def write(file: Path, page: Path, found: dict[str, Found]) -> None:
    """Write the figures to ``file``, and their table into ``page``."""
    by_players.write(file, page, found, (BEGIN, END), as_table(found))


def as_table(found: dict[str, Found]) -> str:
    """Return the figures as a Markdown table."""
    head = (
        "| players | decisions | comes of a point that the network expects "
        "| of a point that the deals expect | in play, the network's opinion counts "
        "| the deals expect too much by |"
    )
    return by_players.as_table(head, _line, found)


def _line(players: int, found: Found) -> list[str]:
    (by_net, wide), (by_deals, narrow) = found["by_net"], found["by_deals"]
    return [
        str(players),
        f"{found['decisions']:,}",
        f"{by_net:.2f} ±{wide:.2f}",
        f"{by_deals:.2f} ±{narrow:.2f}",
        f"{OPINION[players]:g} of the deals'",
        f"{found['too_much']:.2f}",
    ]
