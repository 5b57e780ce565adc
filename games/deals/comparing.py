"""What came of a shared deal, for those who have finished it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.bots.reviewing.whole import Decision, decisions
from games.deals.sharing import Offered
from games.log.store import load_state
from games.models import DealCopy, Game, GameStatus, Seat
from games.people.kinds import with_kinds

LISTED = 50
"""Most results shown."""


class Result(NamedTuple):
    """A finished game with this deal."""

    game: Game
    seat: Seat
    """Its player’s, with the kind."""
    points: int
    first: bool
    """Whether it is the game that the deal comes from."""
    unseen: bool
    """Whether its player could not know how others had fared."""


class Line(NamedTuple):
    """What a player chose in a round, and the points it brought."""

    choices: tuple[Decision, ...]
    points: int


class Round(NamedTuple):
    """The same round, played by two."""

    number: int
    """From 0."""
    mine: Line
    theirs: Line

    @property
    def parted(self) -> int | None:
        """The first choice, from 0, in which they differ; None if they played alike."""
        pairs = zip(self.mine.choices, self.theirs.choices, strict=False)
        # The bots answer equal play equally, so what each saw is the same until then.
        differ = (n for n, (mine, theirs) in enumerate(pairs) if mine.move != theirs.move)
        return next(differ, None)


def results_of(offer: Offered) -> list[Result]:
    """Return the finished games with this deal, best first, the source among them."""
    seats = with_kinds(Seat.objects.filter(bot="", number=offer.host.number))
    finished = seats.filter(game__summary__status=GameStatus.FINISHED)
    ordered = finished.select_related("game", "summary").order_by("-summary__score", "over_at")
    copies = ordered.filter(game__copied_deal__deal=offer.deal)
    unseen = DealCopy.objects.filter(deal=offer.deal, unseen=True)
    fresh = set(unseen.values_list("game_id", flat=True))
    found = [
        *ordered.filter(game=offer.deal.source_id),
        *copies[:LISTED],
    ]
    results = [
        Result(
            seat.game,
            seat,
            seat.summary.score,
            first=seat.game_id == offer.deal.source_id,
            unseen=seat.game_id in fresh,
        )
        for seat in found
    ]
    return sorted(results, key=lambda result: -result.points)


def own_result(results: Sequence[Result], user: AbstractUser | AnonymousUser) -> Result | None:
    """Return the viewer’s own: of their copy, or of the game that the deal comes from."""
    own = [result for result in results if user.pk and result.seat.user_id == user.pk]
    return min(own, key=lambda result: result.first, default=None)


def compared(mine: Result, theirs: Result) -> list[Round]:
    """Return both games, round by round."""
    seat = mine.seat.number
    return [
        Round(number, one, other)
        for number, (one, other) in enumerate(
            zip(_lines(mine.game, seat), _lines(theirs.game, seat), strict=True)
        )
    ]


def _lines(game: Game, seat: int) -> list[Line]:
    state = load_state(game)
    own = [each for each in decisions(state) if each.place.seat == seat]
    return [
        Line(
            tuple(each for each in own if each.place.round == result.number),
            result.scores[seat].total,
        )
        for result in state.results
    ]
