"""Moderators' cases, what they note there, and their ready texts."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class CaseKind(models.TextChoices):
    """What opens a case."""

    REPORTS = "reports", _("reports")
    APPEAL = "appeal", _("an appeal")


class CaseAbout(models.TextChoices):
    """The kind of a case’s subject."""

    PLAYER = "player", _("a player")
    GAME = "game", _("a game")


class CaseState(models.TextChoices):
    """Whether a case waits for moderators."""

    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class Case(models.Model):
    """What moderators decide on together: all reports about one player, or about one game."""

    kind = models.CharField(
        _("what opened it"), max_length=10, choices=CaseKind, default=CaseKind.REPORTS
    )
    about = models.CharField(_("about"), max_length=10, choices=CaseAbout)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="cases",
        verbose_name=_("player"),
    )
    game = models.ForeignKey(
        Game, on_delete=models.SET_NULL, null=True, related_name="cases", verbose_name=_("game")
    )
    state = models.CharField(_("state"), max_length=10, choices=CaseState, default=CaseState.OPEN)
    urgent = models.BooleanField(_("urgent"), default=False)
    opened_at = models.DateTimeField(_("opened"))
    waiting_since = models.DateTimeField(_("waiting since"))
    """When it was opened, opened again or became urgent."""
    waits = models.PositiveSmallIntegerField(default=1)
    """How many times it began to wait."""
    closed_at = models.DateTimeField(_("closed"), null=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("on it"),
    )
    taken_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(kind="reports", about="player", state="open"),
                name="games_open_case_of_a_player",
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(kind="reports", about="game", state="open"),
                name="games_open_case_of_a_game",
            ),
        ]
        indexes = [
            models.Index(
                fields=["-urgent", "waiting_since"],
                condition=Q(state="open"),
                name="games_cases_in_line",
            ),
            models.Index(fields=["-state", "-id"], name="games_cases_by_state"),
        ]

    def __str__(self) -> str:
        return f"Case {self.pk}"


class CaseLook(models.Model):
    """When a moderator last looked at a case; moderators see each other there."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="looks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["case", "user"], name="games_case_look")]

    def __str__(self) -> str:
        return f"User {self.user_id} looked at case {self.case_id}"


class CaseNote(models.Model):
    """A moderator’s note on a case or a player, for moderators alone."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, null=True, related_name="notes")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    text = models.CharField(max_length=2000)
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(case__isnull=True) | Q(player__isnull=True),
                name="games_note_on_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"Note {self.pk}"


class PresetUse(models.TextChoices):
    """What a ready text is for."""

    REASON = "reason", _("a reason, for those concerned")
    ANSWER = "answer", _("an answer, for those who reported")
    APPEAL = "appeal", _("an answer to an appeal")


class Preset(models.Model):
    """A ready text, which moderators choose and may change before they send it."""

    use = models.CharField(_("use"), max_length=10, choices=PresetUse)
    title = models.CharField(_("title"), max_length=60)
    text = models.CharField(_("text"), max_length=500)
    purpose = models.CharField(_("what it is for"), max_length=200, blank=True)
    order = models.PositiveSmallIntegerField(_("order"), default=100)

    class Meta:
        verbose_name = _("ready text")
        verbose_name_plural = _("ready texts")
        ordering = ["use", "order", "pk"]

    def __str__(self) -> str:
        return self.title


class CaseAlert(models.Model):
    """How soon a moderator is told of waiting cases."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    minutes = models.PositiveIntegerField(null=True)
    """Null: only of urgent ones."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"User {self.user_id} is told after {self.minutes} minutes"


class CaseMail(models.Model):
    """That a moderator is told of a waiting case: once for each time that it begins to wait."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    waits = models.PositiveSmallIntegerField()
    """Which time of the case’s waiting it is."""
    due = models.BooleanField(default=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    try_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["case", "user", "waits"], name="games_case_mail_once"),
        ]
        indexes = [
            models.Index(fields=["user"], condition=Q(due=True), name="games_case_mails_due"),
        ]

    def __str__(self) -> str:
        return f"Case {self.case_id} for user {self.user_id}"
