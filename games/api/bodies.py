"""What programs may send to open, join and start games."""

import re
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.bots.registry import BOTS
from games.lobby.opening import SUBSTITUTE, Terms

LEVELS = sorted(BOTS)
"""What a bot may be called."""
TEXT = "^[^\\u0000-\\u001f\\u007f]*$"
"""One line of text."""


class WholeNumber(serializers.IntegerField):
    """A whole number, as JSON writes it; no text that looks like one."""

    def to_internal_value(self, data: Any) -> int:
        """``data`` as an integer."""
        # To JSON 4.0 is a whole number too.
        if type(data) is not int and not (type(data) is float and data.is_integer()):
            self.fail("invalid")
        return int(data)


class YesOrNo(serializers.BooleanField):
    """True or false; no word or number that stands for one."""

    def to_internal_value(self, data: Any) -> bool:
        """``data`` as it is."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "string", "pattern": TEXT})
class Text(serializers.CharField):
    """One line of text; no number that could be written like that."""

    def __init__(self, **limits: Any) -> None:
        super().__init__(default="", allow_blank=True, **limits)

    def to_internal_value(self, data: Any) -> str:
        """``data`` as it is, without spaces around it."""
        if type(data) is not str or not re.search(TEXT, data):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "pattern": TEXT, "maxLength": 80})
class Name(Text):
    """What a game is called."""


@extend_schema_field({"type": "integer", "enum": [*settings.TURN_SECONDS, None]})
class TurnSeconds(WholeNumber):
    """One of the clocks that are offered here."""

    def to_internal_value(self, data: Any) -> int:
        """``data`` if games with that clock are offered."""
        value = super().to_internal_value(data)
        if value not in settings.TURN_SECONDS:
            offered = ", ".join(map(str, settings.TURN_SECONDS))
            raise serializers.ValidationError(
                _("One of these, or null: {seconds}.").format(seconds=offered)
            )
        return value


class StrictSerializer(serializers.Serializer[Any]):
    """A body in which keys that mean nothing are refused, lest a misspelt one is overlooked."""

    def to_internal_value(self, data: Any) -> Any:
        """The values of ``data``; ``ValidationError`` for unknown keys too."""
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError(
                {unknown[0]: [_("There is no such key.")]}, code="unknown"
            )
        return super().to_internal_value(data)


class NewGameBody(StrictSerializer):
    """The terms of a game to open: with more players than bots, and no bots if it is rated."""

    players = WholeNumber(min_value=2, max_value=5, default=4)
    bots = serializers.ListField(
        child=serializers.ChoiceField(choices=LEVELS),
        default=list,
        max_length=4,
        help_text="The levels of the bots; they take the last seats.",
    )
    name = Name(max_length=80, help_text="Empty: a name is made up.")
    turn_seconds = TurnSeconds(
        allow_null=True, default=24 * 3600, help_text="Time for a turn; null: no clock."
    )
    open = YesOrNo(default=False, help_text="Whether anybody may join and watch.")
    rated = YesOrNo(default=False)
    show_legal_sets = YesOrNo(default=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """``attrs`` if a seat is left for the one who opens the game."""
        if len(attrs["bots"]) >= attrs["players"]:
            raise serializers.ValidationError({"bots": [_("One seat is yours.")]})
        return attrs

    def terms(self) -> Terms:
        """The terms that were asked for."""
        body = dict(self.validated_data)
        bots = body.pop("bots")
        first = body["players"] - len(bots)
        return Terms(**body, bots={first + i: level for i, level in enumerate(bots)})


class JoinBody(StrictSerializer):
    """How to sit down."""

    invitation = Text(help_text="The last part of the game’s link, where one is needed.")


class StartBody(StrictSerializer):
    """Who takes the empty seats."""

    level = serializers.ChoiceField(choices=LEVELS, default=SUBSTITUTE)


class EmptyBody(StrictSerializer):
    """Nothing needs to be said."""
