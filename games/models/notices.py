"""Notices: what to tell users by which way, each handled once; and what moderators tell them."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.moderation import ModerationAction


class PlayerNotice(models.Model):
    """The moderators' message to a player."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="moderators_notices"
    )
    text = models.CharField(max_length=2000)
    action = models.ForeignKey(
        ModerationAction,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name="notices",
    )
    """The act that it tells of; null for old ones, and for what no act says."""
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    mail_due = models.BooleanField(default=False)
    mail_at = models.DateTimeField(null=True)
    """When to retry the email; null: at once."""
    mail_attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["user", "-id"], name="games_notices_of_a_player"),
            models.Index(
                fields=["user"],
                condition=models.Q(read_at__isnull=True),
                name="games_notices_unread",
            ),
            models.Index(
                fields=["id"], condition=models.Q(mail_due=True), name="games_notices_to_mail"
            ),
        ]

    def __str__(self) -> str:
        return f"Notice {self.pk} to user {self.user_id}"


class Way(models.TextChoices):
    """How a user is told."""

    SITE = "site", _("in the list of news")
    MAIL = "mail", _("by email")
    PUSH = "push", _("on a phone or computer")
    HOOK = "hook", _("by a webhook")


class Stage(models.TextChoices):
    """Why a user gets a notice."""

    TURN = "turn", _("a turn waits unseen")
    LAST_CALL = "last_call", _("little time is left")
    NUDGE = "nudge", _("somebody asks for a move")
    INVITATION = "invitation", _("somebody invites the user by name")
    REMATCH = "rematch", _("somebody wants a rematch")
    SOON = "soon", _("the game starts within the hour")
    ALONE = "alone", _("nobody else sat down by the start")
    STARTED = "started", _("the game has begun")
    KEPT = "kept", _("a bot keeps the chair")
    TAKEN = "taken", _("somebody else plays on in the chair")
    PAUSED = "paused", _("the game is paused")
    OFFER = "offer", _("somebody offers to end the game unfinished")
    REWIND = "rewind", _("somebody asks to take moves back")
    FRIENDLY = "friendly", _("a rated game has become friendly")
    END = "end", _("the game is over")
    ANSWER = "answer", _("the moderators have answered or acted")
    HOOK_OFF = "hook_off", _("a webhook was switched off")


class Topic(models.TextChoices):
    """What a user can choose to be told of, by each way."""

    TURN = "turn", _("My turn")
    LAST_CALL = "last_call", _("Last call")
    NUDGE = "nudge", _("Nudge")
    INVITATION = "invitation", _("Invitation")
    REMATCH = "rematch", _("Rematch")
    KEPT = "kept", _("A bot keeps my chair")
    TABLE = "table", _("Start, pause, offer to end")
    END = "end", _("Game over")
    ANSWER = "answer", _("Answer to a report")


class HookForm(models.TextChoices):
    """What a hook is sent."""

    DISCORD = "discord", _("Discord")
    JSON = "json", _("JSON")


class NoticeState(models.TextChoices):
    """What became of a notice."""

    DUE = "due", _("due")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("dropped: its reason was gone")
    FAILED = "failed", _("failed")
    UNREAD = "unread", _("news not yet read")
    READ = "read", _("news that was read")


class Notice(models.Model):
    """Something to tell a user by one way, if its reason still holds.

    News on the site are never due: they are unread until their user reads them.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notices",
        verbose_name=_("player"),
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="notices")
    """None if it isn't about a game."""
    about = models.ForeignKey(
        PlayerNotice, on_delete=models.CASCADE, null=True, related_name="notices"
    )
    """The moderators' words, if it is about them."""
    seat = models.PositiveSmallIntegerField(default=0)
    """The user's seat; 0 where they have none yet."""
    seq = models.PositiveIntegerField(default=0)
    """The decision to make; the last one, if the game is over; 0 before it begins."""
    stage = models.CharField(max_length=10, choices=Stage)
    way = models.CharField(max_length=4, choices=Way, default=Way.MAIL, db_default=Way.MAIL)
    place = models.PositiveBigIntegerField(default=0, db_default=0)
    """The key of the destination, for pushes and hooks; otherwise 0."""
    due_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=NoticeState, default=NoticeState.DUE)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    """Until when a sender has it under way, and no other may send it; null: none has."""
    sent_as = models.CharField(max_length=100, blank=True, default="", db_default="")
    """The name of the message that is to tell it, from its claim until it is known to be sent."""
    told = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many times it has been sent: turns are told again until they are played."""
    shown = models.BooleanField(default=False, db_default=False)
    """Whether a device shows it, to be withdrawn once its reason is gone."""
    tag = models.CharField(max_length=40, blank=True, default="", db_default="")
    """Under what a device shows it, or is about to."""
    withdraw_at = models.DateTimeField(null=True, blank=True)
    """When to try again to withdraw it; null: its reason holds, as far as anybody knows."""
    withdraw_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            # One notice per reason and way, however often that reason is noticed.
            models.UniqueConstraint(
                fields=["user", "game", "seq", "seat", "stage", "way", "place"],
                name="games_notice_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state="due"), name="games_notice_due"
            ),
            models.Index(
                fields=["user"], condition=models.Q(state="unread"), name="games_notice_unread"
            ),
            models.Index(
                fields=["game"], condition=models.Q(shown=True), name="games_notice_shown"
            ),
            models.Index(fields=["user", "closed_at"], name="games_notice_of_a_user"),
        ]

    def __str__(self) -> str:
        return f"Notice {self.stage} of game {self.game_id} to user {self.user_id} by {self.way}"


class Destination(models.Model):
    """A device or webhook through which a user is told."""

    public_id = models.UUIDField(unique=True, default=uuid4, editable=False)
    """For addresses of pages."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="destinations"
    )
    way = models.CharField(max_length=4, choices=[(Way.PUSH, "push"), (Way.HOOK, "hook")])
    form = models.CharField(max_length=7, choices=HookForm, blank=True, default="")
    """What a hook is sent; empty for pushes."""
    address = models.CharField(max_length=1000)
    """Where to post: a push service's endpoint, or a hook's."""
    key = models.CharField(max_length=200, blank=True)
    """The device's public key (p256dh, base64url); empty for hooks."""
    secret = models.CharField(max_length=100)
    """The device's authentication secret (base64url), or the hook's signing secret."""
    name = models.CharField(_("name"), max_length=60)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True)
    """Since when every attempt has failed."""
    off_since = models.DateTimeField(null=True)
    """Since when nothing is sent: it failed for days, is gone, or its owner has a new password."""

    class Meta:
        default_permissions = ()
        constraints = [
            # A browser's device is told for whoever signed in there last.
            models.UniqueConstraint(
                fields=["address"], condition=models.Q(way="push"), name="games_device_once"
            ),
            models.UniqueConstraint(fields=["user", "address"], name="games_destination_once"),
        ]

    def __str__(self) -> str:
        return f"Destination {self.pk} of user {self.user_id}"


class SentNotice(models.Model):
    """Something sent by email, push or webhook: for the daily limit, and to match bounces."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sent_notices"
    )
    way = models.CharField(max_length=4, choices=Way, default=Way.MAIL, db_default=Way.MAIL)
    place = models.PositiveBigIntegerField(default=0, db_default=0)
    """The key of the destination; 0 for emails."""
    kind = models.CharField(max_length=10)
    """``turn``, ``nudge``, ``digest``, ``last_call``, ``news``, ``end``, or ``notice`` from the
    moderators."""
    message_id = models.CharField(max_length=200)
    """The provider's identifier, else the Message-ID; of pushes and hooks, ours."""
    sent_at = models.DateTimeField()

    class Meta:
        verbose_name = _("sent notice")
        verbose_name_plural = _("sent notices")
        indexes = [
            models.Index(fields=["user", "-sent_at"], name="games_mail_of_a_user"),
            models.Index(fields=["message_id"], name="games_mail_by_its_name"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to user {self.user_id} by {self.way}"


class ReturnedMail(models.Model):
    """An email a mailbox temporarily refused."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="returned_mails"
    )
    message_id = models.CharField(max_length=200)
    returned_at = models.DateTimeField()

    class Meta:
        constraints = [
            # Providers report every attempt; they count as one email.
            models.UniqueConstraint(fields=["user", "message_id"], name="games_returned_once"),
        ]

    def __str__(self) -> str:
        return f"A mail that came back from user {self.user_id}"
