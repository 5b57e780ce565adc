"""Reading ``scout-view/1``, as :meth:`.View.to_json` writes it."""

from typing import Any, cast, get_args

from .cards import TOPS, Cards
from .errors import RuleError
from .game import PublicMove
from .json_values import (
    FormatError,
    need_bool,
    need_bools,
    need_cards,
    need_int,
    need_ints,
    need_list,
    need_object,
    need_seat,
)
from .moves import ENDS, MoveType
from .scoring import SeatScore
from .sets import is_set
from .state import EndedBy
from .views import VIEW_FORMAT, ActiveSet, LastRound, Phase, View

_KEYS = {"format", "legal", *View.__dataclass_fields__}
_HISTORY_KEYS: dict[str, set[str]] = {
    "show": {"cards"},
    "scout": {"end", "card"},
    "scout_and_show": {"end", "card", "cards"},
}


def view_from_json(value: object) -> View:
    """Return the view in JSON, ignoring ``legal`` and unknown keys.

    Raise ``RuleError`` (``bad_view``) otherwise.
    """
    try:
        return _read(value)
    except FormatError as error:
        raise RuleError("bad_view", str(error)) from None


def _read(value: object) -> View:
    if not isinstance(value, dict):
        raise FormatError("A view is an object.")
    known = {key: entry for key, entry in value.items() if key in _KEYS}
    view = need_object(known, "The view", _KEYS - {"legal"}, {"legal"})
    if view["format"] != VIEW_FORMAT:
        raise FormatError(f"The view is not of the format {VIEW_FORMAT}.")
    players = need_int(view["players"], "players")
    if not 2 <= players <= 5:
        raise FormatError("players is not a number from 2 to 5.")
    seat = _seat_or_none(view["seat"], "seat", players)
    phase = _one_of(view["phase"], "phase", get_args(Phase))
    hand = None if view["hand"] is None else need_cards(view["hand"], "hand")
    if (hand is None) != (seat is None):
        raise FormatError("seat and hand are null together or not at all.")
    turn = _seat_or_none(view["turn"], "turn", players)
    if (turn is not None) != (phase == "play"):
        raise FormatError("turn is a seat in play, and null otherwise.")
    to_act = _seats(view["to_act"], "to_act", players)
    if (phase == "over") != (not to_act) or (turn is not None and to_act != (turn,)):
        raise FormatError("to_act does not fit phase and turn.")
    if hand == b"" and seat in to_act:
        raise FormatError("A player who is to act holds cards.")
    winners = view["winners"]
    last = view["last_round"]
    return View(
        players=players,
        seat=seat,
        round=need_int(view["round"], "round"),
        rounds=need_int(view["rounds"], "rounds"),
        starter=need_seat(view["starter"], "starter", players),
        phase=cast(Phase, phase),
        to_act=to_act,
        turn=turn,
        hand=hand,
        hand_counts=need_ints(view["hand_counts"], "hand_counts", players),
        active_set=None if view["active_set"] is None else _active(view["active_set"], players),
        collected=need_ints(view["collected"], "collected", players),
        chips=need_ints(view["chips"], "chips", players),
        scout_and_show=need_bools(view["scout_and_show"], "scout_and_show", players),
        scores=need_ints(view["scores"], "scores", players),
        winners=None if winners is None else _seats(winners, "winners", players),
        history=_history(view["history"], "history", players),
        last_round=None if last is None else _last_round(last, players),
    )


def _seat_or_none(value: object, place: str, players: int) -> int | None:
    return None if value is None else need_seat(value, place, players)


def _seats(value: object, place: str, players: int) -> tuple[int, ...]:
    seats = tuple(need_seat(seat, place, players) for seat in need_list(value, place))
    if list(seats) != sorted(set(seats)):
        raise FormatError(f"{place} does not list each seat once, ascending.")
    return seats


def _one_of(value: object, place: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise FormatError(f"{place} is not one of {', '.join(allowed)}.")
    return value


def _set(value: object, place: str) -> Cards:
    cards = need_cards(value, place)
    if not is_set(cards.translate(TOPS)):
        raise FormatError(f"{place} is not a set.")
    return cards


def _active(value: object, players: int) -> ActiveSet:
    active = need_object(value, "active_set", {"owner", "cards"}, set())
    return ActiveSet(
        need_seat(active["owner"], "active_set.owner", players),
        _set(active["cards"], "active_set.cards"),
    )


def _history(value: object, place: str, players: int) -> tuple[PublicMove, ...]:
    return tuple(_public_move(entry, place, players) for entry in need_list(value, place))


def _public_move(value: object, place: str, players: int) -> PublicMove:
    kind = value.get("type") if isinstance(value, dict) else None
    kind = _one_of(kind, f"{place}: type", tuple(_HISTORY_KEYS))
    keys = _HISTORY_KEYS[kind]
    entry: dict[str, Any] = need_object(value, place, {"seat", "type", *keys}, set())
    card = None
    if "card" in keys:
        _one_of(entry["end"], f"{place}: end", ENDS)
        card = need_cards([entry["card"]], place)[0]
    return PublicMove(
        need_seat(entry["seat"], place, players),
        cast(MoveType, kind),
        end=entry.get("end"),
        card=card,
        cards=_set(entry["cards"], place) if "cards" in keys else None,
    )


def _last_round(value: object, players: int) -> LastRound:
    keys = {"round", "ended_by", "ender", "scores", "history"}
    last = need_object(value, "last_round", keys, set())
    scores = need_list(last["scores"], "last_round.scores", players)
    return LastRound(
        round=need_int(last["round"], "last_round.round"),
        ended_by=cast(EndedBy, _one_of(last["ended_by"], "last_round.ended_by", get_args(EndedBy))),
        ender=_seat_or_none(last["ender"], "last_round.ender", players),
        scores=tuple(read_score(score, "last_round.scores") for score in scores),
        history=_history(last["history"], "last_round.history", players),
    )


def read_score(value: object, place: str) -> SeatScore:
    """Return a seat's score. Raise ``FormatError``."""
    score = need_object(value, place, set(SeatScore._fields), set())
    return SeatScore(
        need_int(score["collected"], place),
        need_int(score["chips"], place),
        need_int(score["hand"], place),
        need_bool(score["ender"], place),
        need_int(score["total"], place),
    )
