"""The ring and what beats it."""

from dataclasses import dataclass

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.choices import Choice
from games.pages.table.history import as_shown
from games.pages.table.plan.own import may_take
from games.rules.cards import Card, Cards, bottom, top
from games.rules.moves import End
from games.rules.scouting import left_in_ring, scouted_card
from games.rules.views import View
from games.words.amounts import count_word
from games.words.names import listed, told
from games.words.people import People
from games.words.sets import numbers, set_name, spoken, unbroken, what_beats, what_beats_briefly

MANY = 6
"""From here on, phones lack room for buttons beside the set."""


@dataclass(frozen=True, slots=True)
class ScoutButton:
    """A button beside an end of the Active Set."""

    value: str
    label: str
    short_label: str
    note: str
    short_note: str
    taking: bool


@dataclass(frozen=True, slots=True)
class RingCard:
    """A card of the Active Set."""

    card: Card
    classes: str


@dataclass(frozen=True, slots=True)
class Ring:
    """The ring."""

    avatar: SafeString | str
    title: str
    kind: str
    label: str
    """The whole set, for screen readers."""
    cards: tuple[RingCard, ...]
    many: bool
    left: ScoutButton | None
    right: ScoutButton | None
    sentence: SafeString


def ring_for(view: View, people: People, choice: Choice) -> Ring:
    """Return the ring for the viewer."""
    active = view.active_set
    if active is None:
        return Ring("", "", "", "", (), False, None, None, _empty_sentence(view, people))
    owner = people[active.owner]
    cards = active.cards
    if choice.showing and choice.end:
        rest = left_in_ring(cards, choice.end)
        title, kind = (
            (_("Left in the ring"), set_name(rest)) if rest else (_("The ring is empty"), "")
        )
        return Ring(
            avatar=owner.avatar,
            title=title,
            kind=kind,
            label=spoken(rest),
            cards=tuple(RingCard(card, "") for card in rest),
            many=len(rest) >= MANY,
            left=None,
            right=None,
            sentence=_planned_sentence(cards, choice.end)
            if choice.plans
            else _beat_it(view, rest)
            if choice.at_once and rest
            else _step_two_sentence(view, cards, rest, choice.end),
        )
    whole = len(as_shown(view.history)) == len(cards)
    if whole:
        title = told(_("Your set") if owner.me else _("{name}’s set"), name=owner.name)
    else:
        template = _("Left of your set") if owner.me else _("Left of {name}’s set")
        title = told(template, name=owner.name)
    plans = choice.plans and may_take(view, people)
    offers = plans or (view.may_act and view.phase == "play" and view.may_scout)
    taken = {"left": 0, "right": len(cards) - 1}.get(choice.end or "")
    return Ring(
        avatar=owner.avatar,
        title=title,
        kind=set_name(cards),
        label=spoken(cards),
        cards=tuple(
            RingCard(card, "taken" if index == taken else "") for index, card in enumerate(cards)
        ),
        many=len(cards) >= MANY,
        left=_button(view, cards, "left", choice) if offers else None,
        right=_button(view, cards, "right", choice) if offers and len(cards) > 1 else None,
        sentence=_planning_sentence(view) if plans else _sentence(view, people, cards),
    )


def _button(view: View, cards: Cards, end: End, choice: Choice) -> ScoutButton:
    card = scouted_card(cards, end)
    taking = choice.end == end
    wide, narrow = _("or flip to {number}"), _("or flip to {number}")
    if view.players == 2:
        wide, narrow = _("1 chip, or flip to {number}"), _("1 chip, or {number}")
    elif len(cards) > 2:
        narrow = _("or {number}")
    label = _("Taking {number}") if taking else _("Scout {number}")
    short = label
    if choice.plans:
        wide = narrow = _("or flip to {number}")
        label, short = _("Plan to take {number}"), _("Plan {number}")
    return ScoutButton(
        f"end-{end}",
        label.format(number=top(card)),
        short.format(number=top(card)),
        wide.format(number=bottom(card)),
        narrow.format(number=bottom(card)),
        taking,
    )


def _empty_sentence(view: View, people: People) -> SafeString:
    if view.phase == "over":
        text = _("The ring is empty.")
    elif view.turn is not None and not people[view.turn].me:
        text = told(_("The ring is empty. {name} may show any set."), name=people[view.turn].name)
    elif view.turn is None:
        text = _("The ring is empty until the first show.")
    else:
        text = _("The ring is empty. Show any set.")
    return conditional_escape(text)


def _sentence(view: View, people: People, cards: Cards) -> SafeString:
    assert view.active_set is not None
    if view.phase == "over" or view.turn is None:
        return conditional_escape("")
    if people[view.active_set.owner].me and not view.may_act:
        return conditional_escape(_("If nobody beats it, the round is yours."))
    # Also while a plan is about to act for the viewer.
    if people[view.turn].me:
        return _beat_it(view, cards)
    beaters = alternatives(what_beats(cards, view.players))
    return told(_("{name} beats it with {beaters}"), name=people[view.turn].name, beaters=beaters)


def _beat_it(view: View, cards: Cards) -> SafeString:
    beaters, briefly = (
        alternatives(say(cards, view.players)) for say in (what_beats, what_beats_briefly)
    )
    return _for_both_widths(
        format_html(_("Beat it with {beaters}"), beaters=beaters),
        format_html(_("Beat it: {beaters}"), beaters=briefly),
    )


def _planning_sentence(view: View) -> SafeString:
    """Say how many turns come first; with two players one turn may have many moves."""
    gone = _("This may be gone by then.")
    if view.turn is None or view.seat is None or view.players == 2:
        return conditional_escape(gone)
    count = (view.seat - view.turn) % view.players
    template = ngettext(
        "{Count} turn comes before yours.", "{Count} turns come before yours.", count
    )
    before = template.format(Count=count_word(count).capitalize())
    return format_html('{} <span class="wide-only">{}</span>', before, gone)


def _planned_sentence(cards: Cards, end: End) -> SafeString:
    number = top(scouted_card(cards, end))
    text = _("With the {number} taken, choose your show.").format(number=number)
    return conditional_escape(text)


def _step_two_sentence(view: View, cards: Cards, rest: Cards, end: End) -> SafeString:
    number = top(scouted_card(cards, end))
    if not rest:
        return conditional_escape(
            _("Your {number} is in hand and the ring is empty. Show any set.").format(number=number)
        )
    return _for_both_widths(
        format_html(
            _("Your {number} is in hand. Beat {rest} with {beaters}"),
            number=number,
            rest=unbroken(numbers(rest)),
            beaters=alternatives(what_beats(rest, view.players)),
        ),
        format_html(
            _("Beat it: {beaters}"),
            beaters=alternatives(what_beats_briefly(rest, view.players)),
        ),
    )


def _for_both_widths(wide: SafeString, narrow: SafeString) -> SafeString:
    return format_html(
        '<span class="wide-only">{}</span><span class="narrow-only">{}</span>', wide, narrow
    )


def alternatives(parts: list[str]) -> SafeString:
    """Join bold ``parts``: ``"8 or higher or any pair"``."""
    strong = [format_html("<strong>{}</strong>", part) for part in parts]
    if len(strong) == 1:
        return strong[0]
    if len(strong) == 2:
        return format_html(_("{first} or {last}"), first=strong[0], last=strong[1])
    return format_html(
        _("{first}, or {last}"),
        first=listed(strong[:-1]),
        last=strong[-1],
    )
