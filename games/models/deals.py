"""Deals that are played more than once."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.games import Game
from games.models.identifiers import IdentifierField


class SharedDeal(models.Model):
    """A finished game against bots whose deal others may play, by a link."""

    source = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="shared_deal")
    address = IdentifierField(max_length=16, unique=True, length=16)
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"The deal of game {self.source_id}"


class DealCopy(models.Model):
    """A game with the deal of another."""

    deal = models.ForeignKey(SharedDeal, on_delete=models.CASCADE, related_name="copies")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="copied_deal")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="copied_deals",
    )
    unseen = models.BooleanField()
    """Whether the player had not seen how the source went, as far as the site can know."""

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                F("deal"), F("player"), condition=Q(player__isnull=False), name="games_one_copy"
            ),
        ]

    def __str__(self) -> str:
        return f"A copy of deal {self.deal_id}"


class DealOfTheDay(models.Model):
    """One round of four that everybody plays on the same day (UTC), in the same chair."""

    day = models.DateField()
    programs = models.BooleanField(default=False)
    """Whether programs play it; people have another."""
    number = models.PositiveIntegerField()
    """How many days there have been, this one included."""
    commitment = models.CharField(max_length=64)
    bots = models.CharField(max_length=80)
    """Their names by seat, from 1, with spaces between."""
    expert_points = models.SmallIntegerField(null=True)
    """What the expert made of it; null until a worker has played it."""
    expert_moves = models.JSONField(null=True)
    """All moves of the round with the expert in that chair, each as seat and move."""

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["day", "programs"], name="games_one_deal_a_day"),
        ]

    def __str__(self) -> str:
        return f"The deal of {self.day}"


class DaySecret(models.Model):
    """The secret behind a day's deal.

    Until the day is over, only the module that deals may read it.
    """

    deal = models.OneToOneField(
        DealOfTheDay, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    secret = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"The secret of deal {self.deal_id}"


class DayEntry(models.Model):
    """Somebody's try at a day's deal."""

    deal = models.ForeignKey(DealOfTheDay, on_delete=models.PROTECT, related_name="entries")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="day_entry")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="day_entries",
    )
    """Null: their account has another try of that day, which stands."""
    counts = models.BooleanField()
    """Whether it is in the distribution, once it ended on its day."""
    ranked = models.BooleanField()
    """Whether it is in the tables of the week and the month too."""
    ended_at = models.DateTimeField(null=True)
    points = models.SmallIntegerField(null=True)
    grades = models.CharField(max_length=400, blank=True)
    """The expert's, one for each decision, with spaces between; empty until a worker has looked."""

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                F("deal"), F("player"), condition=Q(player__isnull=False), name="games_one_try"
            ),
        ]
        indexes = [
            models.Index(
                F("ended_at"),
                condition=Q(grades="", ended_at__isnull=False),
                name="games_day_to_judge",
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.game_id} of a day"


class DayScore(models.Model):
    """How many made so many points of a day's deal: added up as games end."""

    deal = models.ForeignKey(DealOfTheDay, on_delete=models.CASCADE, related_name="scores")
    points = models.SmallIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["deal", "points"], name="games_score_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.points} points: {self.count}"


class DayStanding(models.Model):
    """A player's points of a week's or a month's deals: added up as games end."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="day_standings"
    )
    is_month = models.BooleanField()
    since = models.DateField()
    """The first day of the week (a Monday) or of the month."""
    points = models.SmallIntegerField()
    days = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["player", "is_month", "since"], name="games_standing_of_player"
            ),
        ]
        indexes = [
            models.Index(
                "is_month", "since", F("points").desc(), "days", name="games_day_standings"
            ),
        ]

    def __str__(self) -> str:
        return f"Player {self.player_id} since {self.since}"
