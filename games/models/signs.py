"""Signs of unfair play for moderators, and the marks that some follow from.

None of it is acted on by itself, and players are shown none of it.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class MarkKind(models.TextChoices):
    """What a mark is made of."""

    BROWSER = "browser", _("a browser")
    """The random value of the browser's form cookie."""
    MACHINE = "machine", _("a kind of browser in a network")
    NETWORK = "network", _("a network")


class Mark(models.Model):
    """A keyed hash of where a user was signed in on a day; gone after 30 days."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=7, choices=MarkKind)
    digest = models.CharField(max_length=32)
    day = models.DateField()

    class Meta:
        # No page of the admin shows it.
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["user", "day", "kind", "digest"], name="games_mark_once"
            ),
        ]
        indexes = [
            models.Index(fields=["digest", "user"], name="games_marks_alike"),
            models.Index(fields=["day"], name="games_marks_by_day"),
        ]

    def __str__(self) -> str:
        return f"A mark of user {self.user_id}"


class BannedAddress(models.Model):
    """A keyed hash of an email address whose account was deleted under a ban."""

    digest = models.CharField(max_length=64, unique=True)
    deleted_at = models.DateTimeField()
    until = models.DateTimeField()
    """When it is forgotten: with the end of the ban, after two years at the latest."""

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["until"], name="games_banned_addresses")]

    def __str__(self) -> str:
        return f"An address of an account deleted at {self.deleted_at}"


class SignKind(models.TextChoices):
    """What a sign is about."""

    SECOND = "second", _("One person, two accounts")
    RETURNED = "returned", _("Back after a ban")
    PAIR = "pair", _("One-sided rated pair")
    RATING = "rating", _("Results far from the rating")
    EXPERT = "expert", _("Moves like the expert’s")
    STALLING = "stalling", _("Holding up lost games")
    CHAT = "chat", _("Words on the list")


class Strength(models.TextChoices):
    """What a sign is worth."""

    STRONG = "strong", _("strong")
    SOME = "some", _("some")
    AGAINST = "against", _("against")
    """More speaks against it than for it."""


class Sign(models.Model):
    """Something about a player, or a pair of them, that a moderator may want to look at."""

    kind = models.CharField(_("what about"), max_length=8, choices=SignKind)
    strength = models.CharField(_("strength"), max_length=7, choices=Strength)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        verbose_name=_("other player"),
    )
    """Of a one-sided pair the one who loses; of two accounts the newer."""
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("game")
    )
    figures = models.JSONField(default=dict)
    """What it is said of (``games.order.signs.sentences``)."""
    weight = models.FloatField(default=0)
    """How much there is of it; a dismissed sign comes back early only if this grows."""
    first_seen_at = models.DateTimeField(_("first seen"))
    last_seen_at = models.DateTimeField(_("last seen"))
    dismissed_until = models.DateTimeField(_("not a sign until"), null=True)
    """Null: it is listed."""
    dismissed_weight = models.FloatField(null=True)

    class Meta:
        verbose_name = _("sign")
        verbose_name_plural = _("signs")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind", "other"],
                condition=Q(other__isnull=False),
                name="games_sign_of_a_pair",
            ),
            models.UniqueConstraint(
                fields=["player", "kind", "game"],
                condition=Q(game__isnull=False),
                name="games_sign_in_a_game",
            ),
            models.UniqueConstraint(
                fields=["player", "kind"],
                condition=Q(other__isnull=True, game__isnull=True),
                name="games_sign_of_a_player",
            ),
            models.CheckConstraint(
                condition=Q(other__isnull=True) | ~Q(player=F("other")), name="games_sign_of_two"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-last_seen_at"], name="games_signs_of_a_player"),
            models.Index(
                fields=["kind", "-last_seen_at"],
                condition=Q(dismissed_until__isnull=True),
                name="games_signs_listed",
            ),
            models.Index(fields=["last_seen_at"], name="games_signs_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.get_strength_display()})"


class RatedPair(Sign):
    """The same row, for the list of one-sided rated pairs."""

    class Meta:
        proxy = True
        verbose_name = _("rated pair")
        verbose_name_plural = _("rated pairs")
        default_permissions = ("view",)


class SignWork(models.Model):
    """How far a task that works out signs has come."""

    name = models.CharField(max_length=10, unique=True)
    position = models.BigIntegerField(default=0)
    """The last key that was looked at; 0: it begins anew."""
    began_at = models.DateTimeField()
    """When this pass began."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Signs by {self.name} up to {self.position}"
