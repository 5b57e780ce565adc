"""What components are made of."""

from collections.abc import Iterable, Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

Field = serializers.Field[Any, Any, Any, Any]

ENUMS: dict[str, dict[str, Any]] = {}
"""Named choices, which the library would repeat wherever they are used (``schema.complete``)."""


class Component(serializers.Serializer[None]):
    """An object; more keys may come in later versions."""


class Exact(Component):
    """An object with exactly these keys."""


class _Closed(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class: Any = Exact
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        found = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**found, "additionalProperties": False}


class _ClosedBody(_Closed):  # type: ignore[no-untyped-call]
    target_class = "games.api.bodies.StrictSerializer"


@extend_schema_field(
    {"type": "string", "pattern": "^(10|[1-9])/(10|[1-9])$", "example": "3/7"},
)
class _Card(serializers.CharField):
    """A card."""


def card_field(help_text: str = "`3/7`: top 3, bottom 7.") -> Field:
    """Return a field with a card, the way up that it is held or lies."""
    return _Card(help_text=help_text)


def cards_field(**limits: Any) -> Field:
    """Return a field of cards, from left to right."""
    return serializers.ListField(child=card_field(), **limits)


def seat_field(**limits: Any) -> Field:
    """Return a field with the number of a seat."""
    return serializers.IntegerField(min_value=0, max_value=4, **limits)


def seats_field(**limits: Any) -> Field:
    """Return a field with numbers of seats."""
    # Generators of clients wrap a limited number in a list in a class of its own.
    return serializers.ListField(child=serializers.IntegerField(), max_length=5, **limits)


def place(help_text: str) -> Field:
    """Return a field with a place in a hand."""
    return serializers.IntegerField(min_value=0, max_value=50, help_text=help_text)


def whole(help_text: str = "", **limits: Any) -> Field:
    """Return a field with a count."""
    return serializers.IntegerField(min_value=0, help_text=help_text, **limits)


def for_each_seat(child: Field, help_text: str, **limits: Any) -> Field:
    """Return a field with an entry for each seat."""
    return serializers.ListField(child=child, max_length=5, help_text=help_text, **limits)


def fixed(value: str) -> Field:
    """Return a field that always says ``value``."""

    @extend_schema_field({"type": "string", "const": value})
    class Fixed(serializers.CharField):
        """One text."""

    return Fixed()


def enum(name: str, values: Iterable[str | int], description: str) -> dict[str, str]:
    """Return a reference to a component of that ``name``, for one of ``values``."""
    listed = [*values]
    kind = "string" if isinstance(listed[0], str) else "integer"
    ENUMS[name] = {"type": kind, "enum": listed, "description": description}
    return {"$ref": f"#/components/schemas/{name}"}


def choice(name: str, values: Iterable[str], description: str) -> type[Field]:
    """Return a kind of field for one of ``values``, a component of that ``name``."""

    @extend_schema_field(enum(name, values, description))
    class Choice(serializers.CharField):
        """One of some texts."""

    return Choice


def either(
    name: str, kinds: Mapping[str, type[serializers.Serializer[Any]]]
) -> PolymorphicProxySerializer:
    """Return a component ``name`` that is one of ``kinds``, told apart by ``type``."""
    return PolymorphicProxySerializer(
        component_name=name, serializers={**kinds}, resource_type_field_name="type"
    )


def field_of(component: PolymorphicProxySerializer) -> type[Field]:
    """Return a kind of field that holds ``component``."""

    @extend_schema_field(component)
    class Held(Field):
        """A value with a component of its own."""

    return Held
