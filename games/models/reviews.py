"""Reviews of finished games and of imported records."""

from django.db import models
from django.db.models import F, Q

from games.models.chairs import Seat
from games.models.games import Game
from games.models.records import ImportedRecord


class ReviewState(models.TextChoices):
    """How far a review is."""

    ASKED = "asked"
    DONE = "done"
    FAILED = "failed"


class StoredReview(models.Model):
    """What the expert said of a game or of an imported record."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, null=True, related_name="review")
    record = models.OneToOneField(
        ImportedRecord, on_delete=models.CASCADE, null=True, related_name="review"
    )
    state = models.CharField(max_length=6, choices=ReviewState, default=ReviewState.ASKED)
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField()
    """When a worker last said that it is at it, or was asked."""
    tries = models.PositiveSmallIntegerField(default=0)
    judged = models.PositiveSmallIntegerField(default=0)
    """Decisions so far."""
    due = models.PositiveSmallIntegerField(default=0)
    """Decisions in all; 0 until a worker has begun."""
    expert = models.CharField(max_length=16, blank=True)
    """A digest of the bot that judged."""
    packed = models.BinaryField(null=True)
    """``scout-review/1`` as JSON, compressed; null until it is done."""
    practised_at = models.DateTimeField(null=True)
    """When it was looked through for positions to practise; null: not yet."""

    class Meta:
        # No page of the admin shows it.
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(game__isnull=False, record__isnull=True)
                | Q(game__isnull=True, record__isnull=False),
                name="games_review_of_one",
            ),
            models.CheckConstraint(
                condition=Q(state=ReviewState.DONE, packed__isnull=False)
                | ~Q(state=ReviewState.DONE),
                name="games_review_done",
            ),
        ]
        indexes = [
            models.Index(
                F("touched_at"),
                condition=Q(state=ReviewState.ASKED),
                name="games_review_asked",
            ),
            models.Index(
                F("touched_at"),
                condition=Q(state=ReviewState.DONE, game__isnull=False, practised_at=None),
                name="games_review_to_practise",
            ),
        ]

    def __str__(self) -> str:
        return f"The review of game {self.game_id}" if self.game_id else "The review of a record"


class SeatReview(models.Model):
    """A player's own decisions in a reviewed game, added up for their profile."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="review"
    )
    rounds = models.PositiveSmallIntegerField()
    decisions = models.PositiveSmallIntegerField()
    given_away = models.FloatField()
    """Points, over all decisions."""
    kinds = models.JSONField()
    """By kind of decision: how many, and the points given away in them."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"The review of seat {self.seat_id}"
