"""What a table can take back."""

from rest_framework import serializers

from games.api.shapes.games import Asked
from games.api.shapes.moves import PublicMove
from games.api.shapes.parts import Component, whole


class Turn(Component):
    """A turn that can be taken back, with all that follow it."""

    to = whole("By which it is named.")
    number = serializers.IntegerField(min_value=1, help_text="In the round.")
    move = PublicMove()


class Rewind(Component):
    """What can be taken back, and what the table is asked."""

    turns = Turn(many=True, help_text="Those of the running round that stand, oldest first.")
    asked = Asked(allow_null=True, help_text="Null while nobody asks.")
