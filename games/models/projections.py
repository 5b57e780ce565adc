"""Projections of the log for lists and sweeps; ``rebuild`` recreates them."""

from django.db import models

from games.models.chairs import Seat
from games.models.games import Game, GameStatus


class GameSummary(models.Model):
    """A game's state."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    status = models.CharField(max_length=10, choices=GameStatus)
    version = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    round_number = models.PositiveSmallIntegerField()
    changed_at = models.DateTimeField()
    """When the log last grew, or the game was created."""
    began_at = models.DateTimeField()
    """When the current decision began, as its clock counts."""
    deadline = models.DateTimeField(null=True)
    """When the clock first decides for somebody; null: never."""
    paused_since = models.DateTimeField(null=True)
    """Since when bots have kept all people's chairs; null: they don't."""
    halted = models.BooleanField(default=False, db_default=False)
    offered_at = models.DateTimeField(null=True)
    """Since when an offer to end the game unfinished has stood; null: none does."""
    asked_at = models.DateTimeField(null=True)
    """Since when the table has been asked to take moves back; null: it isn't."""
    rewound = models.BooleanField(default=False, db_default=False)
    """Whether moves have ever been taken back."""
    bot_due_at = models.DateTimeField(null=True)
    """Since when a bot has had to act; null: none has."""
    head = models.CharField(max_length=64)
    free_seats = models.PositiveSmallIntegerField(null=True)
    """Seats that anybody may take; null unless the game is waiting and open to all."""
    acting = models.PositiveSmallIntegerField(null=True)
    """The seats that may act, as everybody sees them, a bit each (1: seat 0); null: not written
    yet, in games that nobody has moved in since there is this column."""
    orienting = models.BooleanField(default=False)
    active_set = models.CharField(max_length=100, blank=True)
    last_seat = models.PositiveSmallIntegerField(null=True)
    last_type = models.CharField(max_length=14, blank=True)
    last_cards = models.CharField(max_length=100, blank=True)
    """The cards last shown, or the card scouted, as everybody saw it."""

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
            models.Index(
                fields=["offered_at"],
                condition=models.Q(offered_at__isnull=False),
                name="games_offered",
            ),
            models.Index(
                fields=["asked_at"],
                condition=models.Q(asked_at__isnull=False),
                name="games_asked",
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


def seats_in(acting: int | None) -> tuple[int, ...] | None:
    """Return the seats of the column ``acting``."""
    return None if acting is None else tuple(seat for seat in range(5) if acting >> seat & 1)


class SeatSummary(models.Model):
    """A seat's state."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    to_act = models.BooleanField()
    """Whether its player or bot may act now; false for a player with a bot in the chair."""
    deadline = models.DateTimeField(null=True)
    """When the clock decides for its player; null: never, or nobody waits for them."""
    kept = models.BooleanField(default=False)
    left = models.BooleanField(default=False)
    agrees = models.BooleanField(default=False, db_default=False)
    """Whether its player agrees to end the game unfinished."""
    agrees_to_rewind = models.BooleanField(default=False, db_default=False)
    """Whether its player agrees to what the table is asked to take back."""
    score = models.SmallIntegerField()
    winner = models.BooleanField()

    class Meta:
        indexes = [
            # Every page counts these few rows and must not read all seats ever.
            models.Index(
                fields=["seat"], condition=models.Q(to_act=True), name="games_seats_to_act"
            ),
        ]

    def __str__(self) -> str:
        return f"Seat {self.seat_id}: {self.score}"
