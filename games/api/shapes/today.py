"""The programs' deal of the day."""

from rest_framework import serializers

from games.api.shapes.parts import Component, choice

TryState = choice(
    "TryState",
    ("new", "playing", "finished", "left"),
    "How your try stands: not begun, under way, played to its end, or given up.",
)


class Today(Component):
    """Today's deal, and the caller's try at it."""

    day = serializers.DateField(help_text="It ends at midnight UTC.")
    number = serializers.IntegerField(min_value=1, help_text="How many days there have been.")
    commitment = serializers.CharField(help_text="To the day’s secret; shown the day before too.")
    bots = serializers.ListField(child=serializers.CharField(), help_text="Seats 1 to 3.")
    state = TryState()
    game = serializers.CharField(allow_null=True, help_text="Null until you sit down, in seat 0.")
    points = serializers.IntegerField(allow_null=True, help_text="Null until `finished`.")
