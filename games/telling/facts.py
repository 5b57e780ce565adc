"""What is told: games as a spectator sees them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, Max, OuterRef, Q
from django.utils.safestring import SafeString

from games.log.rows import MoveRow
from games.log.standing import standing
from games.models import OVER, Block, ChatMessage, GameStatus, Hand, Move, Round, Seat, SentNotice
from games.people.kinds import kind_of
from games.people.recipients import Place
from games.rules import game as rules
from games.rules.cards import parse_cards
from games.rules.deal import Deal
from games.rules.game import RoundResult
from games.rules.views import View, view_for
from games.telling.turns import COLUMNS, Turn
from games.words.names import named


class Unit(NamedTuple):
    """A user and one place where they are told: what is decided on together."""

    user_id: int
    place: Place


class Ended(NamedTuple):
    """A user's ended game."""

    turn: Turn
    voided: bool
    standing: tuple[tuple[SafeString, int, bool, bool], ...]
    """(name, points, won, is the recipient), best first."""
    head: str
    """Of its log, for good."""

    @property
    def seen(self) -> bool:
        """Whether the recipient has had the table open since the end."""
        return self.turn.seen_seq is not None and self.turn.seen_seq > self.turn.seq


def ended_games(seats: Collection[tuple[int, int]]) -> dict[tuple[int, int], Ended]:
    """Return these (game, user) pairs' ended games; two queries."""
    games = {game_id for game_id, _user in seats}
    if not games:
        return {}
    rows = list(
        Seat.objects.filter(game__in=games, game__summary__status__in=OVER)
        .order_by("game", "-summary__score", "number")
        .values_list(
            *(*COLUMNS, "name", kind_of("user", seat=True)),
            *("summary__score", "summary__winner", "quiet", "game__summary__status"),
            "game__summary__head",
        )
    )
    by_game = defaultdict(list)
    for row in rows:
        by_game[row[COLUMNS.index("game_id")]].append(row)
    found: dict[tuple[int, int], Ended] = {}
    for row in rows:
        turn, (quiet, status, head) = Turn(*row[: len(COLUMNS)]), row[-3:]
        if (turn.game_id, turn.user_id) in seats and not turn.left and not quiet:
            found[turn.game_id, turn.user_id] = Ended(
                turn=turn,
                voided=status == GameStatus.VOIDED,
                standing=tuple(
                    (named(name, kind), score, winner, user_id == turn.user_id)
                    for user_id, *_rest, name, kind, score, winner, _quiet, _status, _head in (
                        by_game[turn.game_id]
                    )
                ),
                head=head,
            )
    return found


class Sent(NamedTuple):
    """What was sent to a user lately, by one way."""

    capped: list[datetime]
    """Of turns and news."""
    news: list[datetime]
    """Of news alone."""
    digest: datetime | None


def sent_since(since: datetime, units: Collection[Unit]) -> dict[Unit, Sent]:
    """Return what was sent to each unit after ``since``; one query."""
    users = {unit.user_id for unit in units}
    rows = SentNotice.objects.filter(user__in=users, sent_at__gt=since).order_by("sent_at")
    sent = {unit: Sent([], [], None) for unit in units}
    for user_id, way, key, kind, at in rows.values_list(
        "user_id", "way", "place", "kind", "sent_at"
    ):
        unit = Unit(user_id, Place(way, key))
        if unit not in sent:
            continue
        if kind in ("turn", "news"):
            sent[unit].capped.append(at)
            if kind == "news":
                sent[unit].news.append(at)
        elif kind == "digest":
            sent[unit] = sent[unit]._replace(digest=at)
    return sent


class Message(NamedTuple):
    """A seat's last message in the chat, one that no moderator hid."""

    seat: int
    text: str
    not_for: frozenset[int]
    """Users whom a block keeps apart from who wrote it."""


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A current round, as a spectator sees it."""

    version: int
    head: str
    """The seal of the log's last row at that version."""
    view: View
    names: tuple[SafeString, ...]
    actors: tuple[str, ...]
    """The kind of actor of each move in the view's history."""
    points: tuple[int, ...]
    """Of the rounds before, by seat."""
    before: RoundResult | None
    """The round before, while hands are turned."""
    chat: Sequence[Message]
    """Each seat's last message, latest first."""


def public_rounds(game_ids: Collection[int]) -> dict[int, PublicRound]:
    """Return current rounds; constant queries, one replay each, and one of the round before."""
    if not game_ids:
        return {}
    number = F("game__summary__round_number")
    rounds = Round.objects.filter(game__in=game_ids).filter(
        Q(number=number) | Q(number=number - 1, game__summary__orienting=True)
    )
    facts = list(
        rounds.order_by("number").values_list(
            *("id", "game_id", "number", "starter", "game__players"),
            *("game__summary__version", "game__summary__head", "game__summary__round_number"),
        )
    )
    ids = [row[0] for row in facts]
    hands, moves, names = defaultdict(list), defaultdict(list), defaultdict(list)
    points = defaultdict(list)
    hand_rows = Hand.objects.filter(round__in=ids).order_by("seat")
    for round_id, cards in hand_rows.values_list("round_id", "cards"):
        hands[round_id].append(cards)
    move_rows = Move.objects.filter(game__in=game_ids, round__in=ids).order_by("version")
    for move in map(MoveRow._make, move_rows.values_list(*MoveRow._fields)):
        moves[move.round_id].append(move)
    seats = Seat.objects.filter(game__in=game_ids).order_by("number")
    kind = kind_of("user", seat=True)
    for game_id, name, of, score in seats.values_list("game_id", "name", kind, "summary__score"):
        names[game_id].append(named(name, of))
        points[game_id].append(score)
    chat = _last_messages(game_ids)
    found, before = {}, {}
    for round_id, game_id, number_of, starter, players, version, head, current in facts:
        dealt = Deal(tuple(parse_cards(hand.split(" ")) for hand in hands[round_id]), starter)
        made = [row for row in standing(moves[round_id]) if not row.is_chair_event]
        state = rules.deal(rules.new_game(players), dealt)
        for row in made:
            state = rules.play(state, row.seat, row.move())
        if number_of < current:
            before[game_id] = state.results[-1]
        # A round that ended while it was being read waits for nobody.
        elif not state.needs_deal:
            found[game_id] = PublicRound(
                version=version,
                head=head,
                view=view_for(state, None),
                names=tuple(names[game_id]),
                actors=tuple(row.actor for row in made if row.type != "orient"),
                points=tuple(points[game_id]),
                before=before.get(game_id),
                chat=chat[game_id],
            )
    return found


def _last_messages(game_ids: Collection[int]) -> dict[int, list[Message]]:
    """Return each seat's last message by game, latest first; two queries at most."""
    # What the player before said is not said by the one who sits there now.
    taken = Seat.objects.filter(
        game=OuterRef("game"), number=OuterRef("seat"), taken_at__gt=OuterRef("created_at")
    )
    shown = ChatMessage.objects.filter(~Exists(taken), game__in=game_ids, hidden=False)
    last = shown.values("game", "seat").annotate(last=Max("id")).values("last")
    rows = ChatMessage.objects.filter(pk__in=last).order_by("-pk")
    said = list(rows.values_list("game_id", "seat", "text", "user"))
    apart = _kept_apart({writer for *_said, writer in said if writer is not None})
    found: dict[int, list[Message]] = defaultdict(list)
    for game_id, seat, text, writer in said:
        found[game_id].append(Message(seat, text, apart[writer]))
    return found


def _kept_apart(user_ids: Collection[int]) -> dict[int | None, frozenset[int]]:
    """Return whom blocks keep apart from each of these users; one query."""
    apart: dict[int | None, frozenset[int]] = defaultdict(frozenset)
    blocks = Block.objects.filter(Q(blocker__in=user_ids) | Q(blocked__in=user_ids))
    for one, other in blocks.values_list("blocker", "blocked") if user_ids else ():
        apart[one] |= {other}
        apart[other] |= {one}
    return apart
