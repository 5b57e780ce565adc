"""Names as they stand on pages and in emails: isolated, and followed by a badge.

A name is HTML from here on, so no sentence can hold it without its ``<bdi>`` and its badge: what
forgets ``told`` shows the tags themselves. Where no markup can stand (titles, labels, texts of
emails, what scripts write) ``plain`` says the same: the badge in brackets, which no name may
contain, and a name that reads from right to left between Unicode's isolates.

That somebody is a guest is for lists of people: seats, rows, authors. Sentences and headings
go without that badge. ``told`` leaves it out, and ``in_sentence`` does for a template.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from html import unescape

from django.conf import settings
from django.utils import translation
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.models import Kind
from games.words.kept import kept_per_language
from games.words.marks import BOT_MARK

_ISOLATE, _END = "\u2068", "\u2069"
_NAME = re.compile(r"<bdi>(.*?)</bdi>")
_BADGE = re.compile(r' <span class="badge [^>]*>(?:<svg .*?</svg>)?<span>(.*?)</span></span>')
_GUEST = re.compile(r' <span class="badge badge-guest">.*?</span></span>')
_SIGN = '<svg class="icon" aria-hidden="true"><use href="#{}"/></svg>'
"""A guest's badge has its dashed frame instead."""
_TURNS_TEXT = {"R", "AL", "AN"}
"""Directions of characters that may turn the text around them."""


@kept_per_language
def named(name: str, kind: str) -> SafeString:
    """Return a name as lists show it; of a guest's, ``told`` leaves out the badge."""
    shown = format_html("<bdi>{}</bdi>", without_mark(name) if kind == Kind.BOT else name)
    return format_html("{} {}", shown, badge(kind)) if needs_badge(name, kind) else shown


def needs_badge(name: str, kind: str) -> bool:
    """Return whether a badge follows the name: what guests without a name are called says it."""
    return kind != Kind.MEMBER and not (kind == Kind.GUEST and is_made_up(name))


@kept_per_language
def badge(kind: str) -> SafeString:
    """Return the badge of a guest, bot or moderator."""
    sign = "" if kind == Kind.GUEST else _SIGN.format(kind)
    return format_html(
        '<span class="badge badge-{}">{}<span>{}</span></span>',
        kind,
        SafeString(sign),
        Kind(kind).label,
    )


def told(template: str, /, **values: object) -> SafeString:
    """Fill a sentence, which may hold names, with values."""
    escaped = conditional_escape(template)
    said = {
        key: in_sentence(value) if isinstance(value, SafeString) else value
        for key, value in values.items()
    }
    return format_html(escaped, **said) if values else escaped


def in_sentence(text: str) -> SafeString:
    """Return a name, or HTML that holds some, without the badges of guests."""
    return mark_safe(_GUEST.sub("", conditional_escape(text)))  # noqa: S308 - escaped


def listed(names: Sequence[str], last: str = "") -> SafeString:
    """Join names by commas, the last one by the word ``last`` if given."""
    if last and len(names) > 1:
        return format_html(
            pgettext("before the last of several", "{others} {word} {last}"),
            others=listed(names[:-1]),
            word=_before(names[-1], last),
            last=names[-1],
        )
    return _joined(pgettext("two of several", "{first}, {second}"), names)


def listed_plainly(parts: Iterable[str]) -> str:
    """Join texts by commas, for where no markup can stand."""
    return plain(listed([*parts]))


def _before(name: str, word: str) -> str:
    """Return the word as it sounds before ``name``: in Spanish ``Ana e Inés``."""
    if get_language() == "es":
        said = plain(name).casefold()
        if word == "y" and said.startswith(("i", "í", "hi", "hí")):
            return word if said.startswith(("hia", "hie", "hio", "ia", "ie", "io")) else "e"
        if word == "o" and said.startswith(("o", "ó", "ho", "hó")):
            return "u"
    return word


def quoted(text: str) -> str:
    """Return text in the language's quotation marks."""
    return _("“{text}”").format(text=text)


def labelled(label: str, text: str) -> str:
    """Return a text after its label and a colon, as the language sets one."""
    return pgettext("a text after its label", "{label}: {text}").format(label=label, text=text)


def sentences(*parts: str) -> SafeString:
    """Join sentences, leaving out empty ones."""
    return _joined(pgettext("two sentences", "{first} {second}"), [part for part in parts if part])


def _joined(both: str, parts: Sequence[str]) -> SafeString:
    """Join ``parts`` as the sentence ``both`` joins a first and a second."""
    found = conditional_escape(parts[0]) if parts else SafeString()
    for part in parts[1:]:
        found = format_html(both, first=found, second=part)
    return found


def ended(text: str) -> SafeString:
    """Return a title as a sentence, with its full stop."""
    return told(pgettext("a title as a sentence", "{text}."), text=text)


def plain(text: str) -> str:
    """Return ``text`` without markup if it has any: ``"Robo (bot) is on"``."""
    if not isinstance(text, SafeString):
        return text
    without_badges = _BADGE.sub(r" (\1)", text)
    return unescape(strip_tags(_NAME.sub(lambda found: _isolated(found[1]), without_badges)))


def in_brackets(text: str) -> SafeString:
    """Return HTML with its badges in brackets: for emails, which have no styles to rely on."""
    return mark_safe(_BADGE.sub(r" (\1)", conditional_escape(text)))  # noqa: S308 - escaped


def _isolated(name: str) -> str:
    turns = any(unicodedata.bidirectional(one) in _TURNS_TEXT for one in unescape(name))
    return f"{_ISOLATE}{name}{_END}" if turns else name


def is_made_up(name: str) -> bool:
    """Return whether it is what guests without a name are called, and nobody else may be."""
    word, _blank, number = name.partition(" ")
    return word in words_for_guests() and (not number or number.isdecimal())


@cache
def words_for_guests() -> frozenset[str]:
    """Return what a guest is called in every language: names are kept as they were given."""
    said = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said.append(_("Guest"))
    return frozenset(said)


def without_mark(name: str) -> str:
    """Return a name without what marks a bot account where there are no badges."""
    return name.removesuffix(BOT_MARK)
