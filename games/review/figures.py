"""What reviews say of a player, from their reviewed games alone."""

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser

from games.models import GameStatus, SeatReview

LATEST = 50
"""Games that count."""
FEWEST = 10
"""Decisions of a kind from which it can be called the best or the weakest."""


class ReviewedGame(NamedTuple):
    """A game, by what its player gave away."""

    ended_at: datetime
    a_round: float


class Figures(NamedTuple):
    """Over a player's latest reviewed games."""

    games: tuple[ReviewedGame, ...]
    """Oldest first."""
    a_round: float
    """Points given away."""
    best: str | None
    """The kind of move that gave away least a decision; None if too little is known."""
    weakest: str | None


def figures_of(player: AbstractUser) -> Figures | None:
    """Return a player's figures; None without a reviewed game."""
    rows = list(
        SeatReview.objects.filter(
            seat__user=player.pk,
            seat__over_at__isnull=False,
            seat__game__summary__status=GameStatus.FINISHED,
        )
        .order_by("-seat__over_at")
        .values_list("seat__over_at", "rounds", "given_away", "kinds")[:LATEST]
    )
    if not rows:
        return None
    decisions: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for _at, _rounds, _given_away, kinds in rows:
        for kind, (number, points) in kinds.items():
            decisions[kind] += number
            lost[kind] += points
    enough = [kind for kind, number in decisions.items() if number >= FEWEST]
    ordered = sorted(enough, key=lambda kind: (lost[kind] / decisions[kind], kind))
    return Figures(
        games=tuple(
            ReviewedGame(at, given_away / rounds)
            for at, rounds, given_away, _kinds in reversed(rows)
            if at is not None
        ),
        a_round=sum(row[2] for row in rows) / sum(row[1] for row in rows),
        best=ordered[0] if len(ordered) > 1 else None,
        weakest=ordered[-1] if len(ordered) > 1 else None,
    )
