"""Deals that are played more than once."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.games import Game
from games.models.identifiers import IdentifierField


class SharedDeal(models.Model):
    """A finished game against bots whose deal others may play, by a link."""

    source = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="shared_deal")
    address = IdentifierField(max_length=16, unique=True, length=16)
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"The deal of game {self.source_id}"


class DealCopy(models.Model):
    """A game with the deal of another."""

    deal = models.ForeignKey(SharedDeal, on_delete=models.CASCADE, related_name="copies")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="copied_deal")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="copied_deals",
    )
    unseen = models.BooleanField()
    """Whether the player had not seen how the source went, as far as the site can know."""

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                F("deal"), F("player"), condition=Q(player__isnull=False), name="games_one_copy"
            ),
        ]

    def __str__(self) -> str:
        return f"A copy of deal {self.deal_id}"
