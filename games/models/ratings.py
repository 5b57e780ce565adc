"""Ratings, from rated games in the order they ended; ``rebuild`` recreates them.

A rating belongs to ``user``, or to ``former`` if the account is gone. People and bot accounts are
rated apart: no row of one kind follows from a game of the other (``bot_accounts``).
"""

from django.conf import settings
from django.db import models

from games.models.chairs import Seat
from games.models.games import Game


class Rating(models.Model):
    """A player's rating for one number of players.

    Somebody whose account became a bot account keeps what they had as a person, shown nowhere.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="ratings",
        db_index=False,
    )
    former = models.UUIDField(null=True)
    players = models.PositiveSmallIntegerField()
    bot_accounts = models.BooleanField(default=False, db_default=False)
    """Whether it is one among bot accounts."""
    mu = models.FloatField()
    sigma = models.FloatField()
    sure = models.FloatField()
    """Mean less two deviations, by which leaderboards are ordered."""
    games = models.PositiveIntegerField()
    people = models.PositiveIntegerField()
    """Different people played against in these games."""
    listed = models.BooleanField()
    """Whether it is on the leaderboard: enough games and people, of what the account is now, and
    not hidden by choice."""
    provisional = models.BooleanField()
    """Whether it would be listed with enough games and people."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "players", "bot_accounts"], name="games_rating_of_a_user"
            ),
            models.UniqueConstraint(
                fields=["former", "players", "bot_accounts"], name="games_rating_of_a_former"
            ),
        ]
        indexes = [
            models.Index(
                fields=["bot_accounts", "players", "-sure", "id"],
                condition=models.Q(listed=True),
                name="games_leaderboard",
            ),
            models.Index(
                fields=["bot_accounts", "players", "-games", "id"],
                condition=models.Q(provisional=True),
                name="games_provisional_ratings",
            ),
        ]

    def __str__(self) -> str:
        return f"Rating of user {self.user_id} with {self.players} players"


class RatingChange(models.Model):
    """A rated game's effect on a player's rating."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="rating_change"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
    )
    former = models.UUIDField(null=True)
    players = models.PositiveSmallIntegerField()
    bot_accounts = models.BooleanField(default=False, db_default=False)
    """Whether the game was one among bot accounts."""
    number = models.PositiveIntegerField()
    """The player's rated games of this kind with this many players so far, this one included."""
    people = models.PositiveIntegerField()
    """Different people played against in these games."""
    weight = models.FloatField()
    """1/n for the n-th game within 30 days of the same people."""
    charged = models.BooleanField()
    """Whether the player took the last place for leaving or letting others play."""
    ended_at = models.DateTimeField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "bot_accounts", "players", "number"], name="games_rating_curve"
            ),
            models.Index(
                fields=["former", "bot_accounts", "players", "number"],
                condition=models.Q(former__isnull=False),
                name="games_rating_curve_of_former",
            ),
            models.Index(
                fields=["bot_accounts", "players", "ended_at", "game"], name="games_rating_order"
            ),
        ]

    def __str__(self) -> str:
        return f"What game {self.game_id} did to seat {self.seat_id}"


class RatedOpponent(models.Model):
    """Somebody against whom a player has been rated, from the first such game on.

    Both are named as ``games.results.companies`` names people.
    """

    change = models.ForeignKey(RatingChange, on_delete=models.CASCADE, related_name="first_met")
    players = models.PositiveSmallIntegerField()
    bot_accounts = models.BooleanField(default=False, db_default=False)
    owner = models.UUIDField()
    opponent = models.UUIDField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "opponent", "players", "bot_accounts"],
                name="games_rated_opponent_once",
            ),
        ]
        indexes = [models.Index(fields=["opponent"], name="games_rated_opponents")]

    def __str__(self) -> str:
        return f"Somebody first met in the change {self.change_id}"


class RatingsDue(models.Model):
    """Where recalculation for a number of players, of people or bot accounts, starts.

    No row: nowhere.

    Earlier ratings are right; later ones are shown until recalculated.
    """

    players = models.PositiveSmallIntegerField()
    bot_accounts = models.BooleanField(default=False, db_default=False)
    ended_at = models.DateTimeField()
    game_id = models.BigIntegerField()
    """The game at this point; it may no longer count, or exist."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["players", "bot_accounts"], name="games_ratings_due_once"
            ),
        ]

    def __str__(self) -> str:
        return f"Ratings with {self.players} players are due from {self.ended_at} on"


class OutOfRatings(models.Model):
    """A rated game that moderators took out of the ratings, whoever sat there."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="out_of_ratings"
    )
    since = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Game {self.game_id} counts in no rating"
