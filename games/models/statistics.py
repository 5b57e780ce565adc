"""Statistics of games that are over; ``rebuild`` recreates them."""

from django.conf import settings
from django.db import models

from games.models.chairs import Seat
from games.models.games import Game

WON = 60
"""The parts of a won game, divisible among two to five winners."""


class SeatResult(models.Model):
    """A person's result in a finished game; in an unfinished one, of somebody who had left it."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="result"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="results",
        db_index=False,
    )
    players = models.PositiveSmallIntegerField()
    among_people = models.BooleanField()
    open = models.BooleanField()
    ended_at = models.DateTimeField()
    finished = models.BooleanField()
    score = models.SmallIntegerField()
    place = models.PositiveSmallIntegerField()
    """From 1; equal scores share one. Players who left for good come last."""
    left = models.BooleanField()
    won = models.PositiveSmallIntegerField()
    """Parts of ``WON``: all of them for a sole winner."""
    rated = models.BooleanField()
    bot_accounts = models.BooleanField(default=False, db_default=False)
    """Whether it is rated among bot accounts."""
    charged = models.BooleanField()
    """Whether the person takes the last place for the rating."""
    nobody_gains = models.BooleanField()
    """Whether the ratings of those who are not charged stay as they are."""
    company = models.UUIDField(null=True)
    """The same in rated games of the same people (``games.results.companies``)."""
    tally = models.JSONField()

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "finished", "-ended_at", "-seat"],
                name="games_results_of_a_user",
            ),
            # What strangers may see of a user.
            models.Index(
                fields=["user", "-ended_at", "-seat"],
                condition=models.Q(open=True, finished=True),
                name="games_open_results_of_a_user",
            ),
            models.Index(
                fields=["bot_accounts", "players", "ended_at", "game"],
                condition=models.Q(rated=True),
                name="games_rated_results",
            ),
            models.Index(
                fields=["company", "ended_at", "game"],
                condition=models.Q(company__isnull=False),
                name="games_results_of_a_company",
            ),
        ]

    def __str__(self) -> str:
        return f"Seat {self.seat_id}: place {self.place}"


class PlayerStatistics(models.Model):
    """A user's tallies over games of one size and kind."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="statistics",
        db_index=False,
    )
    players = models.PositiveSmallIntegerField()
    among_people = models.BooleanField()
    tally = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "players", "among_people"], name="games_statistics_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"Statistics of user {self.user_id} with {self.players} players"


class HeadToHead(models.Model):
    """How often a user finished ahead of, level with and behind another."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    games = models.PositiveIntegerField()
    ahead = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    behind = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "opponent"], name="games_head_to_head_unique"),
        ]
        indexes = [models.Index(fields=["user", "-games"], name="games_frequent_opponents")]

    def __str__(self) -> str:
        return f"User {self.user_id} against user {self.opponent_id}"


class Ledger(models.Model):
    """The row to lock while a game's end goes into statistics and ratings."""

    recounted_to = models.BigIntegerField(null=True)
    """The last game counted anew of all that are to be; null: all are."""
    rating_anew = models.BooleanField(default=False)
    """Whether all ratings are being worked out anew."""
    rated_anew_at = models.DateTimeField(null=True)
    """When all ratings were last worked out anew; null: never."""

    def __str__(self) -> str:
        return "The ledger"
