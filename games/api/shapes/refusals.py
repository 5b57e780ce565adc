"""Refusals."""

from rest_framework import serializers

from games.api.codes import CODES, MOVES
from games.api.shapes.games import Game
from games.api.shapes.parts import Component, choice


def _listed() -> str:
    lines = (f"- `{name}` ({code.status}): {code.meaning}" for name, code in CODES.items())
    return "\n".join(("Why a request was refused. Stable.", "", *lines))


RefusalCode = choice("RefusalCode", CODES, _listed())
MoveFault = choice("MoveFault", MOVES, "What is wrong with a move: a `RefusalCode`.")


class Fault(Component):
    """Something that is wrong with a body."""

    pointer = serializers.CharField(help_text="Where: a JSON Pointer, such as `/bots/1`.")
    error = serializers.CharField(help_text="A sentence for people.")


class Refusal(Component):
    """A refusal."""

    code = RefusalCode(help_text="For programs.")
    error = serializers.CharField(help_text="A sentence for people.")
    faults = serializers.ListField(
        child=Fault(), required=False, help_text="With `bad_request`: everything that is wrong."
    )


class RefusalWithGame(Refusal):
    """A refusal of what comes too late: `stale` and `game_over` have the game as it is now."""

    game = Game(required=False)


class RefusedPlan(Refusal):
    """A refused plan, and the order that is at fault, if it is one's."""

    order = serializers.IntegerField(
        required=False, min_value=0, help_text="The order’s place, from 0."
    )
    fault = MoveFault(required=False, help_text="The code of its move’s own fault.")
