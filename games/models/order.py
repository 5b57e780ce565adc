"""What follows from reports and acts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.cases import Case
from games.models.moderation import ModerationAction


class AppealOutcome(models.TextChoices):
    """What became of an appeal."""

    WAITING = "waiting", _("waiting")
    GRANTED = "granted", _("granted")
    UPHELD = "upheld", _("the decision stays")


class Appeal(models.Model):
    """A player’s disagreement with an act: one text, once."""

    # The audit log outlives what it is about, so its key is no constraint.
    action = models.ForeignKey(
        ModerationAction,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="appeals",
        verbose_name=_("about"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="appeals",
        verbose_name=_("player"),
    )
    case = models.OneToOneField(
        Case, on_delete=models.CASCADE, related_name="appeal", verbose_name=_("case")
    )
    text = models.CharField(_("in their words"), max_length=1000)
    created_at = models.DateTimeField(_("appealed"))
    outcome = models.CharField(
        _("outcome"), max_length=10, choices=AppealOutcome, default=AppealOutcome.WAITING
    )
    answer = models.CharField(_("answer"), max_length=500, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["action", "user"], name="games_appeal_once"),
        ]
        indexes = [models.Index(fields=["outcome", "id"], name="games_appeals_in_line")]

    def __str__(self) -> str:
        return f"Appeal {self.pk}"


class MonthInOrder(models.Model):
    """A month (UTC) of moderation in numbers, worked out by a task."""

    month = models.DateField(primary_key=True)
    """Its first day."""
    reports = models.PositiveIntegerField()
    """Made in this month."""
    answered = models.PositiveIntegerField()
    """Closed in this month."""
    median_minutes = models.PositiveIntegerField(null=True)
    """From a report to its answer; null if none was answered."""
    acts = models.JSONField()
    """How many by kind."""
    appeals = models.PositiveIntegerField(default=0)
    """Made in this month."""
    granted = models.PositiveIntegerField(default=0)
    """Decided in this month."""
    upheld = models.PositiveIntegerField(default=0)
    counted_at = models.DateTimeField()
    """Final if it is after the end of the month."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Moderation in {self.month:%Y-%m}"
