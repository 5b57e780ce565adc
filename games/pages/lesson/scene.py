"""The lesson's scenes, each left by one press."""

import json
from dataclasses import dataclass, field
from itertools import combinations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.lesson.first_hand import BOLD, CALM, ME, NAMES, history
from games.pages.table.hands import card_label
from games.pages.table.moves.data import round_moves
from games.pages.table.ring import alternatives
from games.rules.cards import Card, Cards, top
from games.rules.scouting import with_card
from games.rules.state import RoundState
from games.words.amounts import cards_text
from games.words.people import avatar
from games.words.sets import Sentence, judge, numbers, set_name, spoken, what_beats


@dataclass(frozen=True, slots=True)
class Press:
    """A button that leads to ``go`` or shows ``hint``."""

    label: str
    go: str = ""
    hint: Sentence | None = None
    classes: str = ""
    icon: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot with its counters."""

    number: int
    name: str
    avatar: SafeString
    owner: bool
    in_hand: int
    won: int
    chips: int
    chips_word: str
    coins: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonRing:
    """The Active Set."""

    avatar: SafeString
    title: str
    kind: str
    cards: tuple[tuple[Card, str], ...]
    label: str
    sentence: SafeString
    left: Press | None = None
    right: Press | None = None
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A card of my hand."""

    index: int
    card: Card
    label: str
    fresh: bool
    slot: Press | None = None


@dataclass(frozen=True, slots=True)
class LessonHand:
    """My hand."""

    title: str
    note: str
    cards: tuple[LessonCard, ...]
    selecting: bool = False
    placing: bool = False
    last_slot: Press | None = None

    @property
    def classes(self) -> str:
        count = len(self.cards)
        return f"row t{count} n{count} w{count} one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One thing to learn, and one to do."""

    name: str
    step: int
    """Show, Scout, or both."""
    title: str
    text: str
    ring: LessonRing
    hand: LessonHand
    opponents: tuple[Opponent, ...]
    question: Sentence
    hint: Sentence
    news: tuple[tuple[SafeString, str], ...] = ()
    sides: tuple[Press, ...] = ()
    makes: str = ""
    buttons: tuple[Press, ...] = ()
    selections: dict[str, dict[str, str | bool]] = field(default_factory=dict)
    """The answer to each selection; one leads on."""
    after: str = ""
    """The scene before it, if moves are made in between."""
    moves: tuple[int, int] = (0, 0)
    """Which of the round's moves those are, as a slice."""

    @property
    def selections_json(self) -> str:
        return json.dumps(self.selections) if self.selections else ""

    @property
    def moves_json(self) -> str:
        return moves_json(self.moves)


def moves_json(moves: tuple[int, int]) -> str:
    """Return a slice of the round's moves for the script."""
    return json.dumps(round_moves(history(), 0)[slice(*moves)])


def bot_avatar(seat: int) -> SafeString:
    """Return a bot's avatar."""
    return avatar(seat, "")


def opponents(state: RoundState) -> tuple[Opponent, ...]:
    """Return the two bots."""
    return tuple(
        Opponent(
            number=seat,
            name=NAMES[seat],
            avatar=bot_avatar(seat),
            owner=state.owner == seat,
            in_hand=len(state.hands[seat]),
            won=state.collected[seat],
            chips=state.chips[seat],
            chips_word=ngettext("chip", "chips", state.chips[seat]),
        )
        for seat in (CALM, BOLD)
    )


def ring(
    state: RoundState,
    *,
    whole: bool = True,
    left: Press | None = None,
    right: Press | None = None,
    taken: int | None = None,
) -> LessonRing:
    """Return the ring; ``taken`` indexes a card being scouted."""
    assert state.owner is not None
    title = _("{name}’s set") if whole else _("Left of {name}’s set")
    beaters = alternatives(what_beats(state.active, 3))
    return LessonRing(
        avatar=bot_avatar(state.owner),
        title=title.format(name=NAMES[state.owner]),
        kind=set_name(state.active),
        cards=tuple(
            (card, "taken" if index == taken else "") for index, card in enumerate(state.active)
        ),
        label=spoken(state.active),
        sentence=format_html(_("Beat it with {beaters}"), beaters=beaters),
        left=left,
        right=right,
    )


def ring_left(cards: Cards, owner: int, sentence: str) -> LessonRing:
    """Return the ring after Scout & Show's scout."""
    return LessonRing(
        avatar=bot_avatar(owner),
        title=_("Left in the ring"),
        kind=set_name(cards),
        cards=tuple((card, "") for card in cards),
        label=spoken(cards),
        sentence=format_html("{}", sentence),
    )


def hand(cards: Cards, title: str, *, selecting: bool = False, fresh: int = -1) -> LessonHand:
    """Return my hand; ``fresh`` indexes a new card."""
    return LessonHand(
        title=title,
        note=cards_text(len(cards)),
        cards=tuple(
            LessonCard(index, card, card_label(card, index, len(cards)), index == fresh)
            for index, card in enumerate(cards)
        ),
        selecting=selecting,
    )


def hand_with_gaps(cards: Cards, new: Card, at: int, gaps: dict[int, Press]) -> LessonHand:
    """Return my hand with ``new`` in gap ``at``; ``gaps`` are the others."""
    made = with_card(cards, at, new)
    found = []
    for index, card in enumerate(made):
        # Gaps are numbered without the new card, which has none beside it.
        gap = index - (index > at)
        slot = None if index == at or gap == at else gaps[gap]
        found.append(LessonCard(index, card, card_label(card, index, len(made)), index == at, slot))
    return LessonHand(
        title=_("Choose a gap for the {number}").format(number=top(new)),
        note=_("{count} gaps").format(count=len(cards) + 1),
        cards=tuple(found),
        placing=True,
        last_slot=None if at == len(cards) else gaps[len(cards)],
    )


def selections(
    cards: Cards, active: Cards, *, button: str, wanted: str, go: str, advice: str, good: str
) -> dict[str, dict[str, str | bool]]:
    """Return answers by the selected slice, ``"0-2"``: neighbours alone can be selected.

    ``wanted`` leads to ``go`` and says ``good``; the others say ``advice``.
    """
    found: dict[str, dict[str, str | bool]] = {}
    for start, stop in combinations(range(len(cards) + 1), 2):
        key = f"{start}-{stop}"
        verdict = judge(cards[start:stop], active)
        title, reason = verdict.sentence
        found[key] = {
            "good": verdict.good,
            "title": title,
            "reason": f"{reason} {good if key == wanted else advice}",
            "label": f"{button} {numbers(cards[start:stop])}",
            "go": go if key == wanted else "",
        }
    return found


def my_hand(state: RoundState) -> Cards:
    """Return my hand."""
    return state.hands[ME]
