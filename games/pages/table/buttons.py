"""The action bar's parts."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.cards import Cards
from games.rules.views import View
from games.words.amounts import cards_text
from games.words.names import told
from games.words.people import People
from games.words.rule_links import rule_text
from games.words.sets import OWN, Sentence, Verdict, numbers

GOOD, BAD, ASK, WAIT = ("good", "✓"), ("bad", "✕"), ("", "?"), ("", "…")


@dataclass(frozen=True, slots=True)
class Button:
    """A submit button."""

    value: str
    label: str
    classes: str
    icon: str = ""
    off: bool = False
    named: str = ""
    """The label with the chosen cards in place of ``OWN``."""
    unnamed: str = ""
    """The label while no cards are chosen."""
    of_plan: bool = False
    """Whether it changes the plan, not the table."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One of several joined buttons."""

    value: str
    label: str
    on: bool
    off: bool = False


@dataclass(frozen=True, slots=True)
class Compose:
    """A Scout's controls: side and gap."""

    sides: tuple[Segment, Segment]
    before: Segment
    after: Segment
    where: str
    makes: str
    effect: str


@dataclass(frozen=True, slots=True)
class Bar:
    """The action bar."""

    mark: str
    symbol: str
    title: str
    reason: str
    compose: Compose | None
    buttons: tuple[Button, ...]
    ask: tuple[str, str, str, str] | None = None
    """Mark, symbol, title and reason without a selection."""
    gain: str = ""
    """What a good choice leads to."""
    good: bool = False
    """Whether to show ``gain``."""
    refused: bool = False
    rule: str = ""
    """A section of the rules."""
    opener: Button | None = None
    """The way to the plan, for those who wait."""

    @property
    def rule_text(self) -> str:
        return rule_text(self.rule)


def said(
    mark: tuple[str, str],
    sentence: Sentence,
    buttons: tuple[Button, ...],
    compose: Compose | None = None,
) -> Bar:
    """Return a bar with one sentence."""
    return Bar(mark[0], mark[1], sentence.title, sentence.reason, compose, buttons)


def choosing(
    mark: tuple[str, str],
    ask: Sentence,
    gain: str,
    buttons: tuple[Button, ...],
    verdict: Verdict | None,
    refused: Sentence | None,
    *,
    good: tuple[str, str] = GOOD,
) -> Bar:
    """Return the bar for choosing cards: refusal, verdict or prompt; ``good`` marks a good one."""
    now, sentence = mark, ask
    if refused:
        now, sentence = BAD, refused
    elif verdict:
        now, sentence = (good if verdict.good else BAD), verdict.sentence
    return Bar(
        *now,
        sentence.title,
        sentence.reason,
        None,
        buttons,
        ask=(*mark, ask.title, ask.reason),
        gain=gain,
        good=not refused and verdict is not None and verdict.good,
        refused=refused is not None,
        rule=verdict.rule if verdict and not refused else "",
    )


def show_button(label: str, named: str, cards: Cards, verdict: Verdict | None) -> Button:
    """Return the Show button, naming judged ``cards``."""
    name = named.replace(OWN, numbers(cards)) if verdict and cards else label
    off = verdict is not None and not verdict.good
    return Button(
        "show", name, "main" if off else "main red", "up", off=off, named=named, unnamed=label
    )


def winnings(view: View, people: People, beaten: Cards) -> str:
    """Say what showing now would win."""
    if not beaten or not view.active_set:
        return ""
    owner = people[view.active_set.owner]
    template = _("You win {cards}.") if owner.me else _("You win {name}’s {cards}.")
    return told(template, name=owner.name, cards=cards_text(len(beaten)))
