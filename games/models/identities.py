"""Who somebody is not called any more, and who somebody was as a guest."""

from django.conf import settings
from django.db import models


class TakenAwayName(models.Model):
    """A name that moderators took away: nobody is called so again unless they give it back."""

    key = models.CharField(max_length=450, unique=True)
    """The name as comparing sees it (``games.people.name_keys``)."""
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Taken away: {self.key}"


class FormerGuest(models.Model):
    """The key that somebody had as a guest: the audit log, which nobody changes, goes by it."""

    number = models.BigIntegerField(unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_guests"
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"User {self.user_id} was guest {self.number}"
