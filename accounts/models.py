"""Users and their preferences."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.people.name_keys import clean_name, name_key, name_look

if TYPE_CHECKING:
    from games.people.users import Player


class TurnMail(models.TextChoices):
    """When to email a player about a turn."""

    EACH = "each", _("Each turn, if unseen for some minutes")
    DAILY = "daily", _("One a day")
    DEADLINE = "deadline", _("Only near deadlines")
    NONE = "none", _("None")


class Appearance(models.TextChoices):
    """A user's theme; empty for the browser's."""

    SYSTEM = "system", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class MailPause(models.TextChoices):
    """Why emails about games are paused."""

    BOUNCE = "bounce", _("The address does not exist")
    SOFT = "soft", _("Emails bounced for days")
    COMPLAINT = "complaint", _("An email was reported as spam")


class StatisticsAudience(models.TextChoices):
    """The audience of a player's statistics."""

    EVERYONE = "everyone", _("Everyone")
    TABLE = "table", _("Players in my games")
    NOBODY = "nobody", _("Only me")


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox brings no types
    """An account or a guest."""

    # Which names are allowed is decided in accounts/names.py.
    username = models.CharField(_("name"), max_length=150, unique=True)
    name_key = models.CharField(max_length=450, unique=True, editable=False)
    """What the name looks like in any case (``games.people.name_keys``).

    Of users from before there was one whose names look alike, all but the oldest have a line more.
    """
    name_look = models.CharField(max_length=450, default="", db_index=True, editable=False)
    """What it looks like as it is written."""
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(
        _("bot account"),
        default=False,
        help_text=_("Mark as a bot account: opponents see it, and it can’t play rated games."),
    )
    last_seen = models.DateField(_("last seen"), null=True, blank=True)
    email_confirmed = models.BooleanField(_("email confirmed"), default=False)
    """Emails about games go only to a confirmed `email`."""

    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    appearance = models.CharField(_("appearance"), max_length=6, choices=Appearance, blank=True)
    turn_mail = models.CharField(
        _("turn emails"), max_length=8, choices=TurnMail, default=TurnMail.EACH
    )
    turn_mail_minutes = models.PositiveSmallIntegerField(_("minutes unseen"), default=10)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily email"), default=8)
    game_end_mail = models.BooleanField(_("email when a game ends"), default=True)
    auto_next_game = models.BooleanField(_("go to the next game after a move"), default=False)
    mail_paused_reason = models.CharField(
        _("emails paused"), max_length=10, choices=MailPause, blank=True
    )
    statistics_audience = models.CharField(
        _("statistics visible to"),
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
        if self.is_bot:
            # People's names can't contain brackets.
            return gettext("{name} (bot)").format(name=self.username)
        return gettext("Guest") if self.is_guest else self.username

    def name_refusal(self, name: str) -> str:
        """Return why this user can't take ``name``, if so."""
        from accounts.names import refusal

        if clean_name(name) != name:
            return gettext("Use plain letters and single spaces.")
        return refusal(name, user=self)

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        key = name_key(self.username)
        if key != self.name_key.partition("\n")[0]:
            self.name_key = key
        self.name_look = name_look(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "name_key", "name_look"}
        super().save(*args, update_fields=update_fields, **kwargs)


if TYPE_CHECKING:
    # Users have what the games know of a player; mypy checks it here.
    _player: Player = User()


class Scope(models.TextChoices):
    """What a token allows."""

    READ = "read", _("read my games")
    PLAY = "play", _("read and play")


NOTED_EVERY = timedelta(minutes=5)
"""The shortest time between two records of a token's use."""


class AccessToken(AbstractAuthToken):
    """A program's token, shown once and stored as a hash."""

    public_id = models.UUIDField(unique=True, default=uuid4, editable=False)
    """For URLs; the primary key is the hash."""
    name = models.CharField(_("name"), max_length=40)
    scope = models.CharField(_("access"), max_length=4, choices=Scope, default=Scope.READ)
    last_used_at = models.DateTimeField(_("last used"), null=True)
    last_used_from = models.GenericIPAddressField(_("last used from"), null=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return str(self.name)

    @property
    def has_expired(self) -> bool:
        return self.expiry is not None and self.expiry <= timezone.now()

    def note_use(self, now: datetime, address: str | None) -> None:
        if self.last_used_at is None or now - self.last_used_at >= NOTED_EVERY:
            row = type(self).objects.filter(pk=self.pk)
            row.update(last_used_at=now, last_used_from=address)


class Session(AbstractBaseSession):
    """A browser's session and its account."""

    # A session may outlive its account: `delete_account` ends those of an account, and a guest's
    # becomes the account's. Nobody waits for, or fails at, an account that is being deleted.
    user = models.ForeignKey(
        User, on_delete=models.DO_NOTHING, null=True, related_name="+", db_constraint=False
    )

    class Meta(AbstractBaseSession.Meta):
        # No page of the admin shows sessions, so nobody needs a right to them.
        default_permissions = ()

    @classmethod
    def get_session_store_class(cls) -> type[Any]:
        engine = import_module(settings.SESSION_ENGINE)
        store: type[Any] = engine.SessionStore
        return store
