"""The shapes of answers, for the schema only."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.codes import CODES, MOVES
from games.api.shapes import (
    CARD,
    LAST_ROUND,
    MOVE,
    MOVE_BODY,
    PLAN,
    PUBLIC_MOVE,
    RECORD,
    REVIEW,
    SEAT,
)
from games.bots.offered import CALLED
from games.bots.registry import LEVELS
from games.lobby.terms import SWITCHES
from games.models import GameStatus, ReviewState

__all__ = [
    "MOVE_BODY",
    "PLAN",
    "RECORD",
    "BadPlanAnswer",
    "ErrorAnswer",
    "GameAnswer",
    "GamePageAnswer",
    "StaleAnswer",
]


def _seat(**limits: Any) -> serializers.Field[Any, Any, Any, Any]:
    return serializers.IntegerField(min_value=SEAT["minimum"], max_value=SEAT["maximum"], **limits)


def _seats(**limits: Any) -> serializers.Field[Any, Any, Any, Any]:
    return serializers.ListField(child=_seat(), max_length=5, **limits)


def _counts(**limits: Any) -> serializers.Field[Any, Any, Any, Any]:
    return serializers.ListField(child=serializers.IntegerField(**limits), max_length=5)


@extend_schema_field({"type": "array", "items": CARD})
class Cards(serializers.Field[Any, Any, Any, Any]):
    """Cards from left to right."""


@extend_schema_field({"type": "array", "items": PUBLIC_MOVE})
class History(serializers.Field[Any, Any, Any, Any]):
    """The turns of a round as everybody saw them."""


@extend_schema_field(LAST_ROUND)
class LastRound(serializers.Field[Any, Any, Any, Any]):
    """How the round before ended."""


@extend_schema_field({"type": "array", "items": MOVE})
class Legal(serializers.Field[Any, Any, Any, Any]):
    """Every legal move."""


class ErrorAnswer(serializers.Serializer[None]):
    """A refusal."""

    code = serializers.ChoiceField(choices=CODES, help_text="Stable; for programs.")
    error = serializers.CharField(help_text="A sentence for people.")


class SeatAnswer(serializers.Serializer[None]):
    """A seat that is taken."""

    seat = _seat()
    name = serializers.CharField(help_text="A bot account’s ends in “(bot)”.")
    bot = serializers.ChoiceField(
        [*CALLED, *LEVELS],
        allow_null=True,
        help_text="Whose own seat it is, if a bot’s; easy, steady, expert and random in old games.",
    )
    bot_account = serializers.BooleanField(help_text="Whether programs alone play for its account.")
    kept_by = serializers.ChoiceField(
        list(LEVELS), allow_null=True, help_text="The bot that keeps this person's chair."
    )
    guest = serializers.BooleanField(help_text="Whether its player has no account.")
    moderator = serializers.BooleanField(help_text="Whether its player is a moderator of the site.")
    holiday_until = serializers.DateField(
        allow_null=True,
        help_text="The day on which its player is back from holiday; null while they are there.",
    )


class ActiveSetAnswer(serializers.Serializer[None]):
    """The set to beat."""

    owner = _seat()
    cards = Cards()


class ViewAnswer(serializers.Serializer[None]):
    """``scout-view/1``: what one seat, or a spectator, may know."""

    format = serializers.ChoiceField(choices=["scout-view/1"])
    players = serializers.IntegerField(min_value=2, max_value=5)
    seat = _seat(allow_null=True, help_text="Yours; null for a spectator.")
    round = _seat()
    rounds = serializers.IntegerField(min_value=1, max_value=5)
    starter = _seat()
    phase = serializers.ChoiceField(choices=["orient", "play", "over"])
    to_act = _seats(help_text="The seats that may act now.")
    turn = _seat(allow_null=True)
    hand = Cards(allow_null=True, help_text="Yours, as it lies now.")
    hand_counts = _counts(min_value=0)
    active_set = ActiveSetAnswer(allow_null=True)
    collected = _counts(min_value=0)
    chips = _counts(min_value=0)
    scout_and_show = serializers.ListField(child=serializers.BooleanField(), max_length=5)
    scores = _counts(help_text="Totals of the finished rounds.")
    winners = _seats(allow_null=True)
    history = History(help_text="This round's public moves, oldest first.")
    last_round = LastRound(allow_null=True)
    legal = Legal(
        allow_null=True,
        help_text="Every legal move of yours; null if it was not asked for, or if the game hides "
        "legal sets.",
    )


class GameRowAnswer(serializers.Serializer[None]):
    """A game in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    players = serializers.IntegerField(min_value=2, max_value=5)
    turn_seconds = serializers.IntegerField(allow_null=True, help_text="Null: no clock.")
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="When it begins; null: as soon as all seats are taken."
    )
    open = serializers.BooleanField(help_text="Whether anybody may join and watch.")
    seats = SeatAnswer(many=True)
    state = serializers.ChoiceField(choices=GameStatus.values)
    version = serializers.IntegerField(min_value=0, help_text="Counts the rows of the log.")
    seq = serializers.IntegerField(min_value=0, help_text="Counts decisions.")
    deadline = serializers.DateTimeField(allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), **{name: serializers.BooleanField() for name in SWITCHES}}


class GameAnswer(GameRowAnswer):
    """A game with the view of the caller: a spectator's for others, null before the start."""

    invitation = serializers.CharField(
        allow_null=True,
        help_text="What others join with; only players of a private game see it, until it begins.",
    )
    view = ViewAnswer(allow_null=True)
    commitment = serializers.CharField(
        allow_null=True,
        help_text="To the secret behind the deal; null in a copy of another game until it is over.",
    )
    parts = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="What each seat added to the shuffle; null for bots and free seats.",
    )
    secret = serializers.CharField(
        allow_null=True, help_text="With it anyone deals again; null until the game is over."
    )
    proof = serializers.ChoiceField(
        choices=["before", "after"],
        allow_null=True,
        help_text="`after`: the site knew the only part when it committed, which proves nothing "
        "against the site. Null where `commitment` is.",
    )


class CommitmentAnswer(serializers.Serializer[None]):
    """A commitment to a deal."""

    commitment = serializers.CharField(help_text="Name it as `commitment` when you create a game.")


@extend_schema_field(REVIEW)
class ReviewField(serializers.Field[Any, Any, Any, Any]):
    """``scout-review/1``."""


class ReviewAnswer(serializers.Serializer[None]):
    """How far a review is, and the review."""

    state = serializers.ChoiceField(
        choices=["none", *ReviewState.values], help_text="`none`: nobody has asked for it."
    )
    judged = serializers.IntegerField(min_value=0, help_text="Decisions so far.")
    due = serializers.IntegerField(min_value=0, help_text="Decisions in all; 0: not yet known.")
    review = ReviewField(allow_null=True, help_text="Null unless `done`.")


class TodayAnswer(serializers.Serializer[None]):
    """Today's deal, and the caller's try at it."""

    day = serializers.DateField(help_text="It ends at midnight UTC.")
    number = serializers.IntegerField(min_value=1, help_text="How many days there have been.")
    commitment = serializers.CharField(help_text="To the day’s secret; shown the day before too.")
    bots = serializers.ListField(child=serializers.CharField(), help_text="Seats 1 to 3.")
    state = serializers.ChoiceField(choices=["new", "playing", "finished", "left"])
    game = serializers.CharField(allow_null=True, help_text="Null until you sit down, in seat 0.")
    points = serializers.IntegerField(allow_null=True, help_text="Null until `finished`.")


class StaleAnswer(ErrorAnswer):
    """A refused move, and the game as it is now if it has moved on."""

    game = GameAnswer(required=False)


class BadPlanAnswer(ErrorAnswer):
    """A refused plan, and the order that is at fault, if it is one's."""

    order = serializers.IntegerField(
        required=False, min_value=0, help_text="The order’s place, from 0."
    )
    fault = serializers.ChoiceField(
        required=False, choices=MOVES, help_text="The code of its move’s own fault."
    )


class GamePageAnswer(serializers.Serializer[None]):
    """A page of games, with the addresses of the pages beside it."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = GameRowAnswer(many=True)
