"""The rated games that the sign of a pair is about: read, and taken out of the ratings together."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import (
    Case,
    Game,
    ModerationAction,
    OutOfRatings,
    Rating,
    RatingsDue,
    SeatResult,
    Sign,
    SignKind,
)
from games.order.after.rating import unrate_all
from games.order.audit import Telling, refuse_own_case, refuse_to_act_above, rehearsing
from games.order.refusals import Refusals
from games.order.signs.rated_games import WITHIN
from games.results.rating_model import Skill, shown
from games.rules.errors import RuleError
from games.words.amounts import signed

MOST = 50
"""Games at once, so that a press takes seconds."""


class Sat(NamedTuple):
    """How a game ended for one of the two."""

    score: int
    left: bool

    @property
    def points(self) -> str:
        """The score as it is shown."""
        return signed(self.score)


class PairGame(NamedTuple):
    """A rated game of the pair."""

    game: Game
    ended_at: datetime
    player: Sat
    other: Sat
    refused: str = ""
    """Why the moderator can't take it out; empty if they can."""


class PairGames(NamedTuple):
    """The pair's rated games, latest first, at most ``MOST`` of each kind."""

    counted: list[PairGame]
    """Those that still count."""
    out: list[PairGame]
    """Those that moderators took out."""
    more: int
    """How many others still count."""

    @property
    def free(self) -> list[PairGame]:
        """Those that the moderator can take out."""
        return [each for each in self.counted if not each.refused]


class Moved(NamedTuple):
    """What becomes of a rating."""

    user_id: int
    players: int
    before: int
    after: int | None
    """None: no rated game is left."""
    later: bool
    """So many games follow that a worker goes on with it."""


class Preview(NamedTuple):
    """What taking games out would do."""

    games: list[ModerationAction]
    told: list[Telling]
    moved: list[Moved]


def games_of_pair(sign: Sign, refusals: Refusals) -> PairGames:
    """Return the games of a pair's sign, and which are refused; as many queries for any number."""
    rows = _results(sign).order_by("-ended_at", "-game_id")
    is_out = Q(game__in=OutOfRatings.objects.values("game"))
    count = rows.filter(rated=True)
    counted = _read(count[: MOST + 1], sign)
    more = count.count() - MOST if len(counted) > MOST else 0
    counted = counted[:MOST]
    refusals.ask_of(games=[each.game for each in counted])
    at_all = refused_for_people(sign, refusals)
    return PairGames(
        [each._replace(refused=at_all or refusals.why(game=each.game)) for each in counted],
        _read(rows.filter(is_out, rated=False)[:MOST], sign),
        more,
    )


def refused_for_people(sign: Sign, refusals: Refusals) -> str:
    """Return why the moderator can't act on whom a sign is about; empty if they can."""
    people = (each for each in (sign.player, sign.other) if each is not None)
    return next(filter(None, (refusals.why(player=each) for each in people)), "")


def take_out(
    *,
    sign: Sign,
    games: Collection[int],
    by: AbstractUser,
    reason: str,
    case: Case | None = None,
) -> list[ModerationAction]:
    """Take these games (keys) of the pair out of the ratings, or none of them.

    Raise ``no_games``, ``too_many``, ``not_theirs``, ``acted_meanwhile``, or as ``unrate_all``.
    """
    if not games:
        raise RuleError("no_games", _("Choose at least one game."))
    if len(games) > MOST:
        raise RuleError(
            "too_many",
            ngettext(
                "Take out at most {count} game at once.",
                "Take out at most {count} games at once.",
                MOST,
            ).format(count=MOST),
        )
    if _results(sign).filter(game__in=games).count() != len(set(games)):
        raise RuleError("not_theirs", _("These are not rated games of the two."))
    with transaction.atomic():
        for player in (sign.player, sign.other):
            if player is not None:
                refuse_own_case(by=by, player=player)
                refuse_to_act_above(by=by, player=player)
        try:
            return unrate_all(game_ids=games, by=by, reason=reason, case=case)
        except RuleError as refused:
            if refused.code != "nothing_changes":
                raise
            raise RuleError(
                "acted_meanwhile",
                _("Some of these games no longer count. Have another look."),
            ) from refused


def preview(
    *,
    sign: Sign,
    games: Collection[int],
    by: AbstractUser,
    reason: str,
    case: Case | None = None,
) -> Preview:
    """Return what ``take_out`` would do and tell, having done and undone it. Raise as it does."""
    with rehearsing() as told:
        before = _ratings(sign)
        actions = take_out(sign=sign, games=games, by=by, reason=reason, case=case)
        after = _ratings(sign)
        of = {action.game.players for action in actions if action.game is not None}
        pools = RatingsDue.objects.filter(players__in=of, bot_accounts=False)
        due = set(pools.values_list("players", flat=True))
    moved = [
        Moved(user_id, players, rating, after.get((user_id, players)), players in due)
        for (user_id, players), rating in sorted(before.items())
        if players in due or after.get((user_id, players)) != rating
    ]
    return Preview(actions, told, moved)


def _ratings(sign: Sign) -> dict[tuple[int, int], int]:
    """Return the two’s ratings as displayed, by user and number of players."""
    rows = Rating.objects.filter(user__in=(sign.player_id, sign.other_id), bot_accounts=False)
    return {
        (user_id, players): shown(Skill(mu, sigma)).rating
        for user_id, players, mu, sigma in rows.values_list("user_id", "players", "mu", "sigma")
        if user_id is not None
    }


def _results(sign: Sign) -> QuerySet[SeatResult]:
    """Return the player's results in the pair's rated games, those out of the ratings too."""
    if sign.kind != SignKind.PAIR or sign.other_id is None:
        return SeatResult.objects.none()
    theirs = SeatResult.objects.filter(user=sign.other_id).values("game")
    return SeatResult.objects.filter(
        Q(rated=True) | Q(game__in=OutOfRatings.objects.values("game")),
        user=sign.player_id,
        ended_at__gte=sign.last_seen_at - WITHIN,
        game__rated=True,
        game__for_bot_accounts=False,
        game__in=theirs,
    )


def _read(results: QuerySet[SeatResult], sign: Sign) -> list[PairGame]:
    mine = list(results.select_related("game"))
    others = SeatResult.objects.filter(user=sign.other_id, game__in=[one.game_id for one in mine])
    theirs = {one.game_id: one for one in others}
    return [
        PairGame(one.game, one.ended_at, _sat(one), _sat(theirs[one.game_id]))
        for one in mine
        if one.game_id in theirs
    ]


def _sat(result: SeatResult) -> Sat:
    return Sat(result.score, result.left)
