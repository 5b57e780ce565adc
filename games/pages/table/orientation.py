"""A round's orientation."""

from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.hands import HandCard, plain_cards
from games.rules.cards import TOPS, Cards, turn_all
from games.rules.sets import stronger_sets


@dataclass(frozen=True, slots=True)
class Way:
    """One way up of a hand."""

    value: str
    title: str
    note: str
    spoken: str
    classes: str
    cards: tuple[HandCard, ...]
    chosen: bool
    hinted: bool = False
    """Whether the shown hint is to hold it like this."""


def ways(hand: Cards, *, turned: bool) -> tuple[Way, Way]:
    """Return both ways; ``turned`` is the current choice."""
    return (
        _way("keep", _("As dealt"), hand, chosen=not turned),
        _way("turn", _("Turned over"), turn_all(hand), chosen=turned),
    )


def _way(value: str, title: str, hand: Cards, *, chosen: bool) -> Way:
    tops = hand.translate(TOPS)
    sets = [tops[start:stop] for start, stop in stronger_sets(tops) if stop - start > 1]
    pairs = sum(1 for first, second in pairwise(tops) if first == second)
    longest = max((len(one) for one in sets if one[0] != one[1]), default=0)
    note = ngettext("{count} pair", "{count} pairs", pairs).format(count=pairs)
    if longest:
        note = _("{pairs} · longest run {count}").format(pairs=note, count=longest)
    classes, cards = plain_cards(hand)
    return Way(
        value=value,
        title=title,
        note=note,
        spoken=", ".join(str(number) for number in tops),
        classes=classes,
        cards=cards,
        chosen=chosen,
    )
