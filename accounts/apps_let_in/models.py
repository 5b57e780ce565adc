"""Apps, and who let them in."""

from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import AbstractApplication, ApplicationManager

from accounts.tokens.scopes import NOTED_EVERY, Scope

LONGEST_NAME = 40
LONGEST_PURPOSE = 200


class App(AbstractApplication):
    """A program by somebody else. It keeps no secret: whoever has it could read it there."""

    purpose = models.CharField(_("what it is for"), max_length=LONGEST_PURPOSE)
    home_page = models.URLField(_("home page"), blank=True, default="")
    name_key = models.CharField(max_length=450, unique=True, editable=False)
    """What the name looks like in any case (``games.people.name_keys``)."""

    objects = ApplicationManager()

    class Meta(AbstractApplication.Meta):
        verbose_name = _("app")
        verbose_name_plural = _("apps")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.name)

    def get_allowed_schemes(self) -> list[str]:
        """Return those of its addresses: each was checked when it was registered."""
        return [urlsplit(address).scheme for address in self.redirect_uris.split()]

    def redirect_uri_allowed(self, uri: str) -> bool:
        try:
            allowed: bool = super().redirect_uri_allowed(uri)
        except ValueError:
            # A port or a host that is none.
            return False
        return allowed

    def is_usable(self, request: object) -> bool:
        """Return whether its maker's account is open."""
        return bool(self.user is not None and self.user.is_active)


class LetIn(models.Model):
    """An app that a player has let in. Without this row none of its tokens is worth anything."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="+")
    scope = models.CharField(_("access"), max_length=4, choices=Scope, default=Scope.READ)
    let_in_at = models.DateTimeField()
    """When it was let in last."""
    last_used_at = models.DateTimeField(_("last used"), null=True)
    last_used_from = models.GenericIPAddressField(_("last used from"), null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "app"], name="accounts_letin_once"),
        ]

    def __str__(self) -> str:
        return f"App {self.app_id}, let in by user {self.user_id}"

    @classmethod
    def note_use(
        cls, pk: int, *, before: datetime | None, now: datetime, address: str | None
    ) -> None:
        """Store the app's last use; ``before`` is what is known of it."""
        if before is None or now - before >= NOTED_EVERY:
            cls.objects.filter(pk=pk).update(last_used_at=now, last_used_from=address)
