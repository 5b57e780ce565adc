"""A hand on the page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.choices import Choice
from games.pages.table.sets.gaps import gap_text
from games.pages.table.sets.offered import Offered, offered_sets
from games.pages.table.sets.picks import Bracket, Picks, brackets_below, picks_for
from games.rules.cards import Card, Cards, bottom, top
from games.rules.moves import Move, Scout
from games.rules.scouting import scouted_card, with_card
from games.rules.views import View
from games.words.amounts import cards_text
from games.words.kept import kept_per_language
from games.words.sets import Verdict

_NO_SLOTS = SafeString()


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card with its marks."""

    index: int
    card: Card
    label: str
    classes: str
    """Row breaks by screen width."""
    face: str
    """Empty, ``ok``, ``plan`` or ``no``."""
    checked: bool
    fresh: bool
    slots: SafeString = _NO_SLOTS
    """The gap on its left; for the last card, on both sides."""
    bracket: Bracket | None = None
    hinted: bool = False
    """Whether the shown hint is about it."""

    @property
    def marks(self) -> str:
        return f"{self.face} hinted".strip() if self.hinted else self.face


@dataclass(frozen=True, slots=True)
class HandBox:
    """The viewer's hand."""

    title: str
    short_title: str
    note: str
    count: int
    """For narrow screens, instead of the note."""
    legend: str
    classes: str
    cards: tuple[HandCard, ...]
    placing: bool
    picks: Picks | None
    plan: str = ""
    """The number of the order being composed; empty if none is."""


def rows(count: int) -> tuple[str, tuple[int, int, int]]:
    """Return classes, and even rows' lengths on tiny, narrow and wide screens."""

    def a_row(most: int) -> int:
        return ceil(count / ceil(count / most)) if count else 1

    tiny, narrow, wide = a_row(6), a_row(6 if count <= 12 else 7), a_row(12)
    one = " one" if count <= 12 else ""
    return f"row t{tiny} n{narrow} w{wide}{one}", (tiny, narrow, wide)


def _edges(index: int, count: int, a_row: tuple[int, int, int]) -> str:
    found = []
    for name, size in zip(("tiny", "narrow", "wide"), a_row, strict=True):
        if index and index % size == 0:
            found.append(f"{name}-start")
        if index % size == size - 1 and index < count - 1:
            found.append(f"{name}-end")
    return " ".join(found)


@kept_per_language
def card_label(card: Card, index: int, count: int) -> str:
    """Return ``"8, other side 10. Card 2 of 11"``, spoken."""
    return label_template().format(top=top(card), bottom=bottom(card), place=index + 1, count=count)


@kept_per_language
def label_template() -> str:
    """Return that label with placeholders."""
    return _("{top}, other side {bottom}. Card {place} of {count}")


def plain_cards(hand: Cards) -> tuple[str, tuple[HandCard, ...]]:
    """Return classes and cards of a hand only shown."""
    classes, a_row = rows(len(hand))
    return classes, tuple(
        HandCard(
            index=index,
            card=card,
            label=card_label(card, index, len(hand)),
            classes=_edges(index, len(hand), a_row),
            face="",
            checked=False,
            fresh=False,
        )
        for index, card in enumerate(hand)
    )


def hand_box(
    view: View,
    choice: Choice,
    verdict: Verdict | None,
    beaten: Cards,
    fresh: int | None,
    *,
    legal_sets: bool,
    plan: str = "",
) -> HandBox:
    """Return the viewer's hand.

    ``verdict`` judges the selection against ``beaten``; ``fresh`` indexes the last scouted card;
    ``legal_sets`` marks sets that may be shown; ``plan`` numbers the order being composed.
    """
    assert view.hand is not None
    if choice.mode and not choice.showing:
        return replace(_placing(view, choice), plan=plan)
    hand = view.hand
    if choice.showing and view.active_set and choice.end and choice.to is not None:
        card = scouted_card(view.active_set.cards, choice.end, choice.flip)
        hand, fresh = with_card(hand, choice.to, card), choice.to
    classes, a_row = rows(len(hand))
    playing = view.may_act and view.phase == "play"
    listing = (playing or bool(plan)) and legal_sets
    offered = offered_sets(hand, beaten) if listing else Offered()
    brackets = {}
    if playing and len(hand) <= 12 and not choice.at_once:
        brackets = brackets_below(hand, offered.sets)
    step_two = choice.showing and not choice.at_once
    good = "plan" if plan else "ok"
    face = "" if verdict is None else good if verdict.good else "no"
    return HandBox(
        title=_("Choose your show") if step_two else _("Your hand"),
        short_title=_("Your show") if step_two else _("Hand"),
        note=_("step 2 of 2") if step_two else _note(len(hand), plan=bool(plan)),
        count=len(hand) if (playing or plan) and not step_two else 0,
        legend=_legend(len(hand)),
        classes=classes,
        cards=tuple(
            HandCard(
                index=index,
                card=card,
                label=card_label(card, index, len(hand)),
                classes=_edges(index, len(hand), a_row),
                face=face if index in choice.cards else "",
                checked=index in choice.cards,
                fresh=index == fresh,
                bracket=brackets.get(index),
            )
            for index, card in enumerate(hand)
        ),
        placing=False,
        picks=picks_for(view, hand, offered, beaten, choice) if listing else None,
        plan=plan,
    )


def _note(count: int, *, plan: bool) -> str:
    cards = cards_text(count)
    return _("{cards}, choose as if it were your turn").format(cards=cards) if plan else cards


def _legend(count: int) -> str:
    return ngettext(
        "Your hand, {count} card, left to right", "Your hand, {count} cards, left to right", count
    ).format(count=count)


def _placing(view: View, choice: Choice) -> HandBox:
    assert view.hand is not None
    assert view.active_set is not None
    hand, to = view.hand, choice.to
    both = choice.mode == "both"
    note = _("step 1 of 2") if both else ""
    if choice.end is None:
        classes, plain = plain_cards(hand)
        return HandBox(
            title=_("Choose the card to scout"),
            short_title=_("Choose the card to scout"),
            note=note or _("it lies at an end of the set"),
            count=0,
            legend=_legend(len(hand)),
            classes=classes,
            cards=plain,
            placing=True,
            picks=None,
        )
    new = scouted_card(view.active_set.cards, choice.end, choice.flip)
    made = hand if to is None else with_card(hand, to, new)
    classes, a_row = rows(len(made))
    cards = []
    for index, card in enumerate(made):
        fresh = index == to
        # The index without the new card is also the number of the gap on the left.
        gap = index - (to is not None and index > to)
        cards.append(
            HandCard(
                index=index,
                card=card,
                label=card_label(card, index, len(made)),
                classes=_edges(index, len(made), a_row),
                face="",
                checked=False,
                fresh=fresh,
                slots=_NO_SLOTS if fresh else _slots(hand, gap, to),
            )
        )
    return HandBox(
        title=gap_title(top(new)),
        short_title=gap_title(top(new)),
        note=note or _("{count} gaps").format(count=len(hand) + 1),
        count=0,
        legend=_legend(len(hand)),
        classes=classes,
        cards=tuple(cards),
        placing=True,
        picks=None,
    )


def gap_title(number: int | str) -> str:
    """Ask for a gap for that card."""
    return _("Choose a gap for the {number}").format(number=number)


def _slots(hand: Cards, gap: int, to: int | None) -> SafeString:
    left = _slot(hand, gap, to)
    return left + _slot(hand, gap + 1, to) if gap == len(hand) - 1 else left


def _slot(hand: Cards, gap: int, to: int | None) -> SafeString:
    where = gap_text(hand, gap)
    label = _("Gap {number} of {count}, {where}").format(
        number=gap + 1, count=len(hand) + 1, where=where
    )
    return format_html(
        '<button class="slot{}" id="gap-{gap}" name="action" value="gap-{gap}" '
        'aria-label="{}" data-where="{}"{}></button>',
        " last" if gap == len(hand) else "",
        label,
        where,
        " hidden" if gap == to else "",
        gap=gap,
    )


def fresh_place(own_moves: Sequence[Move | None]) -> int | None:
    """Return where the viewer's last move put a card; None if it took none."""
    last = own_moves[-1] if own_moves else None
    return last.to if isinstance(last, Scout) else None
