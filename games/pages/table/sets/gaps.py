"""Gaps of a hand in words."""

from django.utils.translation import gettext as _

from games.rules.cards import TOPS, Cards


def gap_text(hand: Cards, to: int) -> str:
    """Return ``"between 6 and 8"``."""
    tops = hand.translate(TOPS)
    if not tops:
        return _("your only card")
    if to == 0:
        return _("before the {number}").format(number=tops[0])
    if to == len(tops):
        return _("after the {number}").format(number=tops[-1])
    return _("between {left} and {right}").format(left=tops[to - 1], right=tops[to])
