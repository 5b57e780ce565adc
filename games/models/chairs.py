"""Chairs that go from one player to another while a game runs.

The log says that a chair has a new player, and names nobody; who it was stands here.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game, Seat
from games.models.identifiers import IdentifierField


class ChairOffer(models.Model):
    """A kept chair that anybody with its link may take."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="offer"
    )
    link = IdentifierField(max_length=32, unique=True, length=24)
    """The secret part of its address."""
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"The offer of seat {self.seat_id}"


class FormerPlayer(models.Model):
    """Somebody whose chair another player has taken."""

    kind: str
    """Which badge the name has, where it was asked for (``games.people.former``)."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="former_players")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="former_seats",
        verbose_name=_("user"),
    )
    name = models.CharField(_("name"), max_length=40)
    """What they were called at the table."""
    was_guest = models.BooleanField(default=False, db_default=False)
    """Without a user: the name is a guest’s."""
    version = models.PositiveIntegerField()
    """The log’s row from which on the chair was another’s."""
    until = models.DateTimeField()
    """When the other sat down."""
    link = IdentifierField(max_length=32, unique=True, length=24)
    """Of the offer that was taken: who presses twice has sat down once."""

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["seat", "version"], name="games_former_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, at seat {self.seat_id} before version {self.version}"


class FormerResult(models.Model):
    """What counts of a game that is over for somebody whose chair another had taken: they left."""

    former = models.OneToOneField(
        FormerPlayer, on_delete=models.CASCADE, primary_key=True, related_name="result"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="former_results")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="former_results",
    )
    players = models.PositiveSmallIntegerField()
    among_people = models.BooleanField()
    finished = models.BooleanField()
    place = models.PositiveSmallIntegerField()
    """The last one, as for all who leave."""
    tally = models.JSONField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Former player {self.former_id}: place {self.place}"
