"""Sets and comparisons in players' words."""

import itertools
import re
from functools import cache
from typing import Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.cards import HIGHEST, TOPS, Cards, bottom, top
from games.rules.sets import is_matching, strength
from games.words.amounts import count_word
from games.words.kept import kept_per_language
from games.words.names import ended, listed, plain, sentences


class Sentence(NamedTuple):
    """A verdict or refusal, and why or what to do."""

    title: str
    reason: str = ""

    @property
    def said(self) -> SafeString:
        """Both as one text, which may hold names with badges."""
        if not self.reason:
            return conditional_escape(self.title)
        return sentences(ended(self.title), self.reason)


class Verdict(NamedTuple):
    """Whether chosen cards may be shown, and why."""

    good: bool
    sentence: Sentence
    rule: str = ""
    """A section of the rules page; see ``games.words.rule_links``."""

    def advised(self, advice: str) -> "Verdict":
        title, reason = self.sentence
        return self._replace(sentence=Sentence(title, f"{reason} {advice}" if advice else reason))


@cache
def numbers(cards: Cards) -> str:
    """Join the top numbers: ``"6-5-4"``."""
    return "-".join(str(number) for number in cards.translate(TOPS))


def spoken(cards: Cards) -> str:
    """Name both sides for screen readers: ``"8, other side 10, 7, other side 2"``."""
    both = _("{top}, other side {bottom}")
    return plain(listed([both.format(top=top(card), bottom=bottom(card)) for card in cards]))


_SET = re.compile(r"\d+(?:-\d+)+")


def unbroken(text: str) -> SafeString:
    """Return HTML that keeps sets such as ``6-5-4`` unbroken."""
    return mark_safe(_SET.sub(r'<span class="set">\g<0></span>', conditional_escape(text)))  # noqa: S308 - escaped


@kept_per_language
def set_name(cards: Cards) -> str:
    """Name a set: ``"pair of 7s"``, ``"run 3 to 6"``."""
    tops = cards.translate(TOPS)
    if len(tops) == 1:
        return _("single {number}").format(number=tops[0])
    if is_matching(tops):
        if len(tops) == 2:
            return _("pair of {number}s").format(number=tops[0])
        return _("{count} {number}s").format(count=count_word(len(tops)), number=tops[0])
    return _("run {low} to {high}").format(low=min(tops), high=max(tops))


@kept_per_language
def what_beats(cards: Cards, players: int) -> list[str]:
    """List what beats ``cards``, weakest first: ``["a pair of 8s or higher", "any 3+ cards"]``."""
    tops = cards.translate(TOPS)
    size, low = len(tops), min(tops)
    higher = low < _highest(players)
    word = count_word(size)
    beaters = []
    if size == 1 and higher:
        beaters.append(_("{number} or higher").format(number=low + 1))
    elif size == 2 and is_matching(tops) and higher:
        beaters.append(_("a pair of {number}s or higher").format(number=low + 1))
    elif is_matching(tops) and higher:
        beaters.append(_("{count} {number}s or higher").format(count=word, number=low + 1))
    elif size > 1 and not is_matching(tops):
        if low + size <= _highest(players):
            beaters.append(
                _("a run of {count} from {number} up").format(count=word, number=low + 1)
            )
        beaters.append(_("any pair") if size == 2 else _("{count} alike").format(count=word))
    return [*beaters, _("any {count}+ cards").format(count=size + 1)]


@kept_per_language
def what_beats_briefly(cards: Cards, players: int) -> list[str]:
    """List the same, short enough for a phone."""
    tops = cards.translate(TOPS)
    size, low = len(tops), min(tops)
    higher = low < _highest(players)
    beaters = []
    if size == 1 and higher:
        beaters.append(_("{number}+").format(number=low + 1))
    elif size == 2 and is_matching(tops) and higher:
        beaters.append(_("pair of {number}s+").format(number=low + 1))
    elif is_matching(tops) and higher:
        beaters.append(_("{count} {number}s+").format(count=count_word(size), number=low + 1))
    elif size > 1 and not is_matching(tops):
        if low + size <= _highest(players):
            beaters.append(_("run from {number} up").format(number=low + 1))
        beaters.append(_("any pair") if size == 2 else _("{count} alike").format(count=size))
    return [*beaters, _("{count}+ cards").format(count=size + 1)]


def _highest(players: int) -> int:
    return HIGHEST - 1 if players == 3 else HIGHEST


Ground = Literal[
    "not_a_run",
    "not_a_set",
    "set",
    "fewer",
    "more",
    "outranks",
    "outranked",
    "higher",
    "not_higher",
    "higher_run",
    "equal_run",
    "lower_run",
]

_GOOD: frozenset[Ground] = frozenset({"set", "more", "outranks", "higher", "higher_run"})

_RULES: dict[Ground, str] = {"not_a_run": "show", "not_a_set": "show"}

_REASONS: dict[Ground, Promise] = {
    "outranks": gettext_lazy("Same size, and matching cards outrank a run."),
    "outranked": gettext_lazy("Same size, but matching cards outrank a run."),
    "higher": gettext_lazy("Same size, higher number."),
    "not_higher": gettext_lazy("Higher wins; equal isn’t enough."),
    "higher_run": gettext_lazy("Higher run."),
    "equal_run": gettext_lazy("Runs compare by their lowest card; equal isn’t enough."),
    "lower_run": gettext_lazy("Runs compare by their lowest card."),
}

_HIGHER = {1: gettext_lazy("Higher card."), 2: gettext_lazy("Higher pair.")}

OWN = "{set}"
"""A placeholder for the chosen cards."""


def judge(cards: Cards, active: Cards, *, left: bool = False) -> Verdict:
    """Judge whether ``cards`` beat ``active``, which may be empty, or be ``left`` by a Scout."""
    own, other = cards.translate(TOPS), active.translate(TOPS)
    ground = _ground(own, other)
    sentence = _verdict(ground, len(own), active, left=left)
    title = sentence.title.replace(OWN, numbers(cards))
    return Verdict(ground in _GOOD, sentence._replace(title=title), _rule(ground))


@kept_per_language
def verdicts(
    active: Cards, longest: int, *, left: bool = False
) -> dict[str, tuple[bool, str, str, str]]:
    """Return all verdicts on up to ``longest`` cards, by ground and number.

    Each is (good, title, reason, rule), with ``OWN`` for the cards. The page's script uses only
    these.
    """
    size = len(active)
    found: list[tuple[str, Ground, int]] = [("not_a_run", "not_a_run", 0)]
    found.append(("not_a_set", "not_a_set", 0))
    if not active:
        found.append(("set", "set", 0))
    else:
        found += [(f"fewer{count}", "fewer", count) for count in range(1, min(size, longest + 1))]
        found += [(ground, ground, size) for ground in _REASONS]
        found += [(f"more{count}", "more", count) for count in range(size + 1, longest + 1)]
    return {
        key: (ground in _GOOD, *_verdict(ground, count, active, left=left), _rule(ground))
        for key, ground, count in found
    }


def addition(hand: Cards, start: int, stop: int, active: Cards) -> str:
    """Say which neighbouring card makes ``hand[start:stop]`` beat ``active``, if any."""
    for first, last, index in ((start, stop + 1, stop), (start - 1, stop, start - 1)):
        if active and 0 <= first and last <= len(hand):
            made = hand[first:last]
            if strength(made.translate(TOPS)) > strength(active.translate(TOPS)):
                return addition_template(active).format(
                    number=hand[index : index + 1].translate(TOPS)[0], set=numbers(made)
                )
    return ""


@kept_per_language
def addition_template(active: Cards) -> str:
    """Return that sentence with ``{number}`` and ``{set}``."""
    return _("Add the {number}: {set} beats {other}.").format(
        number="{number}", set=OWN, other=numbers(active)
    )


def _ground(own: bytes, other: bytes) -> Ground:
    if not strength(own):
        steps = {abs(after - before) for before, after in itertools.pairwise(own)}
        return "not_a_run" if steps == {1} else "not_a_set"
    if not other:
        return "set"
    if len(own) != len(other):
        return "fewer" if len(own) < len(other) else "more"
    if is_matching(own) != is_matching(other):
        return "outranks" if is_matching(own) else "outranked"
    if len(own) == 1 or is_matching(own):
        return "higher" if own[0] > other[0] else "not_higher"
    if min(own) == min(other):
        return "equal_run"
    return "higher_run" if min(own) > min(other) else "lower_run"


def _rule(ground: Ground) -> str:
    return "" if ground in _GOOD else _RULES.get(ground, "beats")


def _verdict(ground: Ground, count: int, active: Cards, *, left: bool = False) -> Sentence:
    if ground == "not_a_run":
        return Sentence(_("{set} isn’t a run"), _("It must keep going up or keep going down."))
    if ground == "not_a_set":
        return Sentence(_("{set} isn’t a set"), _("Cards must match or run in steps of one."))
    if ground == "set":
        return Sentence(_("{set} is a set"), _("The ring is empty, so any set may be shown."))
    many, fewer = count_word(count).capitalize(), count_word(len(active))
    if ground == "fewer":
        title = ngettext(
            "{Count} card can’t beat {other}", "{Count} cards can’t beat {other}", count
        )
        return Sentence(
            title.format(Count=many, other=fewer),
            _("Show at least {count}.").format(count=len(active)),
        )
    title = _("{set} beats {other}") if ground in _GOOD else _("{set} doesn’t beat {other}")
    what = _("the {set} left").format(set=numbers(active)) if left else numbers(active)
    if left and ground in _GOOD:
        # What follows from it is more than one sentence, and there is room for no other.
        return Sentence(title.format(set=OWN, other=what))
    if ground == "more":
        reason = ngettext("{Count} card beats {other}.", "{Count} cards beat {other}.", count)
        reason = reason.format(Count=many, other=fewer)
    else:
        reason = str(
            _HIGHER.get(count, _REASONS[ground]) if ground == "higher" else _REASONS[ground]
        )
    return Sentence(title.format(set=OWN, other=what), reason)
