"""Bodies of requests."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.shapes.games import SAID
from games.api.shapes.parts import enum
from games.bots.offered import MIDDLING, may_be_asked_for
from games.fairness.parts import PART, Brought
from games.lobby.terms import LONGEST_NAME, SWITCHES, Terms
from games.rules.cards import PLAYER_COUNTS
from games.words.control_characters import bad_text

_USUAL = Terms()
TEXT = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"
"""One line, without control characters."""
PLAIN = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$"
"""What a parameter may hold: tabs and lines, too."""


class WholeNumber(serializers.IntegerField):
    """A whole number, not a string."""

    def to_internal_value(self, data: Any) -> int:
        # To JSON 4.0 is a whole number too.
        if type(data) is not int and not (type(data) is float and data.is_integer()):
            self.fail("invalid")
        return int(data)


class YesOrNo(serializers.BooleanField):
    """True or false, not a word or number."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "string", "pattern": TEXT})
class Text(serializers.CharField):
    """One line of text, not a number."""

    def __init__(self, *, needed: bool = False, **limits: Any) -> None:
        """Unless ``needed``, it may be left out."""
        if not needed:
            limits["default"] = ""
        super().__init__(allow_blank=True, **limits)

    def to_internal_value(self, data: Any) -> str:
        if type(data) is not str:
            self.fail("invalid")
        if not re.search(TEXT, data):
            raise bad_text()
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "pattern": TEXT, "maxLength": LONGEST_NAME})
class Name(Text):
    """What a game is called."""


@extend_schema_field(enum("TurnSeconds", settings.TURN_SECONDS, "A time for a turn."))
class TurnSeconds(WholeNumber):
    """A clock that is offered here."""

    def to_internal_value(self, data: Any) -> int:
        value = super().to_internal_value(data)
        if value not in settings.TURN_SECONDS:
            offered = ", ".join(map(str, settings.TURN_SECONDS))
            raise serializers.ValidationError(
                _("One of these, or null: {seconds}.").format(seconds=offered)
            )
        return value


@extend_schema_field({"type": "string", "format": "date-time"})
class Moment(serializers.Field[datetime, Any, Any, Any]):
    """A time with its zone."""

    def to_internal_value(self, data: Any) -> datetime:
        try:
            at = parse_datetime(data) if type(data) is str else None
        except ValueError:
            at = None
        if at is None or at.utcoffset() is None:
            raise serializers.ValidationError(
                _("A time with its zone, like 2026-11-29T20:00:00+01:00, or null.")
            )
        return at


@extend_schema_field(
    enum(
        "Bot",
        may_be_asked_for(),
        "A bot to ask for. `easy`, `steady` and `expert` stand for `pip`, `mabel` and `ada`.",
    )
)
class BotName(serializers.ChoiceField):
    """A bot to seat."""

    def __init__(self, **options: Any) -> None:
        """The library makes its fields anew for each body."""
        super().__init__(choices=may_be_asked_for(), **options)


class StrictSerializer(serializers.Serializer[Any]):
    """A body that refuses unknown keys, so that no misspelt one is overlooked."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            return super().to_internal_value(data)
        unknown = {key: [_("There is no such key.")] for key in sorted({*data} - {*self.fields})}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({**unknown, **error.detail}) from None  # type: ignore[dict-item]
        if unknown:
            raise serializers.ValidationError(unknown)
        return value


class HexField(serializers.RegexField):
    """Lower-case hexadecimal digits: not a number, and nothing around them."""

    def __init__(self, pattern: str, **kwargs: Any) -> None:
        super().__init__(pattern, trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        # A "$" in the pattern would let a line's end pass.
        if type(data) is not str or "\n" in data:
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "pattern": PART})
class PartField(HexField):
    """A player's part in the shuffle."""

    def __init__(self) -> None:
        super().__init__(
            PART,
            default=None,
            allow_null=True,
            help_text="Your part in the shuffle: 16 random bytes, as 32 lower-case hexadecimal "
            "digits. Without it the site draws one, and says so.",
        )


@extend_schema_field({"type": "string", "pattern": "^[0-9a-f]{64}$"})
class CommitmentField(HexField):
    """A commitment that the site made before."""

    def __init__(self) -> None:
        super().__init__(
            "^[0-9a-f]{64}$",
            default=None,
            allow_null=True,
            help_text="From `POST /api/v1/commitments/`: the game is dealt from what the site "
            "committed to before it knew your part. Good for one game and one hour.",
        )


class NewGameBody(StrictSerializer):
    """The terms of a game to open.

    There must be fewer bots than players, and none if it is rated: anything else is refused with
    422 `bad_request` or `bad_terms`.
    """

    players = WholeNumber(
        min_value=min(PLAYER_COUNTS), max_value=max(PLAYER_COUNTS), default=_USUAL.players
    )
    bots = serializers.ListField(
        child=BotName(),
        default=list,
        max_length=max(PLAYER_COUNTS) - 1,
        help_text="The bots, who take the last seats. None sits twice: instead of one who is "
        "there, the nearest in strength sits down.",
    )
    name = Name(max_length=LONGEST_NAME, help_text="Empty: a name is made up.")
    turn_seconds = TurnSeconds(
        allow_null=True, default=_USUAL.turn_seconds, help_text="Time for a turn; null: no clock."
    )
    starts_at = Moment(
        allow_null=True,
        default=_USUAL.starts_at,
        help_text="When it begins, 10 minutes to 60 days from now, with bots in the seats that are "
        "free then; null: as soon as all seats are taken.",
    )
    open = YesOrNo(default=_USUAL.open, help_text="Whether anybody may join and watch.")

    part = PartField()
    commitment = CommitmentField()

    def brought(self) -> Brought:
        return brought(self.validated_data)

    def get_fields(self) -> dict[str, Any]:
        switches = {
            name: YesOrNo(default=getattr(_USUAL, name), help_text=SAID[name]) for name in SWITCHES
        }
        return {**super().get_fields(), **switches}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs["bots"]) >= attrs["players"]:
            raise serializers.ValidationError({"bots": [_("One seat is yours.")]})
        return attrs

    def terms(self) -> Terms:
        body = dict(self.validated_data)
        del body["part"], body["commitment"]
        bots = body.pop("bots")
        first = body["players"] - len(bots)
        return Terms(**body, bots={first + i: level for i, level in enumerate(bots)})


def brought(read: Mapping[str, Any]) -> Brought:
    """Return what a body brings to the deal."""
    return Brought(read["part"] or "", read.get("commitment") or "")


class RematchBody(StrictSerializer):
    """What you bring to the deal of a rematch."""

    part = PartField()
    commitment = CommitmentField()

    def brought(self) -> Brought:
        return brought(self.validated_data)


class JoinBody(StrictSerializer):
    """How to sit down."""

    part = PartField()

    invitation = Text(help_text="The last part of the game’s link, where one is needed.")


class StartBody(StrictSerializer):
    """The bots for the empty seats."""

    level = BotName(
        default=MIDDLING, help_text="Further seats go to those nearest to this one in strength."
    )


class KeepBody(StrictSerializer):
    """The chair on which a bot is put."""

    seat = WholeNumber(
        min_value=0, max_value=max(PLAYER_COUNTS) - 1, help_text="The number of the silent seat."
    )


@extend_schema_field(enum("RewindAction", ["ask", "agree", "decline"], "What to say."))
class RewindAction(serializers.ChoiceField):
    """What is said about moves that are taken back."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(["ask", "agree", "decline"], **kwargs)


class RewindBody(StrictSerializer):
    """What to say about moves that are taken back."""

    action = RewindAction(help_text="To decline withdraws what you ask yourself.")
    to = WholeNumber(
        min_value=0, help_text="Names the first move that is undone, as `turns` and `asked` do."
    )


class EmptyBody(StrictSerializer):
    """No fields."""
