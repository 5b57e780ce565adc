"""Notices to send by email, each handled once."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Stage(models.TextChoices):
    """Why a user gets a notice."""

    TURN = "turn", _("a turn waits unseen")
    LAST_CALL = "last_call", _("little time is left")
    END = "end", _("the game is over")
    NUDGE = "nudge", _("somebody asks for a move")
    OFFER = "offer", _("somebody offers to end the game unfinished")
    FRIENDLY = "friendly", _("a rated game has become friendly")


class NoticeState(models.TextChoices):
    """What became of a notice."""

    DUE = "due", _("due")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("dropped: its reason was gone")
    FAILED = "failed", _("failed")


class Notice(models.Model):
    """A notice about a game, sent if its reason still holds."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    seat = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    """The decision to make; the last one, if the game is over."""
    stage = models.CharField(max_length=10, choices=Stage)
    due_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=NoticeState, default=NoticeState.DUE)
    attempts = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            # One notice per reason, however often that reason is noticed.
            models.UniqueConstraint(
                fields=["game", "seq", "seat", "stage"], name="games_notice_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state="due"), name="games_notice_due"
            ),
            models.Index(fields=["user", "closed_at"], name="games_notice_of_a_user"),
        ]

    def __str__(self) -> str:
        return f"Notice {self.stage} of game {self.game_id} to user {self.user_id}"


class SentMail(models.Model):
    """A sent email, for the daily limit and to match bounces."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sent_mails"
    )
    kind = models.CharField(max_length=10)
    """``turn``, ``digest``, ``last_call``, ``news``, ``end``, or ``notice`` from the moderators."""
    message_id = models.CharField(max_length=200)
    """The provider's identifier, else the Message-ID."""
    sent_at = models.DateTimeField()

    class Meta:
        verbose_name = _("sent mail")
        verbose_name_plural = _("sent mails")
        indexes = [
            models.Index(fields=["user", "-sent_at"], name="games_mail_of_a_user"),
            models.Index(fields=["message_id"], name="games_mail_by_its_name"),
        ]

    def __str__(self) -> str:
        return f"Mail {self.kind} to user {self.user_id}"


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
