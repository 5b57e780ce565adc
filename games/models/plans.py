"""Plans: what a player leaves to be played on their turn. Nobody else may learn of them."""

from django.db import models

from games.models.chairs import Seat


class Plan(models.Model):
    """A seat's plan, until its next decision."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="plan"
    )
    seq = models.PositiveIntegerField()
    """The game's decision when it was made."""
    orders = models.TextField()
    """As JSON, most wanted first."""
    by_token = models.BooleanField(default=False, db_default=False)
    """Whether a program made it."""
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    """When it is played; null until its seat's turn has come, and one of its orders fits."""

    class Meta:
        # No page of the admin shows it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"The plan of seat {self.seat_id}"


class PlanOutcome(models.Model):
    """What became of a plan at its seat's decision, for the player's own pages."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="plan_outcomes")
    seq = models.PositiveIntegerField()
    """The decision."""
    version = models.PositiveIntegerField(null=True)
    """The log's version of the move it made; null: none of its orders fitted."""
    tried = models.TextField()
    """The orders that didn't fit, and why, as JSON (``games.play.plans.outcomes``)."""
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["seat", "seq"], name="games_plan_outcome_once"),
        ]

    def __str__(self) -> str:
        return f"What became of a plan of seat {self.seat_id}"
