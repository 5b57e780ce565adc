"""Records that users brought along: games that were not necessarily played here."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import new_invitation


class ImportedRecord(models.Model):
    """A user's own copy of a record, checked by the rules when it was imported.

    Its address is all it takes to see it, so nobody can guess it.
    """

    public_id = models.CharField(_("address"), max_length=32, unique=True, default=new_invitation)
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
    """One JSON object, ``scout-record/1``, as it was given."""

    class Meta:
        verbose_name = _("imported record")
        verbose_name_plural = _("imported records")

    def __str__(self) -> str:
        return self.title
