"""Cards as text and classes, without images."""

from functools import cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.rules.cards import Card, Cards, bottom, parse_card, parse_cards, top
from games.words.sets import set_name

register = template.Library()


@cache
def card_html(card: Card, extra: str = "") -> SafeString:
    """Return a card's picture, only decoration beside a label."""
    return format_html(
        '<span class="card u{top} d{bottom}{extra}" aria-hidden="true">'
        "<b>{top}</b><i>{bottom}</i></span>",
        top=top(card),
        bottom=bottom(card),
        extra=f" {extra}" if extra else "",
    )


@register.simple_tag
def card(value: Card | str, extra: str = "") -> SafeString:
    """Return a card's picture, also from text (``"7/9"``); ``extra`` adds classes."""
    return card_html(parse_card(value) if isinstance(value, str) else value, extra)


@register.simple_tag
def cards(value: Cards | str, label: str = "", lifted: int = -1) -> SafeString:
    """Return a row of cards, also from text (``"7/9 7/6"``).

    Screen readers get ``label``, or the set they make. The card at ``lifted`` is highlighted.
    """
    row = parse_cards(value.split()) if isinstance(value, str) else value
    pictures = "".join(
        card_html(one, "lifted" if index == lifted else "") for index, one in enumerate(row)
    )
    return format_html(
        '<span class="cards line" role="img" aria-label="{}">{}</span>',
        label or set_name(row),
        mark_safe(pictures),  # noqa: S308 - made above from numbers only
    )
