"""Reports, blocks, sanctions, and the unchangeable audit log."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from games.models.cases import Case
from games.models.games import Game
from games.models.people import ChatMessage


class ReportKind(models.TextChoices):
    """What a report is about."""

    GAME = "game", _("a game")
    MESSAGE = "message", _("a message")
    NAME = "name", _("a name")
    PLAYER = "player", _("a player")


class ReportReason(models.TextChoices):
    """Why a player reports."""

    INSULT = "insult", _("Insults or hate")
    THREATS = "threats", _("Threats")
    SELF_HARM = "self_harm", _("Somebody may harm themselves")
    CHILDREN = "children", _("A child is in danger")
    CHEATING = "cheating", _("Cheating")
    SECOND_ACCOUNT = "second_account", _("A second account")
    STALLING = "stalling", _("Holding up the game")
    SPAM = "spam", _("Advertising or spam")
    NAME = "name", _("A name that won’t do")
    PRIVACY = "privacy", _("Somebody’s private details")
    OTHER = "other", _("Something else")


class ReportState(models.TextChoices):
    """The outcome of a report."""

    OPEN = "open", _("waiting")
    ACTED = "acted", _("acted upon")
    DECLINED = "declined", _("no action")


class ActionKind(models.TextChoices):
    """What a moderator does."""

    HIDE_MESSAGE = "hide_message", _("Hide the message")
    SHOW_MESSAGE = "show_message", _("Show the message again")
    RENAME = "rename", _("Rename the player")
    MUTE = "mute", _("Mute")
    UNMUTE = "unmute", _("Lift the mute")
    WARN = "warn", _("Warn")
    WITHDRAW_WARNING = "withdraw_warning", _("Withdraw the warning")
    SUSPEND = "suspend", _("Suspend")
    UNSUSPEND = "unsuspend", _("Lift the suspension")
    BAN = "ban", _("Ban")
    UNBAN = "unban", _("Lift the ban")
    NAME_BACK = "name_back", _("Give the old name back")
    PAUSE = "pause", _("Pause the game")
    RESUME = "resume", _("Let the game go on")
    EXTEND = "extend", _("Extend the deadline")
    REWIND = "rewind", _("Take moves back")
    PUT_BOT = "put_bot", _("Put a bot in a seat")
    GIVE_BACK = "give_back", _("Give a seat back")
    VOID = "void", _("Void the game")
    UNRATE = "unrate", _("Take the game out of the ratings")
    RATE_AGAIN = "rate_again", _("Count the game in the ratings again")
    RENAME_GAME = "rename_game", _("Rename the game")
    CLOSE_GAME = "close_game", _("Close the game")
    OPEN_HANDS = "open_hands", _("Open the hands")
    CLOSE_REPORT = "close_report", _("Close the report")
    """In old rows of the audit log: today reports are closed with their case."""
    GRANT_APPEAL = "grant_appeal", _("Grant the appeal")
    UPHOLD = "uphold", _("Uphold the decision")
    CLOSE_CASE = "close_case", _("Close the case")
    REOPEN_CASE = "reopen_case", _("Open the case again")
    DISMISS_SIGN = "dismiss_sign", _("Not a sign")


class ModerationAction(models.Model):
    """A row of the audit log."""

    kind = models.CharField(_("action"), max_length=20, choices=ActionKind)
    created_at = models.DateTimeField(_("when"))
    reason = models.CharField(_("reason"), max_length=500)
    # No row may change, even if an account is deleted, so the keys have no constraints.
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name="+",
        verbose_name=_("moderator"),
    )
    moderator_name = models.CharField(max_length=150)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name="+",
        verbose_name=_("player"),
    )
    player_name = models.CharField(max_length=150, blank=True)
    game = models.ForeignKey(
        Game,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name="moderation_actions",
        verbose_name=_("game"),
    )
    game_name = models.CharField(max_length=80, blank=True)
    report = models.ForeignKey(
        "Report", on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="+"
    )
    case = models.ForeignKey(
        Case, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="actions"
    )
    message = models.ForeignKey(
        ChatMessage, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="+"
    )
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("audit log entry")
        verbose_name_plural = _("audit log entries")
        ordering = ["-pk"]
        default_permissions = ("view",)
        permissions = [("moderate", "Can act as a moderator")]
        indexes = [
            models.Index(fields=["player", "-id"], name="games_actions_on_a_player"),
            models.Index(fields=["game", "-id"], name="games_actions_in_a_game"),
            models.Index(fields=["moderator", "-id"], name="games_actions_of_a_moderator"),
            # Names as they were, in upper or lower case.
            models.Index(Upper("player_name"), name="games_actions_by_player_name"),
            models.Index(Upper("moderator_name"), name="games_actions_by_their_name"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.created_at:%Y-%m-%d %H:%M})"


class Report(models.Model):
    """A player's report, with a copy of its subject."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    kind = models.CharField(_("about"), max_length=10, choices=ReportKind)
    reason = models.CharField(_("reason"), max_length=20, choices=ReportReason)
    text = models.CharField(_("in their words"), max_length=500, blank=True)
    quote = models.CharField(_("as it was"), max_length=500, blank=True)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="reports",
        verbose_name=_("reported by"),
    )
    game = models.ForeignKey(
        Game,
        on_delete=models.SET_NULL,
        null=True,
        related_name="reports",
        db_index=False,
        verbose_name=_("game"),
    )
    message = models.ForeignKey(
        ChatMessage, on_delete=models.SET_NULL, null=True, related_name="reports"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="reports_about",
        verbose_name=_("player"),
    )
    state = models.CharField(
        _("state"), max_length=10, choices=ReportState, default=ReportState.OPEN
    )
    answer = models.CharField(_("answer"), max_length=500, blank=True)
    created_at = models.DateTimeField(_("reported"))
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["state", "id"], name="games_reports_in_line"),
            # Every page of a moderator asks which cases are about their own games.
            models.Index(fields=["game", "case"], name="games_reports_in_a_game"),
        ]

    def __str__(self) -> str:
        return f"Report {self.pk}: {self.get_kind_display()}, {self.get_reason_display()}"


class Block(models.Model):
    """A player's wish to avoid another."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="games_block_once"),
            models.CheckConstraint(
                condition=~models.Q(blocker=models.F("blocked")), name="games_block_others"
            ),
        ]

    def __str__(self) -> str:
        return f"User {self.blocker_id} blocks user {self.blocked_id}"


class SanctionKind(models.TextChoices):
    """What a sanction does."""

    WARNING = "warning", _("warned")
    MUTE = "mute", _("muted")
    SUSPENSION = "suspension", _("suspended")
    BAN = "ban", _("banned")


class Sanction(models.Model):
    """A player's sanction, in force or past."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(_("sanction"), max_length=10, choices=SanctionKind)
    reason = models.CharField(_("reason"), max_length=500)
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), null=True)
    """Null: until lifted or, for a warning, read."""
    ended_at = models.DateTimeField(_("lifted or read"), null=True)
    # The audit log outlives what it is about, so its keys are no constraints.
    action = models.ForeignKey(
        ModerationAction,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name="sanctions",
    )
    """The act that put it; null for old ones."""

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["player", "kind"],
                condition=models.Q(ended_at__isnull=True),
                name="games_sanctions_that_stand",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} since {self.since:%Y-%m-%d}"
