"""A round step by step; in play, only what one seat may know."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .cards import Cards
from .game import GameState, PublicMove, RoundResult, deal, new_game, play
from .moves import Move, Orient
from .records import Record
from .round import apply, start_round
from .state import RoundState
from .views import ActiveSet, LastRound, View, view_for


@dataclass(frozen=True, slots=True)
class Position:
    """A position; lists are by seat."""

    hands: tuple[Cards | None, ...]
    """None where the viewer may not, or would rather not, see the hand."""
    hand_counts: tuple[int, ...]
    active_set: ActiveSet | None
    collected: tuple[int, ...]
    chips: tuple[int, ...]
    scout_and_show: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """A round to step through."""

    number: int
    starter: int
    history: tuple[PublicMove, ...]
    made: tuple[Move | None, ...]
    """The turns' private parts; None where the viewer may not know them."""
    positions: tuple[Position, ...]
    """Before each turn and after the last."""
    last: LastRound | None
    """None if the round is in play or the game stopped in it."""

    def seen_by(self, seat: int | None) -> "ReplayedRound":
        """Return the round as ``seat`` (None: a spectator) saw it."""
        made = zip(self.history, self.made, strict=True)
        return replace(
            self,
            made=tuple(move if public.seat == seat else None for public, move in made),
            positions=tuple(_closed(position, seat) for position in self.positions),
        )


def _closed(position: Position, seat: int | None) -> Position:
    hands = enumerate(position.hands)
    return replace(position, hands=tuple(hand if i == seat else None for i, hand in hands))


def opened_round(result: RoundResult) -> ReplayedRound:
    """Return a finished game's round, with all hands open."""
    state = start_round(result.dealt.hands, result.dealt.starter)
    for seat, flip in enumerate(result.flips):
        state = apply(state, seat, Orient(flip))
    positions = [_open(state)]
    for seat, move in result.moves:
        state = apply(state, seat, move)
        positions.append(_open(state))
    return ReplayedRound(
        number=result.number,
        starter=result.dealt.starter,
        history=result.history,
        made=tuple(move for _, move in result.moves),
        positions=tuple(positions),
        last=LastRound(
            round=result.number,
            ended_by=result.ended_by,
            ender=result.ender,
            scores=result.scores,
            history=result.history,
        ),
    )


def _open(state: RoundState) -> Position:
    owner = state.owner
    return Position(
        hands=state.hands,
        hand_counts=tuple(len(hand) for hand in state.hands),
        active_set=ActiveSet(owner, state.active) if state.active and owner is not None else None,
        collected=state.collected,
        chips=state.chips,
        scout_and_show=state.scout_and_show,
    )


def stopped_round(game: GameState) -> ReplayedRound | None:
    """Return the unfinished round of ``game``, with all hands open; None unless :func:`in_play`."""
    rounds = [state.round for state in _states(game) if state.round is not None]
    if game.dealt is None or not rounds:
        return None
    return ReplayedRound(
        number=game.round_number,
        starter=game.dealt.starter,
        history=game.history,
        made=tuple(move for _, move in game.moves),
        positions=tuple(map(_open, rounds)),
        last=None,
    )


def open_round(game: GameState) -> ReplayedRound | None:
    """Return the running round with all hands open, also while they are turned; None before any."""
    if game.round is None or game.dealt is None or in_play(game):
        return stopped_round(game)
    return ReplayedRound(
        number=game.round_number,
        starter=game.dealt.starter,
        history=(),
        made=(),
        positions=(_open(game.round),),
        last=None,
    )


def watched_round(game: GameState, seat: int | None) -> ReplayedRound | None:
    """Return the current round as ``seat`` saw it; None unless :func:`in_play`."""
    views = [view_for(state, seat) for state in _states(game)]
    if not views:
        return None
    return ReplayedRound(
        number=views[-1].round,
        starter=views[-1].starter,
        history=views[-1].history,
        made=tuple(move if made_by == seat else None for made_by, move in game.moves),
        positions=tuple(_watched(view) for view in views),
        last=None,
    )


def in_play(game: GameState) -> bool:
    """Return whether the round is oriented and not over."""
    return not game.over and game.round is not None and game.round.oriented


def _states(game: GameState) -> Iterator[GameState]:
    if not in_play(game) or game.dealt is None or game.round is None:
        return
    state = deal(new_game(game.players, game.rounds)._replace(results=game.results), game.dealt)
    for seat, flip in enumerate(game.round.flips):
        state = play(state, seat, Orient(bool(flip)))
    yield state
    for seat, move in game.moves:
        state = play(state, seat, move)
        yield state


def _watched(view: View) -> Position:
    hands: list[Cards | None] = [None] * view.players
    if view.seat is not None:
        hands[view.seat] = view.hand
    return Position(
        hands=tuple(hands),
        hand_counts=view.hand_counts,
        active_set=view.active_set,
        collected=view.collected,
        chips=view.chips,
        scout_and_show=view.scout_and_show,
    )


def game_of(record: Record) -> GameState:
    """Return the game of ``record``. Raise ``ValueError`` if it breaks a rule."""
    game = new_game(record.players)
    for entry in record.rounds:
        game = deal(game, entry.dealt)
        for seat, flip in enumerate(entry.flips):
            game = play(game, seat, Orient(flip))
        for seat, move in entry.moves:
            game = play(game, seat, move)
    return game
