"""A bot as a filter: views in, moves out, one per line."""

from typing import Any

from ..rules.errors import RuleError
from ..rules.json_values import FormatError, read_json
from ..rules.moves import move_to_json
from ..rules.view_reading import view_from_json
from .possible import need_possible
from .registry import choose_move


def answer(name: str, line: str | bytes, seed: int) -> dict[str, Any]:
    """Return a move for the view in ``line``, or ``code`` and ``error``."""
    try:
        view = view_from_json(read_json(line))
        if view.seat is None:
            raise RuleError("not_seated", "A spectator has no move to make.")
        if view.phase == "over":
            raise RuleError("game_over", "The game is over.")
        if not view.may_act:
            raise RuleError("not_your_turn", "This seat has no move to make now.")
        need_possible(view)
        if not view.legal_moves():
            raise RuleError("bad_view", "Nothing can be played in this view.")
        return move_to_json(choose_move(name, view, seed))
    except FormatError as error:
        return {"code": "bad_view", "error": str(error)}
    except RuleError as error:
        return {"code": error.code, "error": error.sentence}
