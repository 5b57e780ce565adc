"""The API's tables."""

from django.conf import settings
from django.db import models


class IdempotencyKey(models.Model):
    """A POST sent with an ``Idempotency-Key``, and what it did."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request = models.CharField(max_length=64)
    """SHA-256 of path and body."""
    status = models.PositiveSmallIntegerField(null=True)
    """None for moves, of which the log tells."""
    game = models.CharField(max_length=16, default="")
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="games_idempotency_key_once"),
        ]
        indexes = [models.Index(fields=["created_at"], name="games_idempotency_age")]

    def __str__(self) -> str:
        return f"Key of user {self.user_id}"
