"""Imported records of games."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.identifiers import IdentifierField


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
