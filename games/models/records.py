"""Records of games, finished here or imported."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.identifiers import IdentifierField


class GameRecord(models.Model):
    """What the log says of a finished game that counts; ``rebuild`` recreates it."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="record"
    )
    ended_at = models.DateTimeField()
    address = models.CharField(max_length=16)
    """The game's. Records of games that ended at the same time are in this order."""
    open = models.BooleanField()
    """Whether anybody may list it."""
    packed = models.BinaryField()
    """Two lines of JSON, compressed: the record, and what of its ``meta`` never changes."""

    class Meta:
        indexes = [
            models.Index(
                fields=["ended_at", "address"],
                condition=models.Q(open=True),
                name="games_records_open",
            ),
        ]

    def __str__(self) -> str:
        return f"The record of game {self.game_id}"


class ImportedRecord(models.Model):
    """A user's copy of a record, visible to anyone with its URL."""

    public_id = IdentifierField(_("address"), max_length=32, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="imported_records",
        verbose_name=_("owner"),
    )
    title = models.CharField(_("title"), max_length=80)
    players = models.PositiveSmallIntegerField(_("players"))
    imported_at = models.DateTimeField(_("imported"))
    record = models.TextField(_("record"))

    class Meta:
        verbose_name = _("imported record")
        verbose_name_plural = _("imported records")

    def __str__(self) -> str:
        return self.title
