"""Points, cards and chips in words and signs."""

from django.utils.formats import number_format
from django.utils.translation import get_language_bidi, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games.words.kept import kept_per_language

MINUS = "\N{MINUS SIGN}"
_MARK = "\N{LEFT-TO-RIGHT MARK}"

_WORDS = (
    gettext_lazy("no"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
    gettext_lazy("ten"),
)


@kept_per_language
def count_word(count: int) -> str:
    """Return ``"three"``; digits above ten."""
    return str(_WORDS[count]) if count < len(_WORDS) else str(count)


def decimal(number: float, places: int = 1) -> str:
    """Format as the language writes decimals: ``"25.2"`` or ``"25,2"``, with a true minus."""
    # Django cuts decimals off.
    said = number_format(f"{number:.{places}f}", places)
    return with_sign(said.replace("-", MINUS)) if said.startswith("-") else said


def grouped(count: int) -> str:
    """Format a large number: ``"12,345"`` or ``"12.345"``."""
    return number_format(count, force_grouping=True)


def signed(points: int) -> str:
    """Format with a true minus: ``"−3"``."""
    return with_sign(f"{MINUS}{-points}") if points < 0 else str(points)


def plus(points: int) -> str:
    """Format a gain or loss: ``"+3"``."""
    return with_sign(f"+{points}") if points > 0 else signed(points)


def with_sign(number: str) -> str:
    """Return a number that begins with its sign, marked so that it does in every language.

    Lines from right to left would have the sign behind the digits.
    """
    return f"{_MARK}{number}" if get_language_bidi() else number


@kept_per_language
def points_text(points: int) -> str:
    """Format points: ``"11 pts"``."""
    return ngettext("{points} pt", "{points} pts", abs(points)).format(points=signed(points))


@kept_per_language
def cards_text(count: int) -> str:
    """Format cards: ``"2 cards"``."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


@kept_per_language
def chips_text(count: int) -> str:
    """Format Scout chips: ``"1 chip"``."""
    return ngettext("{count} chip", "{count} chips", count).format(count=count)


@kept_per_language
def a_number(number: int) -> str:
    """Return ``"a 7"`` or ``"an 8"``."""
    return _("an 8") if number == 8 else _("a {number}").format(number=number)
