"""What follows from reports and acts."""

from django.db import models


class MonthInOrder(models.Model):
    """A month (UTC) of moderation in numbers, worked out by a task."""

    month = models.DateField(primary_key=True)
    """Its first day."""
    reports = models.PositiveIntegerField()
    """Made in this month."""
    answered = models.PositiveIntegerField()
    """Closed in this month."""
    median_minutes = models.PositiveIntegerField(null=True)
    """From a report to its answer; null if none was answered."""
    acts = models.JSONField()
    """How many by kind."""
    counted_at = models.DateTimeField()
    """Final if it is after the end of the month."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Moderation in {self.month:%Y-%m}"
