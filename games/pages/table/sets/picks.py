"""Sets that one press selects: those of the hand, and those that a Scout makes possible."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.pages.table.choices import Choice
from games.pages.table.sets.gaps import gap_text
from games.pages.table.sets.offered import Cut, Offered, offered_sets
from games.pages.table.sets.with_scout import WithScout, sets_with_scout
from games.rules.cards import Cards, bottom, top
from games.rules.scouting import scouted_card
from games.rules.views import View
from games.words.names import listed_plainly
from games.words.sets import numbers, set_name

SHOWN, SHOWN_ON_PHONES = 4, 3
"""Sets in sight. The rest is folded away."""
SHOWN_BESIDE, SHOWN_WITH_SCOUT = 3, 2
"""Of these at most so many of the hand beside sets with a Scout, and of those with a Scout."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A mark under such a set."""

    size: int
    text: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A set that one press selects."""

    value: str
    text: str
    spoken: str
    pressed: bool
    cards: str = ""
    """Its slice of the hand as drawn; empty if choosing it changes the hand."""
    scouted: int = 0
    """The number of the card that must be scouted for it, if any."""


@dataclass(frozen=True, slots=True)
class Picks:
    """The list of these sets."""

    label: str
    first: tuple[Pick, ...]
    with_scout: tuple[Pick, ...]
    more: tuple[Pick, ...]
    spare: Pick | None = None
    """The one of those in sight that phones fold away."""


def brackets_below(hand: Cards, sets: Sequence[Cut]) -> dict[int, Bracket]:
    """Return marks for those of ``sets`` that overlap with none before them."""
    marks: dict[int, Bracket] = {}
    free = [True] * len(hand)
    for start, stop in sets:
        if all(free[start:stop]):
            free[start:stop] = [False] * (stop - start)
            marks[start] = Bracket(stop - start, numbers(hand[start:stop]))
    return marks


def picks_for(
    view: View, hand: Cards, offered: Offered, beaten: Cards, choice: Choice
) -> Picks | None:
    """Return the sets; None if there are none.

    ``hand`` is as drawn; what is ``offered`` of it beats ``beaten``.
    """
    if choice.at_once and view.hand is not None and view.active_set:
        hand, beaten = view.hand, view.active_set.cards
        offered = offered_sets(hand, beaten)
    own = _of_the_hand(hand, offered, choice)
    others = _with_scout(view, choice)
    if not own and not others:
        return None
    most = min(len(own), SHOWN_BESIDE if others else SHOWN)
    most_with_scout = min(len(others), SHOWN_WITH_SCOUT, SHOWN - most)
    if offered.cheapest and len(own) > most:
        # What costs least is the last of those in sight.
        own.insert(most - 1, own.pop())
    spare = None
    if most + most_with_scout > SHOWN_ON_PHONES:
        # Neither the only one with a Scout, nor what costs least.
        spare = others[1] if most_with_scout > 1 else own[most - (2 if offered.cheapest else 1)]
    first, more = _folded(own, most, spare)
    with_scout, rest = _folded(others, most_with_scout, spare)
    if own:
        template = _("Would beat {set}") if choice.plans else _("Beats {set}")
        label = template.format(set=numbers(beaten)) if beaten else _("Your sets")
    else:
        label = _("With Scout & Show")
    return Picks(label, first, with_scout, more + rest, spare)


def _of_the_hand(hand: Cards, offered: Offered, choice: Choice) -> list[Pick]:
    """Return the largest sets, strongest first, and then the cheapest card."""
    chosen = None if choice.at_once else choice.slice

    def pick(cut: Cut, text: str, spoken: str) -> Pick:
        start, stop = cut
        return Pick(
            value=f"pick-{start}-{stop}",
            text=text,
            spoken=spoken,
            pressed=cut == chosen,
            cards="" if choice.at_once else f"{start}-{stop}",
        )

    picks = _told_apart(
        pick(
            cut,
            numbers(hand[slice(*cut)]),
            _("Select {set}, cards {first} to {last}").format(
                set=set_name(hand[slice(*cut)]), first=cut[0] + 1, last=cut[1]
            ),
        )
        for cut in offered.sets
    )
    if offered.cheapest:
        card = hand[slice(*offered.cheapest)]
        text = _("cheapest {number}").format(number=numbers(card))
        spoken = _("Select {set}, card {first}").format(
            set=set_name(card), first=offered.cheapest[0] + 1
        )
        picks.append(pick(offered.cheapest, text, listed_plainly([spoken, text])))
    return picks


def _with_scout(view: View, choice: Choice) -> list[Pick]:
    """Return none in step 2, when everything is chosen but the set.

    None either in plans, whose orders wait for a card and a gap: nobody knows yet what lies there.
    """
    seat, active = view.seat, view.active_set
    if seat is None or not view.hand or not active or not view.may_act or choice.plans:
        return []
    if view.players == 2 or not view.scout_and_show[seat] or (choice.mode and not choice.at_once):
        return []
    scout = (choice.end, choice.flip, choice.to) if choice.at_once else None
    return _told_apart(
        Pick(
            value=found.value,
            text="-".join(map(str, found.tops)),
            spoken=_spoken(view.hand, active.cards, found),
            pressed=there and choice.slice == (found.start, found.stop),
            cards=f"{found.start}-{found.stop}" if there else "",
            scouted=found.number,
        )
        for found in sets_with_scout(view.hand, active.cards)
        for there in [scout == (found.end, found.flip, found.to)]
    )


def _spoken(hand: Cards, active: Cards, found: WithScout) -> str:
    card = scouted_card(active, found.end)
    if len(active) == 1:
        scout = _("Scout the {number}")
    elif found.end == "left":
        scout = _("Scout the {number} from the left")
    else:
        scout = _("Scout the {number} from the right")
    template = (
        _("{scout}, turn it to {other}, put it {gap}, show {set}. Uses your Scout & Show.")
        if found.flip
        else _("{scout}, put it {gap}, show {set}. Uses your Scout & Show.")
    )
    return template.format(
        scout=scout.format(number=top(card)),
        other=bottom(card),
        gap=gap_text(hand, found.to),
        set="-".join(map(str, found.tops)),
    )


def _told_apart(picks: Iterable[Pick]) -> list[Pick]:
    """Say of those with the same label, which come from left to right, where they are."""
    listed = list(picks)
    count = Counter((pick.scouted, pick.text) for pick in listed)
    seen: Counter[tuple[int, str]] = Counter()
    for index, pick in enumerate(listed):
        label = pick.scouted, pick.text
        if count[label] > 1:
            listed[index] = replace(pick, text=_placed(pick.text, seen[label], count[label]))
            seen[label] += 1
    return listed


def _placed(text: str, place: int, count: int) -> str:
    if place == 0 and count < 4:
        template = _("{set}, left")
    elif place == count - 1 and count < 4:
        template = _("{set}, right")
    elif count == 3:
        template = _("{set}, middle")
    else:
        template = _("{set}, {place} of {count}")
    return template.format(set=text, place=place + 1, count=count)


def _folded(
    picks: list[Pick], most: int, spare: Pick | None
) -> tuple[tuple[Pick, ...], tuple[Pick, ...]]:
    """Return those shown, and the others.

    A pressed one takes the place of the last that phones show too.
    """
    pressed = next((pick for pick in picks[most:] if pick.pressed), None)
    if pressed:
        picks.remove(pressed)
        last = most - 2 if picks[most - 1] is spare else most - 1
        picks[last : last + 1], picks[most:most] = [pressed], [picks[last]]
    return tuple(picks[:most]), tuple(picks[most:])
