"""What a viewer may know of a game: ``scout-view/1``.

A view is an allow-list with no field for another hand. Everyone gets views, never the game.
"""

from dataclasses import dataclass
from typing import Any, Literal

from .cards import Cards, card_name, card_names
from .game import GameState, PublicMove, RoundResult
from .legal import orientation_moves, turn_moves
from .moves import Move, move_to_json
from .scoring import SeatScore
from .state import EndedBy

VIEW_FORMAT = "scout-view/1"

Phase = Literal["orient", "play", "over"]


@dataclass(frozen=True, slots=True)
class ActiveSet:
    """The set to beat and its owner."""

    owner: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class LastRound:
    """The previous round's end, as everybody saw it."""

    round: int
    ended_by: EndedBy
    ender: int | None
    scores: tuple[SeatScore, ...]
    history: tuple[PublicMove, ...]


@dataclass(frozen=True, slots=True)
class View:
    """``scout-view/1`` for the player at ``seat`` (None: a spectator)."""

    players: int
    seat: int | None
    round: int
    rounds: int
    starter: int
    phase: Phase
    to_act: tuple[int, ...]
    turn: int | None
    hand: Cards | None
    hand_counts: tuple[int, ...]
    active_set: ActiveSet | None
    collected: tuple[int, ...]
    chips: tuple[int, ...]
    scout_and_show: tuple[bool, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    history: tuple[PublicMove, ...]
    last_round: LastRound | None

    @property
    def may_act(self) -> bool:
        return self.seat is not None and self.seat in self.to_act

    @property
    def may_scout(self) -> bool:
        return self.seat is not None and (self.players > 2 or self.chips[self.seat] > 0)

    def legal_moves(self) -> list[Move]:
        if self.seat is None or self.hand is None or not self.may_act:
            return []
        if self.phase == "orient":
            return orientation_moves()
        return turn_moves(
            self.hand,
            self.active_set.cards if self.active_set else b"",
            may_scout=self.may_scout,
            may_scout_and_show=self.players > 2 and self.scout_and_show[self.seat],
        )

    def to_json(self, *, legal: bool = True) -> dict[str, Any]:
        active = self.active_set
        last = self.last_round
        return {
            "format": VIEW_FORMAT,
            "players": self.players,
            "seat": self.seat,
            "round": self.round,
            "rounds": self.rounds,
            "starter": self.starter,
            "phase": self.phase,
            "to_act": list(self.to_act),
            "turn": self.turn,
            "hand": None if self.hand is None else card_names(self.hand),
            "hand_counts": list(self.hand_counts),
            "active_set": active and {"owner": active.owner, "cards": card_names(active.cards)},
            "collected": list(self.collected),
            "chips": list(self.chips),
            "scout_and_show": list(self.scout_and_show),
            "scores": list(self.scores),
            "winners": None if self.winners is None else list(self.winners),
            "history": [public_move_to_json(move) for move in self.history],
            "last_round": last
            and {
                "round": last.round,
                "ended_by": last.ended_by,
                "ender": last.ender,
                "scores": [score.to_json() for score in last.scores],
                "history": [public_move_to_json(move) for move in last.history],
            },
            "legal": [move_to_json(move) for move in self.legal_moves()] if legal else None,
        }


def public_move_to_json(move: PublicMove) -> dict[str, Any]:
    """Return ``move`` as in a view's history."""
    value: dict[str, Any] = {"seat": move.seat, "type": move.type}
    if move.card is not None:
        value |= {"end": move.end, "card": card_name(move.card)}
    if move.cards is not None:
        value["cards"] = card_names(move.cards)
    return value


def view_for(game: GameState, seat: int | None) -> View:
    """Return what ``seat`` (None: a spectator) may know of ``game``.

    Raise ``ValueError`` without such a seat, or when a deal is due.
    """
    if seat is not None and not 0 <= seat < game.players:
        raise ValueError(f"There is no seat {seat} with {game.players} players.")
    state, dealt = game.round, game.dealt
    if state is None or dealt is None or game.needs_deal:
        raise ValueError("There is nothing to see between two rounds.")
    phase: Phase = "over" if game.over else "play" if state.oriented else "orient"
    return View(
        players=game.players,
        seat=seat,
        round=game.round_number,
        rounds=game.rounds,
        starter=state.starter,
        phase=phase,
        to_act=state.to_act,
        turn=state.turn if phase == "play" else None,
        hand=None if seat is None else state.hands[seat],
        hand_counts=tuple(len(hand) for hand in state.hands),
        active_set=ActiveSet(state.owner, state.active)
        if state.active and state.owner is not None
        else None,
        collected=state.collected,
        chips=state.chips,
        scout_and_show=state.scout_and_show,
        scores=game.totals,
        winners=game.winners,
        history=game.history,
        last_round=_last_round(game.results[-1]) if game.results else None,
    )


def _last_round(result: RoundResult) -> LastRound:
    return LastRound(
        round=result.number,
        ended_by=result.ended_by,
        ender=result.ender,
        scores=result.scores,
        history=result.history,
    )
