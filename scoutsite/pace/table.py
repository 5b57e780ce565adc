"""One game of the simulation: everything done there goes through the site's own services."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

from games.bots.registry import choose_move
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.replay import Log
from games.log.store import load
from games.models import (
    Actor,
    Game,
    GameInvitation,
    GameSummary,
    Notice,
    NoticeState,
    Plan,
    Seat,
    Way,
)
from games.models.prepared import Prepared
from games.notices.seen import mark_seen, read_news
from games.play import bots, chairs, clock
from games.play.move import enter_move
from games.play.plans.keeping import put_plan
from games.play.plans.playing import look_at_plans, play_plan
from games.rules.errors import RuleError
from games.rules.moves import Move
from games.rules.orders import Order
from games.rules.views import View, view_for
from games.telling.posting import post_due
from games.telling.sending import send_due
from scoutsite.pace.players import Player

SENT_EVERY = timedelta(seconds=10)
EXPIRED_EVERY = timedelta(seconds=5)
PLANNED_EVERY = timedelta(seconds=5)
"""How often workers look for due notices, for turns whose time is over and for plans."""

_DUE = Prepared(
    lambda game: Notice.objects.filter(
        game=game, state=NoticeState.DUE, way__in=(Way.MAIL, Way.PUSH)
    ).values_list("way", "due_at"),
    int,
)
# Asked for at every step: compiling these anew would be a tenth of all work.
_DEADLINE = Prepared(
    lambda game: GameSummary.objects.filter(game=game).values_list("deadline", flat=True), int
)
_PLANS = Prepared(
    lambda game: Plan.objects.filter(seat__game=game, seat__summary__to_act=True).values_list(
        "due_at", flat=True
    ),
    int,
)


class Table:
    """A game, from its opening on."""

    def __init__(self, game: Game, key: str) -> None:
        self.game = game
        self._seed = Random(f"moves {key}").getrandbits(32)  # noqa: S311 (a simulation)
        self._seats: dict[int, int] = {}

    @property
    def log(self) -> Log:
        return load(self.game)

    @property
    def has_begun(self) -> bool:
        return self.log.state.round is not None

    def sit_down(self, player: Player) -> None:
        """Answer the invitation with yes."""
        join(game_id=self.game.pk, user=player.user)

    def is_asked(self, player: Player) -> bool:
        """Return whether somebody's invitation waits for an answer."""
        return GameInvitation.objects.filter(game=self.game, user=player.user.pk).exists()

    def seat(self, players: Sequence[Player]) -> None:
        """Tell players their seats, once the game has begun."""
        rows = Seat.objects.filter(game=self.game).values_list("user_id", "number", "pk")
        found = {user_id: (number, pk) for user_id, number, pk in rows}
        for player in players:
            player.seat, self._seats[player.user.pk] = found[player.user.pk]

    def view(self, player: Player) -> View:
        """Return what a player knows."""
        return view_for(self.log.state, player.seat)

    def look(self, player: Player) -> None:
        """Open the page of the table."""
        log = self.log
        if player.seat in log.chairs.kept:
            chairs.take_back(game_id=self.game.pk, seat=_seat_of(player))
        if player.seat in log.people_to_act:
            mark_seen(seat_id=self._seats[player.user.pk], seq=log.state.seq)
        read_news(user_id=player.user.pk, game_id=self.game.pk)

    def choose(self, player: Player) -> Move:
        """Return the move that a player would make now."""
        return choose_move(player.person.level, self.view(player), self._seed)

    def move(self, player: Player, move: Move) -> None:
        """Make a player's move."""
        enter_move(
            game_id=self.game.pk,
            seat=_seat_of(player),
            move=move,
            seq=self.log.state.seq,
            actor=Actor.PLAYER,
        )

    def plan(self, player: Player, left: Sequence[Order]) -> None:
        """Leave orders for a player's next turn."""
        try:
            put_plan(
                game_id=self.game.pk,
                seat=_seat_of(player),
                seq=self.log.state.seq,
                orders=left,
            )
        except RuleError:
            # A bot keeps the chair, or the cards have gone.
            return

    def next_plan(self, after: datetime) -> datetime | None:
        """Return when workers next decide on a plan, or play one; None without one."""
        found = _PLANS(self.game.pk)
        looks = [_on_the_beat(after + PLANNED_EVERY, PLANNED_EVERY) for due in found if due is None]
        return min([*looks, *(due for due in found if due is not None)], default=None)

    def play_plans(self, now: datetime) -> None:
        """Decide on plans whose turn has come, and play those that are due."""
        for due in look_at_plans(now=now):
            if due.seconds <= 0:
                play_plan(seat_id=due.seat_id)

    def play_bots(self) -> bool:
        """Let bots play the chairs they keep; return whether there was anything to play."""
        log = self.log
        return bool(log.bots_to_act and bots.play_bots(game_id=self.game.pk, version=log.version))

    def expire(self) -> None:
        """Take turns whose time is over."""
        clock.expire(game_id=self.game.pk)

    def send(self, way: Way) -> None:
        """Send what is due by a way."""
        if way == Way.MAIL:
            send_due()
        else:
            post_due()

    def next_sendings(self, after: Mapping[Way, datetime]) -> list[tuple[datetime, Way]]:
        """Return when workers next send something, by each way for which anything waits.

        ``after`` is when they looked last.
        """
        first: dict[Way, datetime] = {}
        for way, due in _DUE(self.game.pk):
            first[Way(way)] = min(due, first.get(Way(way), due))
        return sorted(
            (_on_the_beat(max(due, after[way] + SENT_EVERY), SENT_EVERY), way)
            for way, due in first.items()
        )

    def next_expiry(self, after: datetime) -> datetime | None:
        """Return when workers next find a turn whose time is over; None without a clock.

        ``after`` is when they looked last.
        """
        found: datetime | None = _DEADLINE.first(self.game.pk)
        return found and _on_the_beat(max(found, after + EXPIRED_EVERY), EXPIRED_EVERY)

    def close(self) -> None:
        """Forget what would still be sent about the game."""
        Notice.objects.filter(game=self.game).delete()


def open_table(players: Sequence[Player], *, turn_seconds: int | None, key: str) -> Table:
    """Let the first player open a game, and invite the others by name."""
    first, *others = players
    terms = Terms(players=len(players), turn_seconds=turn_seconds)
    with _same_deals(key):
        game = create_game(user=first.user, terms=terms, invited=[each.user for each in others])
    return Table(game, key)


@contextmanager
def _same_deals(key: str) -> Iterator[None]:
    dealer = SimpleNamespace(token_bytes=Random(f"deals {key}").randbytes)  # noqa: S311 (a simulation)
    with patch("games.lobby.opening.secrets", dealer):
        yield


def _seat_of(player: Player) -> int:
    assert player.seat is not None
    return player.seat


def _on_the_beat(moment: datetime, every: timedelta) -> datetime:
    """Return the first beat that is not before ``moment``."""
    late = timedelta(seconds=moment.timestamp() % every.total_seconds())
    return moment + (every - late if late else late)
