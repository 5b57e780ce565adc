"""The clock that takes turns whose time is over, when it looked and when it could not; and when
other work was last finished that operators have to see to."""

from django.db import models


class ClockState(models.Model):
    """How the clock stands. There is one row."""

    looked_at = models.DateTimeField()
    """When it last looked for turns, by the database's time."""
    most_due = models.PositiveIntegerField(default=0)
    """The most games in which it has found turns to take at one look."""
    held_since = models.DateTimeField(null=True)
    """Since when it has waited for a person's word, with far more turns to take than ever."""
    held_due = models.PositiveIntegerField(default=0)
    """In how many games."""

    class Meta:
        default_permissions = ("change",)

    def __str__(self) -> str:
        return f"The clock, which looked at {self.looked_at}"


class Outage(models.Model):
    """A time in which the clock did not look."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    given_back_to = models.BigIntegerField(default=0)
    """The last game that got the time back, in the order of their keys."""
    given_back_at = models.DateTimeField(null=True)
    """When all had."""

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(
                fields=["began_at"],
                condition=models.Q(given_back_at__isnull=True),
                name="games_outage_to_give_back",
            ),
        ]

    def __str__(self) -> str:
        return f"From {self.began_at} to {self.ended_at}"


class Upkeep(models.TextChoices):
    """Work that has to be done again and again, by commands and not by workers."""

    BACKUP = "backup"
    REHEARSAL = "rehearsal"
    """A restore for practice."""
    VERIFY_LOG = "verify_log"


class FinishedUpkeep(models.Model):
    """When such work was last finished."""

    work = models.CharField(max_length=20, choices=Upkeep, primary_key=True)
    finished_at = models.DateTimeField()
    well = models.BooleanField()
    """Whether it found nothing wrong."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.work}, finished at {self.finished_at}"
