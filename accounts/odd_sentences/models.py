"""Sentences that somebody found odd."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST = 500


class OddSentence(models.Model):
    """What was sent, and where it stands. No path in it names a game, a player or a secret."""

    text = models.CharField(_("sentence"), max_length=LONGEST)
    suggestion = models.CharField(_("suggestion"), max_length=LONGEST, blank=True, default="")
    path = models.CharField(_("page"), max_length=200, blank=True, default="")
    """As ``/games/…/replay/``; empty if it is not known (``accounts.odd_sentences.places``)."""
    language = models.CharField(_("language"), max_length=10)
    """Of ``settings.LANGUAGES``."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("sent by"),
    )
    """Null for strangers, and once the account or guest is gone."""
    created_at = models.DateTimeField(_("sent"), auto_now_add=True)
    done_at = models.DateTimeField(_("done"), null=True, db_index=True)
    """When an administrator was done with it; null: it waits."""

    class Meta:
        default_permissions = ()
        verbose_name = _("odd sentence")
        verbose_name_plural = _("odd sentences")

    def __str__(self) -> str:
        return f"Odd sentence {self.pk}"
