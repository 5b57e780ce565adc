"""What streams tell."""

from rest_framework import serializers

from games.api.shapes.games import GameState
from games.api.shapes.parts import Component, seats_field, whole


class GameEvent(Component):
    """The `data` of an `event: game`: what everybody may know of where a game is.

    Its `id` is the game’s id and `version` with a dot between. An event without a version has none.
    """

    game = serializers.CharField(help_text="Its id; empty: look at all of your games.")
    version = whole(
        "As in `Game`; null: something other than the log has changed, such as a seat. Then the "
        "rest is null, too: fetch the game.",
        allow_null=True,
    )
    seq = whole("As in `Game`.", allow_null=True)
    state = GameState(allow_null=True, help_text="As in `Game`.")
    to_act = seats_field(
        allow_null=True, help_text="As in `View`: the seats that may act; none before the start."
    )
