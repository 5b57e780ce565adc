"""The hint as values for the template."""

from dataclasses import dataclass

from games.pages.table.hint.about import About


@dataclass(frozen=True, slots=True)
class HintLine:
    """One of the best moves."""

    title: str
    short: str
    """The title, where the marks on the cards say which of them are meant."""
    points: str
    reason: str
    value: str
    """The action that chooses this move."""
    number: int
    """From 1."""
    shown: bool
    """Whether its cards are marked, and phones show it alone."""
    about: About
    """The cards it is about."""


@dataclass(frozen=True, slots=True)
class HintBox:
    """The hints panel."""

    lines: tuple[HintLine, ...]
    may_ask: bool
    silent: str = ""
    """Why there are no moves."""

    @property
    def shown(self) -> HintLine | None:
        return next((line for line in self.lines if line.shown), None)

    @property
    def before(self) -> int:
        """The number of the move before the one that is shown, round and round."""
        return (self.shown.number - 2) % len(self.lines) + 1 if self.shown else 1

    @property
    def after(self) -> int:
        return self.shown.number % len(self.lines) + 1 if self.shown else 1
