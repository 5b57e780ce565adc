"""The users of the site, and what each of them likes."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.people.name_keys import name_key


class TurnMail(models.TextChoices):
    """When a player is told by mail that a turn waits."""

    EACH = "each", _("Each turn, after some minutes unseen")
    DAILY = "daily", _("One a day")
    DEADLINE = "deadline", _("Only near deadlines")
    NONE = "none", _("None")


class Appearance(models.TextChoices):
    """How the site is drawn for a user; empty: as the browser at hand was told."""

    SYSTEM = "system", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class MailPause(models.TextChoices):
    """Why no mails about games go to a user; empty: they do."""

    BOUNCE = "bounce", _("The address does not exist")
    SOFT = "soft", _("Mails came back for days")
    COMPLAINT = "complaint", _("A mail was reported as spam")


class StatisticsAudience(models.TextChoices):
    """Who sees a player's profile and statistics."""

    EVERYONE = "everyone", _("Everyone")
    TABLE = "table", _("Players of my games")
    NOBODY = "nobody", _("Nobody but me")


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox brings no types
    """A person who plays; a guest is a user without a password, known by a session alone."""

    # Which names there may be is for accounts/names.py to say.
    username = models.CharField(_("name"), max_length=150, unique=True)
    name_key = models.CharField(max_length=450, unique=True, editable=False)
    """The user name as comparing sees it: nobody else's may be the same."""
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(
        _("bot account"),
        default=False,
        help_text=_("Only programs play here: the others see that, and no game of it is rated."),
    )
    last_seen = models.DateField(_("last seen"), null=True, blank=True)
    email_confirmed = models.BooleanField(_("mail confirmed"), default=False)
    """Whether `email` was confirmed by its owner: mails about games go to no other address."""

    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    appearance = models.CharField(_("appearance"), max_length=6, choices=Appearance, blank=True)
    turn_mail = models.CharField(
        _("turn mails"), max_length=8, choices=TurnMail, default=TurnMail.EACH
    )
    turn_mail_minutes = models.PositiveSmallIntegerField(_("minutes unseen"), default=10)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily mail"), default=8)
    game_end_mail = models.BooleanField(_("mail when a game ends"), default=True)
    auto_next_game = models.BooleanField(_("go to the next game after a move"), default=False)
    mail_paused_reason = models.CharField(
        _("mails paused"), max_length=10, choices=MailPause, blank=True
    )
    statistics_audience = models.CharField(
        _("statistics seen by"),
        max_length=8,
        choices=StatisticsAudience,
        default=StatisticsAudience.EVERYONE,
    )
    on_leaderboards = models.BooleanField(_("on the leaderboards"), default=True)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(digest_hour__lt=24), name="accounts_user_digest_hour"
            ),
            models.CheckConstraint(
                condition=models.Q(turn_mail_minutes__gte=1, turn_mail_minutes__lte=1440),
                name="accounts_user_turn_mail_minutes",
            ),
        ]

    def get_short_name(self) -> str:
        """What the others at a table call this user."""
        if self.is_bot:
            # No name of a person may hold brackets.
            return gettext("{name} (bot)").format(name=self.username)
        return gettext("Guest") if self.is_guest else self.username

    def name_refusal(self, name: str) -> str:
        """Why this user may not be called ``name``, in a sentence; empty when they may."""
        from accounts.names import clean_name, refusal

        if clean_name(name) != name:
            return gettext("Write the name with plain letters and single spaces.")
        return refusal(name, user=self)

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Save the user, and with a name its key."""
        self.name_key = name_key(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(*args, update_fields=update_fields, **kwargs)


class Scope(models.TextChoices):
    """What a program with a token may do."""

    READ = "read", _("read my games")
    PLAY = "play", _("read and play")


NOTED_EVERY = timedelta(hours=1)
"""So often, at most, it is written down that a token was used."""


class AccessToken(AbstractAuthToken):
    """What a program signs in with; the token itself is told once and kept as a hash alone."""

    public_id = models.UUIDField(unique=True, default=uuid4, editable=False)
    """For addresses: the key of the row is the token's hash."""
    name = models.CharField(_("name"), max_length=40)
    scope = models.CharField(_("may"), max_length=4, choices=Scope, default=Scope.READ)
    last_used_at = models.DateTimeField(_("last used"), null=True)
    """To the hour."""

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return str(self.name)

    def note_use(self, now: datetime) -> None:
        """Write down that the token was used, unless that was done within the hour."""
        if self.last_used_at is None or now - self.last_used_at >= NOTED_EVERY:
            type(self).objects.filter(pk=self.pk).update(last_used_at=now)
