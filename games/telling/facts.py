"""What emails tell: games as a spectator sees them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.utils.safestring import SafeString

from games.log.rows import MoveRow
from games.models import OVER, GameStatus, Hand, Move, Round, Seat, SentMail
from games.people.kinds import kind_of
from games.rules import game as rules
from games.rules.cards import parse_cards
from games.rules.deal import Deal
from games.rules.views import View, view_for
from games.words.names import named


class Turn(NamedTuple):
    """A decision that waits for a user."""

    user_id: int
    seat: int
    seen_seq: int | None
    left: bool
    game_id: int
    public_id: str
    game: str
    players: int
    turn_seconds: int | None
    version: int
    seq: int
    round_number: int
    began_at: datetime
    deadline: datetime | None

    @property
    def seen(self) -> bool:
        return self.seen_seq is not None and self.seen_seq >= self.seq


_COLUMNS = (
    *("user_id", "number", "seen_seq", "summary__left"),
    *("game_id", "game__public_id", "game__name", "game__players", "game__turn_seconds"),
    *("game__summary__version", "game__summary__seq", "game__summary__round_number"),
    *("game__summary__began_at", "game__summary__deadline"),
)


def waiting_turns(user_ids: Collection[int]) -> dict[int, list[Turn]]:
    """Return waiting turns per user by deadline, then waiting time; one query."""
    rows = (
        Seat.objects.filter(
            user__in=user_ids,
            summary__to_act=True,
            summary__kept=False,
            summary__left=False,
            game__summary__status=GameStatus.RUNNING,
            game__summary__paused_since=None,
        )
        .order_by(F("game__summary__deadline").asc(nulls_last=True), "game__summary__began_at")
        .values_list(*_COLUMNS)
    )
    return _by_user(Turn(*row) for row in rows)


class Ended(NamedTuple):
    """A user's ended game."""

    turn: Turn
    voided: bool
    standing: tuple[tuple[SafeString, int, bool, bool], ...]
    """(name, points, won, is the recipient), best first."""


def ended_games(seats: Collection[tuple[int, int]]) -> dict[tuple[int, int], Ended]:
    """Return these (game, user) pairs' ended games; two queries."""
    games = {game_id for game_id, _user in seats}
    if not games:
        return {}
    rows = list(
        Seat.objects.filter(game__in=games, game__summary__status__in=OVER)
        .order_by("game", "-summary__score", "number")
        .values_list(
            *(*_COLUMNS, "name", kind_of("user", seat=True)),
            *("summary__score", "summary__winner", "game__summary__status"),
        )
    )
    by_game = defaultdict(list)
    for row in rows:
        by_game[row[4]].append(row)
    found: dict[tuple[int, int], Ended] = {}
    for row in rows:
        turn = Turn(*row[: len(_COLUMNS)])
        if (turn.game_id, turn.user_id) in seats and not turn.left:
            found[turn.game_id, turn.user_id] = Ended(
                turn=turn,
                voided=row[-1] == GameStatus.VOIDED,
                standing=tuple(
                    (named(name, kind), score, winner, user_id == turn.user_id)
                    for user_id, *_rest, name, kind, score, winner, _status in by_game[turn.game_id]
                ),
            )
    return found


class Sent(NamedTuple):
    """Recent emails to a user."""

    capped: list[datetime]
    """Of turns and news."""
    digest: datetime | None


def sent_since(since: datetime, user_ids: Collection[int]) -> dict[int, Sent]:
    """Return capped emails to each user after ``since``; one query."""
    rows = SentMail.objects.filter(user__in=user_ids, sent_at__gt=since).order_by("sent_at")
    sent = {user_id: Sent([], None) for user_id in user_ids}
    for user_id, kind, at in rows.values_list("user_id", "kind", "sent_at"):
        if kind in ("turn", "news"):
            sent[user_id].capped.append(at)
        elif kind == "digest":
            sent[user_id] = sent[user_id]._replace(digest=at)
    return sent


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A current round, as a spectator sees it."""

    version: int
    view: View
    names: tuple[SafeString, ...]
    actors: tuple[str, ...]
    """The kind of actor of each move in the view's history."""


def public_rounds(game_ids: Collection[int]) -> dict[int, PublicRound]:
    """Return current rounds, without earlier rounds' scores; four queries, one replay each."""
    rounds = Round.objects.filter(game__in=game_ids, number=F("game__summary__round_number"))
    facts = list(
        rounds.values_list(
            *("id", "game_id", "starter", "game__players", "game__summary__version"),
        )
    )
    hands, moves, names = defaultdict(list), defaultdict(list), defaultdict(list)
    ids = [row[0] for row in facts]
    hand_rows = Hand.objects.filter(round__in=ids).order_by("seat")
    for round_id, cards in hand_rows.values_list("round_id", "cards"):
        hands[round_id].append(cards)
    move_rows = Move.objects.filter(round__in=ids).order_by("version")
    for move in map(MoveRow._make, move_rows.values_list(*MoveRow._fields)):
        moves[move.round_id].append(move)
    seats = Seat.objects.filter(game__in=game_ids).order_by("number")
    kind = kind_of("user", seat=True)
    for game_id, name, of in seats.values_list("game_id", "name", kind):
        names[game_id].append(named(name, of))
    found = {}
    for round_id, game_id, starter, players, version in facts:
        dealt = Deal(tuple(parse_cards(hand.split(" ")) for hand in hands[round_id]), starter)
        made = [row for row in moves[round_id] if not row.is_chair_event]
        state = rules.deal(rules.new_game(players), dealt)
        for row in made:
            state = rules.play(state, row.seat, row.move())
        # A round that ended while it was being read waits for nobody.
        if not state.needs_deal:
            actors = tuple(row.actor for row in made if row.type != "orient")
            view = view_for(state, None)
            found[game_id] = PublicRound(version, view, tuple(names[game_id]), actors)
    return found


def _by_user(turns: Iterable[Turn]) -> dict[int, list[Turn]]:
    found: dict[int, list[Turn]] = defaultdict(list)
    for turn in turns:
        found[turn.user_id].append(turn)
    return found
