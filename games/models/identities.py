"""Names taken away, and former guests."""

from django.conf import settings
from django.db import models


class TakenAwayName(models.Model):
    """A name nobody can use until moderators return it."""

    key = models.CharField(max_length=450, unique=True)
    """As compared (``games.people.name_keys``)."""
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Taken away: {self.key}"


class FormerGuest(models.Model):
    """A former guest's key in the audit log."""

    number = models.BigIntegerField(unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_guests"
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"User {self.user_id} was guest {self.number}"
