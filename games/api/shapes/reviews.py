"""``scout-review/1``: what the expert says of the choices in a finished game."""

from rest_framework import serializers

from games.api.shapes.moves import Move
from games.api.shapes.parts import Component, choice, fixed, for_each_seat, seat_field, whole
from games.bots.reviewing.grades import Grade
from games.models import ReviewState

GRADE = choice(
    "Grade",
    [grade.value for grade in Grade],
    "`best` to 0.1 points given away, `fine` to 0.5, `loose` to 1.5, `costly` above. `find`: the "
    "best, where every other kind of move was at least 1.5 worse.",
)
_POINTS = "The lead over the others’ mean that the expert expects when the round is scored."


class ReviewedOption(Component):
    """A move that could have been made."""

    move = Move()
    points = serializers.FloatField(help_text=_POINTS)


class ReviewedDecision(Component):
    """A decision. Those of bots have `played` and `points` alone."""

    number = whole("The turn’s in its round, from 1; 0: which way up to hold the hand.")
    seat = seat_field()
    played = Move()
    points = serializers.FloatField(help_text=_POINTS)
    given_away = serializers.FloatField(
        min_value=0,
        required=False,
        help_text="The best move’s points less those of this one.",
    )
    ahead = serializers.FloatField(
        allow_null=True,
        required=False,
        help_text="By how much the best kind of move leads; null if there is no other.",
    )
    grade = GRADE(required=False)
    best = serializers.ListField(
        child=ReviewedOption(),
        max_length=3,
        required=False,
        help_text="The best moves of different kinds, best first.",
    )


class ReviewedRound(Component):
    """A round’s decisions."""

    luck = for_each_seat(
        serializers.FloatField(), "What each hand was worth when dealt, less the average hand."
    )
    decisions = serializers.ListField(child=ReviewedDecision(), help_text="Oldest first.")


class TurningPoint(Component):
    """A decision that cost much."""

    round = serializers.IntegerField(help_text="From 0.")
    number = serializers.IntegerField(help_text="As in `ReviewedDecision`.")


class SeatReview(Component):
    """What a person’s decisions come to."""

    decisions = serializers.IntegerField(min_value=1)
    given_away = serializers.FloatField(min_value=0, help_text="Points, in all.")
    accuracy = serializers.FloatField(
        min_value=0,
        max_value=1,
        allow_null=True,
        help_text="The mean of exp(-`given_away` / 1.6); null with fewer than ten decisions.",
    )
    turning_points = serializers.ListField(child=TurningPoint(), max_length=3)


class Review(Component):
    """``scout-review/1``."""

    format = fixed("scout-review/1")
    players = serializers.IntegerField(min_value=2, max_value=5)
    expert = serializers.CharField(help_text="Which expert judged; another one judges otherwise.")
    rounds = serializers.ListField(child=ReviewedRound())
    seats = for_each_seat(SeatReview(allow_null=True), "For each seat; null: a bot’s.")


ProgressState = choice(
    "ReviewState",
    ("none", *ReviewState.values),
    "`none`: nobody has asked for it; `asked`: it is being worked out; `done`; `failed`.",
)


class ReviewProgress(Component):
    """How far a review is, and the review."""

    state = ProgressState()
    judged = whole("Decisions so far.")
    due = whole("Decisions in all; 0: not yet known.")
    review = Review(allow_null=True, help_text="Null unless `done`.")
