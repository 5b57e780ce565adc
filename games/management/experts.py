"""How experts fare among experts, and whether what they expect comes."""

from pathlib import Path

from games.bots.expert_ahead import SEARCH
from games.bots.registry import AHEAD, FIRST
from games.bots.value.network import folder_of, load
from games.management import by_players
from games.management.bot_sources import digest_of
from games.management.by_players import Found

BEGIN, END = "<!-- experts -->", "<!-- end of experts -->"
ANSWER = "expert@answer"
"""The best answer to experts at all other seats that training found."""
DEALS = {2: 10_000, 3: 10_000, 4: 10_000, 5: 100_000}
"""Each is a round (two with two players), played in all rotations of the seats; by number of
players: the less there is to gain, the more it takes to tell."""
SLOWER = {2: 5, 3: 10, 4: 6, 5: 80}
"""A look-ahead is measured in a part of the deals, by number of players."""
POSITIONS = 2_000_000
"""With so many, chance moves the mean of a tenth by some 0.02 points. One lies close to ``OFF``."""

GAINS = {2: 0.3, 3: 0.3, 4: 0.4, 5: 0.25}
"""Points a round that the expert alone among those before is to gain at least."""
GAINS_AHEAD = {2: 0.9, 3: 0.5, 4: 0.8, 5: 0.4}
"""The same with look-ahead."""
LOSES = -0.2
"""The most points that one of those before may get alone among the new."""
ANSWERED = {2: 0.25, 3: 0.25, 4: 0.15, 5: 0.25}
"""What the best answer gains at most."""
SLOPES = (0.95, 1.05)
OFF = 0.2
"""The most points by which a tenth of the positions is off."""


def measure(players: int, deals: int, seed: int, threads: int) -> Found:
    """Return the figures for ``players``. Raise ``ImportError`` without Numba."""
    from games.bots.fast.calibration import calibration
    from games.bots.fast.measuring import margin
    from games.bots.fast.measuring_ahead import margin_ahead
    from games.bots.fast.opponents import LEARNER, OTHER_NETS

    # Taken before: changes saved while it measures make another expert.
    bots = digest(players)
    expert = load(players)

    def alone(one: int, other: str, others: int) -> list[float]:
        networks = [expert, load(players, folder_of(other))]
        found = margin(players, one, others, networks, deals=deals, seed=seed, threads=threads)
        return [round(found.points, 3), round(found.within, 3)]

    foreseen = calibration(players, expert, POSITIONS, seed)
    ahead = margin_ahead(
        players,
        [expert, load(players, folder_of(FIRST))],
        SEARCH[players],
        deals=max(2, deals // SLOWER[players]),
        seed=seed,
        threads=threads,
    )
    return {
        "deals": deals,
        "gains": alone(LEARNER, FIRST, OTHER_NETS),
        "ahead": [round(ahead.points, 3), round(ahead.within, 3)],
        "loses": alone(OTHER_NETS, FIRST, LEARNER),
        "answered": alone(OTHER_NETS, ANSWER, LEARNER),
        "positions": foreseen.positions,
        "slope": round(foreseen.slope, 3),
        "off": [round(points, 3) for points in foreseen.off],
        "bots": bots,
    }


def digest(players: int) -> str:
    """Return a digest of the experts measured."""
    return digest_of(("expert", AHEAD, FIRST, ANSWER), players)


def write(file: Path, page: Path, found: dict[str, Found]) -> None:
    """Write the figures to ``file``, and their table into ``page``."""
    by_players.write(file, page, found, (BEGIN, END), as_table(found))


def as_table(found: dict[str, Found]) -> str:
    """Return figures and goals as a Markdown table."""
    head = (
        "| players | alone among those before | to reach | with look-ahead | to reach "
        "| one of those before among the new | to reach | best answer | to reach "
        "| positions | slope | tenth that is most off |"
    )
    return by_players.as_table(head, _line, found)


def _line(players: int, found: Found) -> list[str]:
    (gains, wide), (ahead, wider), (loses, narrow), (answered, within) = (
        found[name] for name in ("gains", "ahead", "loses", "answered")
    )
    most_off = max(found["off"], key=abs)
    return [
        str(players),
        f"{gains:+.2f} ±{wide:.2f}",
        f"{GAINS[players]:+.2f}{_mark(gains - wide >= GAINS[players])}",
        f"{ahead:+.2f} ±{wider:.2f}",
        f"{GAINS_AHEAD[players]:+.2f}{_mark(ahead - wider >= GAINS_AHEAD[players])}",
        f"{loses:+.2f} ±{narrow:.2f}",
        f"at most {LOSES:+.2f}{_mark(loses + narrow <= LOSES)}",
        f"{answered:+.2f} ±{within:.2f}",
        f"at most {ANSWERED[players]:+.2f}{_mark(answered + within <= ANSWERED[players])}",
        f"{found['positions']:,}",
        f"{found['slope']:.3f}{_mark(SLOPES[0] <= found['slope'] <= SLOPES[1])}",
        f"{most_off:+.2f}{_mark(abs(most_off) <= OFF)}",
    ]


def _mark(reached: bool) -> str:
    return " ✓" if reached else ""
