"""Users and their preferences."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

# Django finds models of an app here.
from accounts.apps_let_in.models import App, LetIn  # noqa: F401
from accounts.odd_sentences.models import OddSentence  # noqa: F401
from accounts.tokens.scopes import NOTED_EVERY, Scope
from games.people.name_keys import clean_name, name_key, name_look
from games.people.taste import LONGEST
from games.rest.reckoning import Rest, rest_of
from games.words.marks import BOT_MARK

if TYPE_CHECKING:
    from games.people.users import Player


class TellTurns(models.TextChoices):
    """When to tell a player of a turn."""

    ONCE = "once", _("At once")
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


new_link_key = partial(get_random_string, 16)
"""Return a random key for signed links."""


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
        help_text=_(
            "Mark as a bot account, for good: opponents see it, and it is rated among bot accounts "
            "alone."
        ),
    )
    last_seen = models.DateField(_("last seen"), null=True, blank=True)
    email_confirmed = models.BooleanField(_("email confirmed"), default=False)
    """Emails about games go only to a confirmed `email`."""
    address_confirmed_at = models.DateTimeField(null=True, editable=False)
    """Since when some address has been confirmed; null: none is."""

    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(
        _("language"), max_length=10, blank=True, default="", db_default="", editable=False
    )
    """Of ``settings.LANGUAGES``; guessed from the browser at first, empty until there was one."""
    quiet_week = models.CharField(
        _("quiet hours"), max_length=42, blank=True, default="", db_default="", editable=False
    )
    """A week of hours in the time zone (``games.rest.week``)."""
    holidays = models.TextField(
        _("holidays"), blank=True, default="", db_default="", editable=False
    )
    """One a line, those of the years before too (``games.rest.holidays``)."""
    appearance = models.CharField(_("appearance"), max_length=6, choices=Appearance, blank=True)
    taste = models.CharField(
        _("look and sound of tables"), max_length=LONGEST, blank=True, default="", db_default=""
    )
    """Choices with dots between (``games.people.taste``); empty for the browser's."""
    tell_turns = models.CharField(
        _("when to tell of turns"), max_length=8, choices=TellTurns, default=TellTurns.ONCE
    )
    unseen_minutes = models.PositiveSmallIntegerField(_("minutes unseen"), default=10)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily email"), default=8)
    most_a_day = models.PositiveSmallIntegerField(
        _("most notices a day"), null=True, blank=True, default=10, help_text=_("Empty: no limit.")
    )
    not_by_mail = models.CharField(_("not by email"), max_length=200, blank=True, default="")
    """Topics, with commas between; so are the next two."""
    not_by_push = models.CharField(_("not by push"), max_length=200, blank=True, default="")
    not_by_hook = models.CharField(_("not by webhook"), max_length=200, blank=True, default="")
    turn_links = models.BooleanField(_("emails may let them play without signing in"), default=True)
    """Never for those with a second step (``may_play_by_link``)."""
    plans_at_night = models.BooleanField(
        _("play my plans at night too"), default=True, db_default=True
    )
    """In quiet hours; friends may guess then that there was a plan."""
    link_key = models.CharField(max_length=16, default=new_link_key, editable=False)
    """Part of every signed link in emails: a new one ends them all."""
    feed_key = models.CharField(max_length=32, null=True, unique=True, editable=False)  # noqa: DJ001 (unique)
    """The secret part of the calendar feed's address; None if there is no feed."""
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
    may_be_listed = models.BooleanField(
        _("others may put them on their list of friends"), default=True, db_default=True
    )
    shows_presence = models.BooleanField(
        _("friends see when they are here"), default=False, db_default=False
    )
    practice_from_games = models.BooleanField(
        _("positions from their games may be practised"), default=False, db_default=False
    )
    """Of games that aren't open to all; without names, and once they have been over for a while."""

    class Meta(AbstractUser.Meta):
        verbose_name = _("player")  # type: ignore[assignment]  # the stubs know no lazy texts here
        verbose_name_plural = _("players")  # type: ignore[assignment]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(digest_hour__lt=24), name="accounts_user_digest_hour"
            ),
            models.CheckConstraint(
                condition=models.Q(unseen_minutes__gte=1, unseen_minutes__lte=1440),
                name="accounts_user_unseen_minutes",
            ),
        ]

    def get_short_name(self) -> str:
        if self.is_bot:
            # People's names can't contain brackets.
            return self.username + BOT_MARK
        return gettext("Guest") if self.is_guest else self.username

    def set_password(self, raw_password: str | None) -> None:
        """Set the password; end all signed links and the calendar feed's address."""
        super().set_password(raw_password)
        self.link_key = new_link_key()
        self.feed_key = None

    @property
    def rest(self) -> Rest:
        return rest_of(self.time_zone, self.quiet_week, self.holidays)

    @property
    def may_play_by_link(self) -> bool:
        """Whether a link in an email may play a turn; not for those with a second step."""
        from allauth.mfa.utils import is_mfa_enabled

        return self.turn_links and not is_mfa_enabled(self)

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


class GuestAddress(models.Model):
    """An email address that a guest has typed; once confirmed, it is their ``EmailAddress`` too."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="guest_address")
    address = models.EmailField()
    """In lower case."""
    key = models.CharField(max_length=16, blank=True, default="")
    """Part of the newest link; empty if no email with a link went out."""
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Address of guest {self.user_id}"


class AskedAddress(models.Model):
    """The last email that a guest had sent to an address, known by a fingerprint alone."""

    fingerprint = models.CharField(max_length=64, primary_key=True)
    sent_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Address asked at {self.sent_at}"


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

    # A session may outlive its account: `delete_account` ends those of an account, and when a guest
    # signs in to one, this browser's session goes on as the account's. Nobody waits for, or fails
    # at, an account that is being deleted.
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
