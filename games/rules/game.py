"""A whole game: as many rounds as players, or one round alone."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .cards import Card, Cards
from .deal import Deal
from .errors import RuleError
from .moves import End, Move, MoveType, Orient, Scout, ScoutAndShow, Show
from .round import apply, normalise, start_round
from .scoring import SeatScore, round_scores
from .scouting import left_in_ring, scouted_card
from .state import EndedBy, RoundState


class PublicMove(NamedTuple):
    """A turn as everybody saw it."""

    seat: int
    type: MoveType
    end: End | None = None
    card: Card | None = None
    """The scouted card as it lay in the Active Set; its place in the hand is private."""
    cards: Cards | None = None


def with_ring(history: Iterable[PublicMove]) -> Iterator[tuple[PublicMove, Cards, int | None]]:
    """Yield a round's moves, each with the cards in the ring before it and the last to show."""
    active, owner = b"", None
    for move in history:
        yield move, active, owner
        if move.cards is None:
            active = left_in_ring(active, move.end)
        else:
            active, owner = move.cards, move.seat


class SeatMove(NamedTuple):
    """A move and its seat."""

    seat: int
    move: Move


class RoundResult(NamedTuple):
    """A finished round, for records and score sheets."""

    number: int
    dealt: Deal
    flips: tuple[bool, ...]
    moves: tuple[SeatMove, ...]
    history: tuple[PublicMove, ...]
    ended_by: EndedBy
    ender: int | None
    scores: tuple[SeatScore, ...]


class GameState(NamedTuple):
    """An immutable game with all hands; seats only get views."""

    players: int
    rounds: int
    """As many as players, or one: a deal of the day."""
    results: tuple[RoundResult, ...]
    dealt: Deal | None
    round: RoundState | None
    """The current or last one; None before the first deal."""
    moves: tuple[SeatMove, ...]
    history: tuple[PublicMove, ...]
    """The turns of ``round``, without the private parts that ``moves`` has."""
    version: int
    """Moves so far, orientations included: the rows in the log."""
    seq: int
    """Decisions so far: one per turn, one per round's orientation."""

    @property
    def round_number(self) -> int:
        return min(len(self.results), self.rounds - 1)

    @property
    def over(self) -> bool:
        return len(self.results) == self.rounds

    @property
    def needs_deal(self) -> bool:
        return not self.over and (self.round is None or self.round.over)

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.round is None else self.round.to_act

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(
            sum(result.scores[seat].total for result in self.results)
            for seat in range(self.players)
        )

    @property
    def winners(self) -> tuple[int, ...] | None:
        if not self.over:
            return None
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def new_game(players: int, rounds: int | None = None) -> GameState:
    """Return a new game for 2 to 5 ``players``, of as many rounds unless it has one ``rounds``."""
    if not 2 <= players <= 5:
        raise ValueError(f"Scout is a game of 2 to 5 players, not {players}.")
    if rounds not in (None, 1, players):
        raise ValueError(f"A game of {players} players has {players} rounds or 1, not {rounds}.")
    return GameState(players, players if rounds is None else rounds, (), None, None, (), (), 0, 0)


def deal(game: GameState, dealt: Deal) -> GameState:
    """Return ``game`` with the next deal. Raise ``ValueError`` if none is due."""
    if not game.needs_deal:
        raise ValueError("No deal is due in this game.")
    started = start_round(dealt.hands, dealt.starter)
    return game._replace(dealt=dealt, round=started, moves=(), history=())


def play(game: GameState, seat: int, move: Move) -> GameState:
    """Return ``game`` after the move, with a finished round scored.

    Raise ``RuleError`` if illegal.
    """
    if game.over:
        raise RuleError("game_over", "The game is over.")
    before = game.round
    if before is None or before.over:
        raise RuleError("wrong_phase", "The cards are not dealt yet.")
    after = apply(before, seat, move)
    move = normalise(before, move)
    closes_decision = after.oriented
    game = game._replace(
        round=after,
        version=game.version + 1,
        seq=game.seq + (1 if closes_decision else 0),
    )
    if isinstance(move, Orient):
        return game
    game = game._replace(
        moves=(*game.moves, SeatMove(seat, move)),
        history=(*game.history, public_move(before, after, seat, move)),
    )
    return game._replace(results=(*game.results, _result(game, after))) if after.over else game


def taken_back(game: GameState, turns: int) -> GameState:
    """Return ``game`` with only the first ``turns`` of its running round, as another decision.

    ``version`` and ``seq`` go on. Raise ``ValueError`` if the round is over or has no more turns.
    """
    if game.round is None or game.round.over or not 0 <= turns < len(game.moves):
        raise ValueError(f"The round can't be taken back to {turns} turns.")
    assert game.dealt is not None
    state = game._replace(
        round=start_round(game.dealt.hands, game.dealt.starter), moves=(), history=()
    )
    oriented = ((seat, Orient(bool(flip))) for seat, flip in enumerate(game.round.flips))
    for seat, move in (*oriented, *game.moves[:turns]):
        state = play(state, seat, move)
    return state._replace(version=game.version, seq=game.seq + 1)


def public_move(before: RoundState, after: RoundState, seat: int, move: Move) -> PublicMove:
    """Return the turn as everybody saw it."""
    match move:
        case Show():
            return PublicMove(seat, move.type, cards=after.active)
        case Scout() | ScoutAndShow():
            card = scouted_card(before.active, move.end)
            cards = after.active if isinstance(move, ScoutAndShow) else None
            return PublicMove(seat, move.type, move.end, card, cards)
        case Orient():
            raise ValueError("An orientation is nobody's but its seat's.")


def _result(game: GameState, after: RoundState) -> RoundResult:
    assert game.dealt is not None
    assert after.ended_by is not None
    return RoundResult(
        number=len(game.results),
        dealt=game.dealt,
        flips=tuple(bool(flip) for flip in after.flips),
        moves=game.moves,
        history=game.history,
        ended_by=after.ended_by,
        ender=after.ender,
        scores=round_scores(after),
    )
