"""Deals that are promised before anybody's part in the shuffle is known."""

from django.db import models


class PreparedDeal(models.Model):
    """A commitment that a new game may name: for one game, within the hour."""

    commitment = models.CharField(max_length=64, primary_key=True)
    secret = models.BinaryField(null=True)
    """None once a game has it, and where a page's token stands for it."""
    made_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["made_at"], name="games_prepared_by_age")]

    def __str__(self) -> str:
        return f"The promise {self.commitment[:8]}"
