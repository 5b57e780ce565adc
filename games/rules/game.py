"""A whole game: as many rounds as players, with what each round left behind."""

from typing import NamedTuple

from games.rules.cards import Card, Cards
from games.rules.deal import Deal
from games.rules.errors import RuleError
from games.rules.moves import End, Move, MoveType, Orient, Scout, ScoutAndShow, Show
from games.rules.round import apply, normalise, start_round
from games.rules.scoring import SeatScore, round_scores
from games.rules.state import EndedBy, RoundState


class PublicMove(NamedTuple):
    """What everybody at the table saw of a turn."""

    seat: int
    type: MoveType
    end: End | None = None
    """From which end of the Active Set a card was scouted."""
    card: Card | None = None
    """The scouted card as it lay in the Active Set; how it was taken into the hand is private."""
    cards: Cards | None = None
    """The cards of a Show, left to right."""


class SeatMove(NamedTuple):
    """A move with the seat that made it."""

    seat: int
    move: Move


class RoundResult(NamedTuple):
    """A finished round: all that a record and a score sheet tell of it."""

    number: int
    dealt: Deal
    flips: tuple[bool, ...]
    moves: tuple[SeatMove, ...]
    """The turns, without the orientations."""
    history: tuple[PublicMove, ...]
    ended_by: EndedBy
    ender: int | None
    scores: tuple[SeatScore, ...]


class GameState(NamedTuple):
    """Where a game stands: an immutable value that knows every hand. Seats get views of it."""

    players: int
    results: tuple[RoundResult, ...]
    """The finished rounds."""
    dealt: Deal | None
    """The deal of the current round; None before the first deal."""
    round: RoundState | None
    """The current round, or the last one when the game is over; None before the first deal."""
    moves: tuple[SeatMove, ...]
    """The turns of the current (or last) round, without the orientations."""
    history: tuple[PublicMove, ...]
    """The same as everybody saw them."""
    version: int
    """How many moves were made, orientations included: the number of rows of the log."""
    seq: int
    """How many decisions are closed: each turn is one, each round's orientation is one."""

    @property
    def round_number(self) -> int:
        """The current round, from 0; the last one when the game is over."""
        return min(len(self.results), self.players - 1)

    @property
    def over(self) -> bool:
        return len(self.results) == self.players

    @property
    def needs_deal(self) -> bool:
        """Whether the next thing to happen is the deal of a round."""
        return not self.over and (self.round is None or self.round.over)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, ascending."""
        return () if self.round is None else self.round.to_act

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points over the finished rounds."""
        return tuple(
            sum(result.scores[seat].total for result in self.results)
            for seat in range(self.players)
        )

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats with the most points, ascending; None until the game is over."""
        if not self.over:
            return None
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def new_game(players: int) -> GameState:
    """A game of 2 to 5 ``players`` before its first deal."""
    if not 2 <= players <= 5:
        raise ValueError(f"Scout is a game of 2 to 5 players, not {players}.")
    return GameState(players, (), None, None, (), (), 0, 0)


def deal(game: GameState, dealt: Deal) -> GameState:
    """``game`` with its next round dealt; ``ValueError`` if no deal is due."""
    if not game.needs_deal:
        raise ValueError("No deal is due in this game.")
    started = start_round(dealt.hands, dealt.starter)
    return game._replace(dealt=dealt, round=started, moves=(), history=())


def play(game: GameState, seat: int, move: Move) -> GameState:
    """``game`` after ``seat`` makes ``move``.

    A round that ends is scored; the next one has then to be dealt (``needs_deal``). Raises
    ``RuleError`` when the move is not legal, with the code ``game_over`` once the game is over.
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


def public_move(before: RoundState, after: RoundState, seat: int, move: Move) -> PublicMove:
    """What everybody saw of a turn that led from ``before`` to ``after``."""
    match move:
        case Show():
            return PublicMove(seat, move.type, cards=after.active)
        case Scout() | ScoutAndShow():
            card = before.active[0 if move.end == "left" else -1]
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
