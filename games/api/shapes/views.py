"""``scout-view/1``: what one seat, or a spectator, may know of a game."""

from rest_framework import serializers

from games.api.shapes.moves import Move, PublicMove
from games.api.shapes.parts import (
    Component,
    cards_field,
    choice,
    fixed,
    for_each_seat,
    seat_field,
    seats_field,
    whole,
)

Phase = choice(
    "Phase",
    ("orient", "play", "over"),
    "`orient`: all choose which way up to hold their hands; `play`: turns; `over`: the game is.",
)
EndedBy = choice(
    "EndedBy",
    ("empty_hand", "unbeaten", "turn_limit"),
    "How a round ended: somebody had no cards left, everybody else scouted (or could do nothing), "
    "or it had too many turns.",
)


class ActiveSet(Component):
    """The set to beat."""

    owner = seat_field(help_text="Who showed it.")
    cards = cards_field(help_text="As it lies now, from left to right.")


class SeatScore(Component):
    """A seat’s points of a round, and where they come from."""

    collected = whole("Cards collected, a point each.")
    chips = whole("Chips from others’ scouting, a point each.")
    hand = whole("Cards left in the hand, a point off each, unless `ender`.")
    ender = serializers.BooleanField(help_text="Whether this seat ended the round.")
    total = serializers.IntegerField(help_text="The points.")


class LastRound(Component):
    """How the round before ended."""

    round = seat_field(help_text="Its number, from 0.")
    ended_by = EndedBy()
    ender = seat_field(allow_null=True, help_text="Who ended it; null at the turn limit.")
    scores = for_each_seat(SeatScore(), "Its points, for each seat.")
    history = serializers.ListField(child=PublicMove(), help_text="Its turns, oldest first.")


class View(Component):
    """``scout-view/1``: what one seat, or a spectator, may know."""

    format = fixed("scout-view/1")
    players = serializers.IntegerField(min_value=2, max_value=5, help_text="How many play.")
    seat = seat_field(allow_null=True, help_text="Yours, from 0, clockwise; null for a spectator.")
    round = seat_field(help_text="The number of the round, from 0.")
    rounds = serializers.IntegerField(min_value=1, max_value=5, help_text="How many there are.")
    starter = seat_field(help_text="Who has the first turn of the round.")
    phase = Phase()
    to_act = seats_field(
        help_text="The seats that may act now, ascending: in `orient` those that have not chosen "
        "yet, in `play` one, none when the game is over or paused."
    )
    turn = seat_field(allow_null=True, help_text="Whose turn it is; null unless `play`.")
    hand = cards_field(
        allow_null=True,
        help_text="Yours as it lies now, from left to right; null for a spectator.",
    )
    hand_counts = for_each_seat(serializers.IntegerField(), "How many cards each seat holds.")
    active_set = ActiveSet(allow_null=True, help_text="Null when there is none.")
    collected = for_each_seat(
        serializers.IntegerField(), "How many cards each seat has collected in this round."
    )
    chips = for_each_seat(
        serializers.IntegerField(),
        "How many chips each seat has: those that others paid to scout from it; with two players "
        "those that it can still scout with.",
    )
    scout_and_show = for_each_seat(
        serializers.BooleanField(),
        "Whether each seat may still Scout & Show in this round; with two players nobody may.",
    )
    scores = for_each_seat(
        serializers.IntegerField(), "Each seat’s points of the finished rounds, added up."
    )
    winners = seats_field(allow_null=True, help_text="Null until the game is over.")
    history = serializers.ListField(
        child=PublicMove(),
        help_text="This round’s turns, oldest first; never an `orient`.",
    )
    last_round = LastRound(
        allow_null=True,
        help_text="Null in the first round. When the game is over, its last round; everything else "
        "then is as its last move left it.",
    )
    legal = serializers.ListField(
        child=Move(),
        allow_null=True,
        help_text="Every legal move of yours, in any order; empty when you may not act; null if it "
        "was not asked for, or if the game hides legal sets.",
    )
