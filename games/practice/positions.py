"""A position to practise, from a seat's view alone, and its answers."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.bots import expert
from games.bots.reviewing.grades import grade_of
from games.bots.reviewing.judge_digest import judge_digest
from games.bots.reviewing.judging import Judgement, judge
from games.bots.reviewing.options import Option, expected
from games.models import PracticeKind, PracticePosition
from games.practice.kinds import kind_of_position
from games.rules.cards import TOPS, Cards
from games.rules.moves import Move, Scout, move_from_json, move_to_json
from games.rules.scouting import scouted_card, with_card
from games.rules.view_reading import view_from_json
from games.rules.views import View

DIGITS = 2
"""Of points."""
OTHER_GAPS = 2
"""Other gaps kept as options where the gap is asked for."""


class Position(NamedTuple):
    """A decision whose best move is far ahead."""

    view: View
    kind: PracticeKind
    options: tuple[Option, ...]
    """The judged moves, best first."""
    expert: str
    """A digest of the bot that judged."""


def position_of(view: View) -> Position | None:
    """Return the position that a decision makes; None if nothing is far ahead, or too little known.

    It is judged anew, by today's expert: all points of a position come from one judge.
    """
    if not view.may_act or view.phase != "play":
        return None
    _worth, best = expert.worths(view)[0]
    kinds = judge(view, best).best
    gaps = _gaps(view, best) if isinstance(best, Scout) else []
    kind = kind_of_position(kinds, gaps)
    if kind is None:
        return None
    options = [*kinds]
    if kind == PracticeKind.GAP:
        options += gaps[1 : 1 + OTHER_GAPS]
        options.sort(key=lambda option: -option.points)
    rounded = (option._replace(points=round(option.points, DIGITS)) for option in options)
    return Position(view, kind, tuple(rounded), judge_digest(view.players))


def _gaps(view: View, scout: Scout) -> list[Option]:
    """Return the best scout of the same card for each hand that it can make, best first."""
    best: dict[Cards, Option] = {}
    for to in range(len(view.hand or b"") + 1):
        there = replace(scout, to=to)
        option, made = expected(view, there), _hand_after(view, there)
        if made not in best or best[made].points < option.points:
            best[made] = option
    return sorted(best.values(), key=lambda option: -option.points)


def _hand_after(view: View, scout: Scout) -> Cards:
    ring = view.active_set.cards if view.active_set else b""
    card = scouted_card(ring, scout.end, scout.flip)
    return with_card(view.hand or b"", scout.to, card).translate(TOPS)


def answered(view: View, options: Sequence[Option], move: Move) -> Judgement:
    """Return the verdict on an answer, as a review would give it; ``move`` is legal.

    Points that are kept with the position go before those that the expert would give today.
    """
    known = {option.move: option for option in options}
    best = options[0]
    played = known.get(move) or expected(view, move)
    played = played._replace(points=min(round(played.points, DIGITS), best.points))
    given_away = round(best.points - played.points, DIGITS)
    ahead = round(best.points - options[1].points, DIGITS)
    return Judgement(played, tuple(options), given_away, ahead, grade_of(given_away, ahead))


def view_in(row: PracticePosition) -> View:
    """Return the view of a stored position."""
    return view_from_json(row.view)


def options_in(row: PracticePosition) -> tuple[Option, ...]:
    """Return the judged moves of a stored position, best first."""
    return tuple(Option(move_from_json(each["move"]), each["points"]) for each in row.options)


def to_json(position: Position) -> dict[str, Any]:
    """Return the columns of a stored position, its address among them."""
    view = position.view.to_json(legal=False)
    return {
        "public_id": _digest(view),
        "players": position.view.players,
        "kind": str(position.kind),
        "view": view,
        "options": [
            {"move": move_to_json(option.move), "points": option.points}
            for option in position.options
        ],
        "expert": position.expert,
    }


def _digest(view: dict[str, Any]) -> str:
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]
