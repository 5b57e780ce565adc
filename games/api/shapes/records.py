"""``scout-record/1``: a finished game."""

from rest_framework import serializers

from games.api.shapes.moves import RecordedMove
from games.api.shapes.parts import (
    Component,
    cards_field,
    choice,
    fixed,
    for_each_seat,
    seat_field,
    seats_field,
)
from games.api.shapes.views import EndedBy, SeatScore

PlayerKind = choice(
    "PlayerKind",
    ("member", "guest", "bot", "moderator"),
    "Who sat there: somebody with an account, or who had one; somebody without; one of the site’s "
    "bots, or a bot account; a moderator of the site.",
)
TurnBy = choice(
    "TurnBy",
    ("player", "bot", "clock"),
    "Who made a move: the player, a bot in its own or a kept chair, or the clock.",
)


class RecordedRound(Component):
    """A round, with all hands and moves."""

    starter = seat_field(help_text="Who had the first turn.")
    hands = for_each_seat(
        cards_field(),
        "Each seat’s cards as they were dealt, before anybody turned a hand. With two players the "
        "second round’s are the cards set aside, the way up they lay.",
    )
    flips = for_each_seat(serializers.BooleanField(), "Whether each seat turned its hand over.")
    moves = serializers.ListField(child=RecordedMove(), help_text="Its turns, oldest first.")
    ended_by = EndedBy()
    ender = seat_field(allow_null=True, help_text="Who ended it; null at the turn limit.")
    scores = for_each_seat(SeatScore(), "Its points, for each seat.")


class DealProof(Component):
    """With it anybody can deal the game’s cards again."""

    secret = serializers.CharField(help_text="32 bytes, in 64 hexadecimal digits.")
    commitment = serializers.CharField(help_text="To the secret, shown from the beginning.")
    parts = for_each_seat(
        serializers.CharField(allow_null=True),
        "What each seat’s player added to the shuffle, 32 hexadecimal digits; null: nothing.",
    )


class RecordedTurns(Component):
    """Who made a round’s moves, and when. An entry for each move in each list."""

    by = serializers.ListField(child=TurnBy())
    since = serializers.ListField(
        child=serializers.DateTimeField(), help_text="From when it was waited for."
    )
    at = serializers.ListField(child=serializers.DateTimeField(), help_text="When it was made.")


class RecordMeta(Component):
    """What the site says of a game. It changes nothing in the record."""

    id = serializers.CharField(help_text="The game’s.")
    name = serializers.CharField(help_text="The game’s.")
    ended = serializers.DateTimeField()
    names = for_each_seat(serializers.CharField(), "Who sat in each seat last.")
    kinds = for_each_seat(PlayerKind(), "What they are.")
    bots = for_each_seat(
        serializers.CharField(allow_null=True), "The site’s own bot in each seat; null: none."
    )
    rated = serializers.BooleanField()
    deal = DealProof()
    left = for_each_seat(
        serializers.IntegerField(allow_null=True),
        "The round in which each seat’s player left for good; null: they stayed.",
    )
    turns = serializers.ListField(child=RecordedTurns(), help_text="For each round.")


class Record(Component):
    """``scout-record/1``: a finished game, with all hands."""

    format = fixed("scout-record/1")
    players = serializers.IntegerField(min_value=2, max_value=5, help_text="How many played.")
    rounds = serializers.ListField(child=RecordedRound(), help_text="As many as players.")
    totals = for_each_seat(serializers.IntegerField(), "Each seat’s points of all rounds.")
    winners = seats_field(help_text="Those with the most points.")
    meta = RecordMeta(required=False)
