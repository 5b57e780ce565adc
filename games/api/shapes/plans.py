"""Plans: orders for a seat's next turn."""

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games.api.shapes.moves import Scout, ScoutAndShow, Show, seq_field
from games.api.shapes.parts import Exact, card_field, field_of
from games.rules.orders import MOST_ORDERS

_CARD = (
    "The card that is scouted: the order fits if it lies, either way up, at an end of the Active "
    "Set then. `end` is what it then is."
)


class ShowOrder(Exact):
    """Played if the set may be shown then."""

    move = Show()


class ScoutOrder(Exact):
    """Played if the card may be scouted then."""

    move = Scout()
    card = card_field(_CARD)


class ScoutAndShowOrder(Exact):
    """Played if the card may be scouted then, and the set shown."""

    move = ScoutAndShow()
    card = card_field(_CARD)


Order = field_of(
    PolymorphicProxySerializer(
        component_name="Order",
        serializers=[ShowOrder, ScoutOrder, ScoutAndShowOrder],
        resource_type_field_name=None,
    )
)


class Plan(Exact):
    """Orders for your next turn. Their places are those of your hand as it is now."""

    seq = seq_field("The `seq` of the game when the plan was made.")
    orders = serializers.ListField(
        child=Order(), min_length=1, max_length=MOST_ORDERS, help_text="Most wanted first."
    )
