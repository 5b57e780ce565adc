"""Unguessable identifiers for URLs."""

from typing import Any

from django.db import models
from django.utils.crypto import get_random_string

# No letters or digits that look alike.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


# Django's field takes no type arguments at run time.
class IdentifierField(models.CharField):  # type: ignore[type-arg]
    """A unique text of ``length`` random letters and digits (4.95 bits each).

    Migrations see a plain ``CharField``, to be independent of this module.
    """

    def __init__(self, *args: Any, length: int = 24, **kwargs: Any) -> None:
        self.length = length
        super().__init__(*args, **kwargs)

    def has_default(self) -> bool:
        return True

    def get_default(self) -> str:
        return get_random_string(self.length, _ALPHABET)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", list(args), kwargs
