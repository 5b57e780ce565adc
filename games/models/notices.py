"""What people are to be told by mail: rows with a due time, each taken once."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Stage(models.TextChoices):
    """Why somebody is to be told of a game."""

    TURN = "turn", _("a turn waits unseen")
    LAST_CALL = "last_call", _("little time is left")
    END = "end", _("the game is over")
    NUDGE = "nudge", _("somebody asks for a move")


class NoticeState(models.TextChoices):
    """What became of a notice."""

    DUE = "due", _("due")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("dropped: its reason was gone")
    FAILED = "failed", _("failed")


class Notice(models.Model):
    """A user is to be told about a game at ``due_at``, if the reason still holds then."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    seat = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    """The decision that is waited for; the last one for the end of a game."""
    stage = models.CharField(max_length=10, choices=Stage)
    due_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=NoticeState, default=NoticeState.DUE)
    attempts = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True)
    """When it was sent, dropped or given up."""

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            # One notice for a reason, however often the reason is noticed.
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
    """A mail that went out to a user: for the number a day, and for what comes back of it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sent_mails"
    )
    kind = models.CharField(max_length=10)
    """``turn``, ``digest``, ``last_call``, ``end``, or ``notice`` of the moderators."""
    message_id = models.CharField(max_length=200)
    """The provider's name for it, where there is one, else its Message-ID."""
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
    """A mail that a user's mailbox did not take for the time being."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="returned_mails"
    )
    message_id = models.CharField(max_length=200)
    returned_at = models.DateTimeField()

    class Meta:
        constraints = [
            # A provider tells of each try; they count as one mail.
            models.UniqueConstraint(fields=["user", "message_id"], name="games_returned_once"),
        ]

    def __str__(self) -> str:
        return f"A mail that came back from user {self.user_id}"
