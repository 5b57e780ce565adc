"""``scout-record/1``: a finished game as one JSON object."""

from typing import Any, NamedTuple

from .cards import Cards, card_names, deck, hand_size, turn_all
from .deal import Deal, holder_of_one_two
from .errors import RuleError
from .game import GameState, RoundResult, SeatMove
from .json_values import (
    FormatError,
    need_bools,
    need_cards,
    need_int,
    need_ints,
    need_list,
    need_object,
    read_json,
)
from .legal import legal_moves
from .moves import Orient, move_from_json, move_to_json
from .round import apply, start_round
from .scoring import SeatScore, round_scores
from .state import EndedBy
from .view_reading import read_score

RECORD_FORMAT = "scout-record/1"

_KEYS = {"format", "players", "rounds", "totals", "winners"}
_ROUND_KEYS = {"starter", "hands", "flips", "moves", "ended_by", "ender", "scores"}
_ENDINGS = ("empty_hand", "unbeaten", "turn_limit")


class RecordedRound(NamedTuple):
    """A well-formed, unchecked round."""

    dealt: Deal
    flips: tuple[bool, ...]
    moves: tuple[SeatMove, ...]
    ended_by: EndedBy
    ender: int | None
    scores: tuple[SeatScore, ...]


class Record(NamedTuple):
    """A well-formed, unchecked record."""

    players: int
    rounds: tuple[RecordedRound, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class RecordError(ValueError):
    """A record's first fault, and where it is."""

    def __init__(
        self,
        code: str,
        sentence: str,
        round_number: int | None = None,
        move: int | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.round_number = round_number
        self.move = move


def record_of(game: GameState) -> dict[str, Any]:
    """Return the record of ``game``. Raise ``ValueError`` if unfinished."""
    if game.winners is None:
        raise ValueError("Only a finished game has a record.")
    return {
        "format": RECORD_FORMAT,
        "players": game.players,
        "rounds": [_round_to_json(result) for result in game.results],
        "totals": list(game.totals),
        "winners": list(game.winners),
    }


def _round_to_json(result: RoundResult) -> dict[str, Any]:
    return {
        "starter": result.dealt.starter,
        "hands": [card_names(hand) for hand in result.dealt.hands],
        "flips": list(result.flips),
        "moves": [{"seat": seat, **move_to_json(move)} for seat, move in result.moves],
        "ended_by": result.ended_by,
        "ender": result.ender,
        "scores": [score.to_json() for score in result.scores],
    }


def check_line(line: str | bytes, *, legal: bool = False) -> dict[str, Any]:
    """Return the verdict of ``verify_records``: ``ok`` and the first fault's ``round``, ``move``,
    ``code`` and ``error``.

    ``legal`` adds the legal moves before each replayed move.
    """
    listed: list[list[list[dict[str, Any]]]] = []
    answer: dict[str, Any]
    try:
        record = read_record(_read_line(line))
        check_record(record, listed if legal else None)
        answer = {"ok": True}
    except RecordError as fault:
        answer = {
            "ok": False,
            "round": fault.round_number,
            "move": fault.move,
            "code": fault.code,
            "error": fault.sentence,
        }
    return answer | {"legal": listed} if legal else answer


def _read_line(line: str | bytes) -> Any:
    try:
        return read_json(line)
    except FormatError as error:
        raise RecordError("bad_record", str(error)) from None


def read_record(value: object) -> Record:
    """Return the record in JSON, ignoring a ``meta`` object.

    Raise ``RecordError`` (``bad_record``, or ``bad_move`` for a malformed move).
    """
    try:
        record = need_object(value, "The record", _KEYS, {"meta"})
        if record["format"] != RECORD_FORMAT:
            raise FormatError(f"The record is not of the format {RECORD_FORMAT}.")
        if not isinstance(record.get("meta", {}), dict):
            raise FormatError("meta is not an object.")
        players = need_int(record["players"], "players")
        if not 2 <= players <= 5:
            raise FormatError("players is not a number from 2 to 5.")
        rounds = need_list(record["rounds"], "rounds", players)
    except FormatError as error:
        raise RecordError("bad_record", str(error)) from None
    read = tuple(_read_round(entry, players, number) for number, entry in enumerate(rounds))
    try:
        totals = need_ints(record["totals"], "totals", players)
        winners = need_ints(record["winners"], "winners")
    except FormatError as error:
        raise RecordError("bad_record", str(error)) from None
    return Record(players, read, totals, winners)


def _read_round(value: object, players: int, number: int) -> RecordedRound:
    try:
        entry = need_object(value, "A round", _ROUND_KEYS, set())
        starter = need_int(entry["starter"], "starter")
        hands = need_list(entry["hands"], "hands", players)
        dealt = Deal(tuple(need_cards(hand, "hands") for hand in hands), starter)
        flips = need_bools(entry["flips"], "flips", players)
        moves = need_list(entry["moves"], "moves")
        ended_by = entry["ended_by"]
        if not isinstance(ended_by, str) or ended_by not in _ENDINGS:
            raise FormatError(f"ended_by is not one of {', '.join(_ENDINGS)}.")
        ender = None if entry["ender"] is None else need_int(entry["ender"], "ender")
        scores = need_list(entry["scores"], "scores", players)
        read_scores = tuple(read_score(score, "scores") for score in scores)
    except FormatError as error:
        raise RecordError("bad_record", str(error), number) from None
    read_moves = tuple(_read_move(move, number, index) for index, move in enumerate(moves))
    return RecordedRound(dealt, flips, read_moves, ended_by, ender, read_scores)  # type: ignore[arg-type]


def _read_move(value: object, number: int, index: int) -> SeatMove:
    try:
        if not isinstance(value, dict) or type(value.get("seat")) is not int:
            raise RuleError("bad_move", "A move in a record is an object with a seat.")
        move = move_from_json({key: entry for key, entry in value.items() if key != "seat"})
    except RuleError as error:
        raise RecordError(error.code, error.sentence, number, index) from None
    return SeatMove(value["seat"], move)


def check_record(record: Record, listed: list[list[list[dict[str, Any]]]] | None = None) -> None:
    """Replay ``record``; raise ``RecordError`` at the first fault.

    ``listed`` receives each round's legal moves before each move.
    """
    seen: Cards = b""
    for number, entry in enumerate(record.rounds):
        legal: list[list[dict[str, Any]]] | None = None
        if listed is not None:
            legal = []
            listed.append(legal)
        _check_deal(record.players, number, entry.dealt, seen)
        seen = b"".join(entry.dealt.hands)
        _check_starter(record, number)
        _check_round(entry, number, legal)
    totals = tuple(
        sum(entry.scores[seat].total for entry in record.rounds) for seat in range(record.players)
    )
    if record.totals != totals:
        raise RecordError("wrong_totals", f"The totals are {list(totals)}.")
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    if record.winners != winners:
        raise RecordError("wrong_winners", f"The winners are {list(winners)}.")


def _lower_on_top(cards: Cards) -> list[int]:
    return sorted(min(pair) for pair in zip(cards, turn_all(cards), strict=True))


def _check_deal(players: int, number: int, dealt: Deal, seen: Cards) -> None:
    """``seen`` are the previous round's cards."""
    size = hand_size(players)
    if any(len(hand) != size for hand in dealt.hands):
        raise RecordError("wrong_deal", f"Every player is dealt {size} cards.", number)
    cards = _lower_on_top(b"".join(dealt.hands))
    if len(set(cards)) < len(cards):
        raise RecordError("wrong_deal", "A card is dealt twice.", number)
    if not set(cards) <= set(deck(players)):
        raise RecordError("wrong_deal", "A card is dealt that is not in this game.", number)
    if players == 2 and number == 1 and set(cards) & set(_lower_on_top(seen)):
        raise RecordError("wrong_deal", "Round 2 deals the cards set aside in round 1.", number)


def _check_starter(record: Record, number: int) -> None:
    if number:
        expected: int | None = (record.rounds[number - 1].dealt.starter + 1) % record.players
    else:
        expected = holder_of_one_two(record.rounds[0].dealt.hands)
    starter = record.rounds[number].dealt.starter
    if not 0 <= starter < record.players or (expected is not None and starter != expected):
        raise RecordError("wrong_starter", "Another seat starts this round.", number)


def _check_round(
    entry: RecordedRound, number: int, listed: list[list[dict[str, Any]]] | None
) -> None:
    state = start_round(entry.dealt.hands, entry.dealt.starter)
    for seat, flip in enumerate(entry.flips):
        state = apply(state, seat, Orient(flip))
    for index, (seat, move) in enumerate(entry.moves):
        if listed is not None:
            legal = legal_moves(state, state.turn)
            listed.append([move_to_json(candidate) for candidate in legal])
        try:
            if isinstance(move, Orient) and not state.over:
                raise RuleError(
                    "wrong_phase", "Orientations stand under flips, not with the moves."
                )
            state = apply(state, seat, move)
        except RuleError as error:
            raise RecordError(error.code, error.sentence, number, index) from None
    if not state.over:
        raise RecordError("missing_moves", "The moves stop before the round has ended.", number)
    if (entry.ended_by, entry.ender) != (state.ended_by, state.ender):
        who = "nobody" if state.ender is None else f"seat {state.ender}"
        raise RecordError(
            "wrong_ender", f"The round was ended by {who} ({state.ended_by}).", number
        )
    if entry.scores != (scores := round_scores(state)):
        wrong = next(seat for seat, score in enumerate(scores) if score != entry.scores[seat])
        raise RecordError(
            "wrong_score",
            f"Seat {wrong} scores {scores[wrong].total} this round.",
            number,
        )
