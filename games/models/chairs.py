"""Seats, and chairs that go from one player to another while a game runs.

The log says that a chair has a new player, and names nobody; who it was stands here.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.identifiers import IdentifierField


class Seat(models.Model):
    """A seat, and the user or bot in it."""

    kind: str
    """Which badge the name has, where it was asked for (``games.people.kinds``)."""
    holidays: str | None
    """Its player's, where they were asked for with the kind; None without a player."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("user"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    name = models.CharField(_("name"), max_length=40)
    seen_seq = models.PositiveIntegerField(
        _("decision last seen"),
        null=True,
        blank=True,
        help_text=_("The last decision at which its player had the table open."),
    )
    quiet = models.BooleanField(
        _("quiet"),
        default=False,
        db_default=False,
        help_text=_("Its player wants to be told nothing about this game."),
    )
    nudged_seq = models.PositiveIntegerField(_("decision last nudged for"), null=True, blank=True)
    nudged_by = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The seat that nudged last.")
    )
    former = models.UUIDField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("The same on all seats of somebody whose account is gone."),
    )
    was_guest = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=_("Without a user: whoever sat here was a guest, and the name is a guest’s."),
    )
    taken_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("When its player sat down in another’s chair; empty: at the game’s start."),
    )
    part = models.CharField(
        max_length=32,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text=_("What its player adds to the shuffle; empty for bots and in old games."),
    )
    part_sent = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=_("The player’s browser or program sent the part; otherwise the site drew it."),
    )
    over_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("When the game was over, as its log says: for lists in that order."),
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "number"]
        indexes = [
            # Moderators search for games by the names of their players.
            models.Index(fields=["name"], name="games_seats_by_name"),
            # "My games" reads the games it shows, not all that the user ever played.
            models.Index(
                fields=["user"],
                condition=models.Q(over_at__isnull=True),
                name="games_seats_in_play",
            ),
            models.Index(
                fields=["user", "-over_at", "-id"],
                condition=models.Q(over_at__isnull=False),
                name="games_seats_over",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="games_seat_unique"),
            models.CheckConstraint(condition=models.Q(number__lt=5), name="games_seat_number"),
        ]

    def __str__(self) -> str:
        return self.name


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
