"""The roots of the days, written once, and the heads that each is over."""

from django.db import models

from games.models.games import Game


class WitnessedDay(models.Model):
    """A day (UTC) that is over, with its root."""

    day = models.DateField(primary_key=True)
    before = models.CharField(max_length=64)
    """The root of the day before; zeros for the first."""
    tree = models.CharField(max_length=64)
    """The root of the Merkle tree over the heads that were new."""
    root = models.CharField(max_length=64)
    depth = models.PositiveSmallIntegerField()
    """The tree has 2 to this power leaves."""
    filling = models.BinaryField()
    """The key of the leaves that belong to no game."""
    nodes = models.BinaryField()
    """The nodes ``CHUNK`` levels above the leaves, 32 bytes each: no path needs all leaves."""
    made_at = models.DateTimeField()

    CHUNK = 8

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"The root of {self.day}"


class WitnessedHead(models.Model):
    """A game's head as it stood at the end of a day, if it was new."""

    # The constraints below have indexes that begin with these.
    day = models.ForeignKey(
        WitnessedDay, on_delete=models.PROTECT, related_name="heads", db_index=False
    )
    game = models.ForeignKey(
        Game,
        on_delete=models.SET_NULL,
        null=True,
        related_name="witnessed_heads",
        db_index=False,
    )
    """Null: it never began, and is gone."""
    version = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    place = models.PositiveIntegerField()
    """Of its leaf: drawn by lot."""

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["day", "place"], name="games_one_head_a_place"),
            models.UniqueConstraint(fields=["game", "day"], name="games_one_head_a_day"),
        ]

    def __str__(self) -> str:
        return f"A head of game {self.game_id} on {self.day_id}"
