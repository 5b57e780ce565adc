"""A person's rating against bots: for their own eyes alone.

It is worked out each time from the person's results and the bots' points in the same games, which
are written once, when a game ends. It therefore follows these wherever they go (to an account, with
``rebuild``, into oblivion), and the bots' ratings when those are measured anew.
"""

from collections import defaultdict
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, OuterRef

from games.bots.company.ratings import RATINGS
from games.bots.offered import ALIASES
from games.models import Seat, SeatResult
from games.results.bot_strength import Against, estimate

LEAST = 5
"""How many games make a rating."""
LATEST = 40
"""How many games count, the latest ones."""
MEASURED = {**RATINGS, **{level: RATINGS[character] for level, character in ALIASES.items()}}
"""The ratings of the bots that count.

A level of old games counts as the character that was measured to be as strong; nothing is as weak
as *random*, so games with it don't count.
"""


class RatingAgainstBots(NamedTuple):
    """What a person's games with bots alone say."""

    games: int
    """How many count, at most ``LATEST``."""
    rating: int | None
    """None below ``LEAST`` games."""


def rating_against_bots(user: AbstractUser | AnonymousUser) -> RatingAgainstBots:
    """Return the rating of ``user``, a guest too; two queries.

    Finished games in which the only person is ``user`` count, unless others made over a third of
    the decisions for them.
    """
    if user.pk is None:
        return RatingAgainstBots(0, None)
    unmeasured = Seat.objects.filter(game=OuterRef("game")).exclude(bot__in=["", *MEASURED])
    own = (
        SeatResult.objects.filter(user=user.pk, finished=True, among_people=False)
        .filter(left=False, charged=False)
        .exclude(Exists(unmeasured))
        .order_by("-ended_at", "-seat")
    )
    scores = dict(own.values_list("game", "score")[:LATEST])
    bots = Seat.objects.filter(game__in=scores).exclude(bot="")
    games: defaultdict[int, list[Against]] = defaultdict(list)
    for game, bot, score in bots.values_list("game", "bot", "summary__score"):
        games[game].append(Against(MEASURED[bot], score - scores[game]))
    known = len(games) >= LEAST
    return RatingAgainstBots(len(games), round(estimate(games.values())) if known else None)
