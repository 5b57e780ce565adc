"""The rules of conduct: their numbers, which reasons name, and their places on the page."""

import re
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class Rule(NamedTuple):
    """A rule of conduct."""

    anchor: str
    title: Promise
    text: Promise


# Notices name rules by their number: new ones come last, and none is ever taken out.
RULES = (
    Rule(
        "kind",
        gettext_lazy("Be kind"),
        gettext_lazy(
            "Talk to the others as you would at a kitchen table. No insults, no hate, in "
            "chat, in names or anywhere else. If a game makes you angry, say “well played”, "
            "or nothing."
        ),
    ),
    Rule(
        "safe",
        gettext_lazy("Keep people safe"),
        gettext_lazy(
            "No threats, and nobody is told to hurt themselves. Nothing sexual, least of all "
            "to children or about them. Reports about this are looked at first."
        ),
    ),
    Rule(
        "names",
        gettext_lazy("Choose a name that everybody can read out"),
        gettext_lazy(
            "No insults, no advertising, nobody else’s name, and nothing that sounds as if "
            "you ran the site."
        ),
    ),
    Rule(
        "own-hand",
        gettext_lazy("Play your own hand"),
        gettext_lazy(
            "Choose your moves yourself. In a rated game no program and no other person may "
            "choose them for you; programs have bot accounts for that. Don’t tell others what"
            " you hold, and don’t ask them."
        ),
    ),
    Rule(
        "one-account",
        gettext_lazy("One person, one account"),
        gettext_lazy(
            "Never sit at a table twice, and don’t play rated games against yourself. "
            "Families who share a device are welcome, each with an account of their own."
        ),
    ),
    Rule(
        "to-win",
        gettext_lazy("Play to win"),
        gettext_lazy(
            "Don’t lose on purpose, and don’t let somebody win so that a rating moves. If "
            "nobody wants to play on, end the game together."
        ),
    ),
    Rule(
        "time",
        gettext_lazy("Don’t hold up the others"),
        gettext_lazy(
            "Take the time that the table gives you, but not to make the others give up. If "
            "you can’t go on, leave: a bot plays for you."
        ),
    ),
    Rule(
        "no-adverts",
        gettext_lazy("Don’t advertise"),
        gettext_lazy(
            "No advertising, no chain letters, no links that have nothing to do with the game."
        ),
    ),
    Rule(
        "private",
        gettext_lazy("What is private stays private"),
        gettext_lazy(
            "Don’t write where others live, what they are called outside, or what they told "
            "you in confidence."
        ),
    ),
    Rule(
        "reports",
        gettext_lazy("Report honestly"),
        gettext_lazy(
            "Report what you saw, once. Moderators look at every report; don’t use them to "
            "annoy somebody."
        ),
    ),
)

_BROKEN_BY = {
    "insult": "kind",
    "threats": "safe",
    "self_harm": "safe",
    "children": "safe",
    "name": "names",
    "cheating": "own-hand",
    "second_account": "one-account",
    "stalling": "time",
    "spam": "no-adverts",
    "privacy": "private",
}
"""Anchors of rules by the reasons of reports."""

_NUMBERS = {rule.anchor: number for number, rule in enumerate(RULES, 1)}


def rule_behind_reason(reason: str) -> str:
    """Return ``"rule 1"`` for a report's reason; empty if it is about none."""
    anchor = _BROKEN_BY.get(reason)
    return _("rule {number}").format(number=_NUMBERS[anchor]) if anchor else ""


def names_rule(text: str) -> bool:
    """Return whether ``text`` names a rule of conduct."""
    found = _named_rules().finditer(text)
    return any(1 <= int(each.group(1)) <= len(RULES) for each in found)


def with_rules(text: str) -> SafeString:
    """Return ``text`` escaped, with each rule that it names (``"rule 3"``) as a link to it."""
    parts, done = [], 0
    for found in _named_rules().finditer(text):
        number = int(found.group(1))
        if not 1 <= number <= len(RULES):
            continue
        rule = RULES[number - 1]
        parts.append(conditional_escape(text[done : found.start()]))
        parts.append(
            format_html(
                '<a href="{}#{}" title="{}">{}</a>',
                *(reverse("games:conduct"), rule.anchor, rule.title, found.group()),
            )
        )
        done = found.end()
    parts.append(conditional_escape(text[done:]))
    return mark_safe("".join(parts))  # noqa: S308 (every part is escaped)


@cache
def _named_rules() -> re.Pattern[str]:
    """Rules as any language names them: a text stays as its moderator wrote it."""
    said = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            before = _("rule {number}").removesuffix("{number}")
        # Letters of any script may stand before a word of Japanese.
        said.append((r"\b" if before[:1].isascii() else "") + re.escape(before))
    return re.compile(rf"(?:{'|'.join(said)})(\d{{1,2}})(?!\d)", re.IGNORECASE)
