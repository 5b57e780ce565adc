"""Positions to practise, and how often their answers were right."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class PracticeKind(models.TextChoices):
    """What a position asks."""

    SCOUT = "scout", _("When to scout")
    BOTH = "both", _("When to spend Scout & Show")
    GAP = "gap", _("Which gap")
    SHOW = "show", _("What to show, and when to end it")


class PracticePosition(models.Model):
    """A seat's view at a decision whose best move is far ahead: no name, no date, no game."""

    public_id = models.CharField(max_length=24, unique=True)
    """A digest of the view: each position is made once. New ones are asked in this order."""
    players = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=PracticeKind)
    view = models.JSONField()
    """``scout-view/1``, without the legal moves."""
    options = models.JSONField()
    """The judged moves with their points, best first."""
    expert = models.CharField(max_length=16)
    """A digest of the bot that judged."""
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    """With which it goes; no page says it. Null for those that come with the site."""

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["kind", "public_id"], name="games_practice_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"Practice position {self.public_id}"


class PracticeCard(models.Model):
    """A position that a user has answered, and when it comes back."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    position = models.ForeignKey(PracticePosition, on_delete=models.CASCADE, related_name="cards")
    state = models.JSONField()
    """Of the spaced repetition: a card of FSRS."""
    due_at = models.DateTimeField()
    grade = models.CharField(max_length=6)
    """Of the last answer (``games.bots.reviewing.grades.Grade``)."""
    answers = models.PositiveIntegerField(default=1)
    right = models.PositiveIntegerField(default=0)
    """Answers that were the best move."""

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "position"], name="games_practice_card_once"),
        ]
        indexes = [models.Index(fields=["user", "due_at"], name="games_practice_due")]

    def __str__(self) -> str:
        return f"User {self.user_id} at practice position {self.position_id}"
