"""Fields with defaults."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms

from games.lobby.terms import TERMS, Option, Terms


class Offered(forms.ChoiceField):
    """A choice whose missing or unknown values take the default."""

    widget = forms.RadioSelect

    def __init__(
        self, options: Callable[[], Sequence[Option]], *, default: Any, **more: Any
    ) -> None:
        """The middle option replaces an unlisted ``default``."""
        self.options, self.default = options, default
        super().__init__(
            choices=lambda: [(option.key, option.label) for option in options()],
            initial=lambda: self._usual().key,
            required=False,
            **more,
        )

    def bound_data(self, data: Any, initial: Any) -> Any:
        chosen = self._chosen(data)
        return chosen.key if chosen else initial

    def clean(self, value: Any) -> Any:
        return (self._chosen(value) or self._usual()).value

    def _chosen(self, key: Any) -> Option | None:
        return next((option for option in self.options() if option.key == key), None)

    def _usual(self) -> Option:
        offered = self.options()
        middle = offered[(len(offered) - 1) // 2]
        return next((option for option in offered if option.value == self.default), middle)


def offered(name: str) -> Offered:
    """Return a term's field."""
    term = TERMS[name]
    return Offered(
        term.offered, default=getattr(Terms(), name), label=term.label, help_text=term.note
    )
