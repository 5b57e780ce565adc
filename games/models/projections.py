"""What is worked out from the log, for lists and sweeps. ``rebuild`` makes it again."""

from django.db import models

from games.models.games import Game, GameStatus, Seat


class GameSummary(models.Model):
    """A projection: where a game stands, for lists and sweeps. ``rebuild`` makes it again."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    status = models.CharField(max_length=10, choices=GameStatus)
    version = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    round_number = models.PositiveSmallIntegerField()
    changed_at = models.DateTimeField()
    """When the last row of the log was written, or the game created."""
    began_at = models.DateTimeField()
    """Since when the current decision is waited for, as its clock counts."""
    deadline = models.DateTimeField(null=True)
    """When the clock takes the current decision; null when nothing runs out."""
    paused_since = models.DateTimeField(null=True)
    """Since when bots keep the chairs of all people; null when they do not."""
    halted = models.BooleanField(default=False, db_default=False)
    """Whether a moderator has paused the game."""
    bot_due_at = models.DateTimeField(null=True)
    """Since when a bot is to act; null when none is."""
    head = models.CharField(max_length=64)
    """The seal of the log's last row."""
    free_seats = models.PositiveSmallIntegerField(null=True)
    """How many seats anybody may still take; null unless the game waits and is open to all."""
    orienting = models.BooleanField(default=False)
    """Whether hands may still be turned."""
    active_set = models.CharField(max_length=100, blank=True)
    """The cards in the ring, as ``7/6 7/9``; empty when there are none."""
    last_seat = models.PositiveSmallIntegerField(null=True)
    """Who made the last turn of the current round; null before the first."""
    last_type = models.CharField(max_length=14, blank=True)
    last_cards = models.CharField(max_length=100, blank=True)
    """What that turn showed, or the card it scouted, as everybody saw it."""

    class Meta:
        indexes = [
            models.Index(
                fields=["bot_due_at"],
                condition=models.Q(bot_due_at__isnull=False),
                name="games_bot_due",
            ),
            models.Index(
                fields=["deadline"],
                condition=models.Q(deadline__isnull=False),
                name="games_deadline",
            ),
            models.Index(
                fields=["paused_since"],
                condition=models.Q(paused_since__isnull=False),
                name="games_paused",
            ),
            models.Index(fields=["status", "-changed_at"], name="games_by_status"),
            models.Index(
                fields=["free_seats", "-changed_at"],
                condition=models.Q(free_seats__isnull=False),
                name="games_open",
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.game_id} at version {self.version}"


class SeatSummary(models.Model):
    """A projection: what lists say of a seat. ``rebuild`` makes it again."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    to_act = models.BooleanField()
    """Whether its player (or its bot) may act now; a kept chair's player has nothing to do."""
    kept = models.BooleanField(default=False)
    """Whether a bot keeps the chair of its player."""
    left = models.BooleanField(default=False)
    """Whether its player left the game for good."""
    score = models.SmallIntegerField()
    """Points over the finished rounds."""
    winner = models.BooleanField()

    class Meta:
        indexes = [
            # Every page counts what waits: it is to look at these few, not at all seats ever.
            models.Index(
                fields=["seat"], condition=models.Q(to_act=True), name="games_seats_to_act"
            ),
        ]

    def __str__(self) -> str:
        return f"Seat {self.seat_id}: {self.score}"
