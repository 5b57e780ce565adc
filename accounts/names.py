"""Names an account may have, and refusals."""

import re
import unicodedata
from collections.abc import Iterator

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext as _

from games.bots.registry import LEVELS
from games.lobby.seating import BOT_NAMES
from games.people.name_keys import name_key
from games.people.names import taken_away

SHORTEST = 3
LONGEST = 20

_SEPARATORS = " -_."
# These alphabets have letters that look alike, so a name may use only one of them. The package
# confusable-homoglyphs would refuse ordinary Japanese names too, and has no key for names that
# look alike.
_CONFUSABLE_ALPHABETS = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"}
_RESERVED = {
    *("admin", "administrator", "anonymous", "bot", "clock", "everyone", "me"),
    *("moderator", "next act", "nobody", "owner", "player", "root", "seat", "staff", "support"),
    *("system", "team", "the clock", "the site", "you"),
}
_RESERVED_STARTS = ("guest", "deleted", "former player", "bot ")
_MARKS_IN_A_ROW = 2


def clean_name(name: str) -> str:
    """Return ``name`` NFKC-normalised, with single spaces."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip()


def refusal(name: str, *, user: AbstractUser | None = None) -> str:
    """Return why ``user`` (None if new) can't have the cleaned ``name``, if so."""
    own = user is not None and name_key(name) == name_key(user.username)
    # A name that moderators took from someone else stays with a user who already has it.
    away = "" if own else taken_away(name)
    return _ill_formed(name) or _reserved(name) or away or _taken(name, user)


def _ill_formed(name: str) -> str:
    if not SHORTEST <= len(name) <= LONGEST:
        return _(
            "A name must have {shortest} to {longest} characters. This one has {count}."
        ).format(shortest=SHORTEST, longest=LONGEST, count=len(name))
    for character in name:
        if not _may_stand_in_a_name(character):
            return _(
                "A name can’t contain {character}. Use letters, digits, spaces, hyphens, "
                "underscores and full stops."
            ).format(character=_shown(character))
    if name[0] in _SEPARATORS or name[-1] in _SEPARATORS:
        return _("Names must start and end with a letter or digit.")
    if not any(character.isalnum() for character in name) or _stacks_marks(name):
        return _("That doesn’t read as a name. Try letters.")
    if len(_alphabets(name) & _CONFUSABLE_ALPHABETS) > 1:
        return _("This name mixes alphabets that look alike. Use only one of them.")
    return ""


def _may_stand_in_a_name(character: str) -> bool:
    return character in _SEPARATORS or unicodedata.category(character) in (
        *("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"),
    )


def _shown(character: str) -> str:
    if unicodedata.category(character)[0] in "CZM":
        return unicodedata.name(character, _("invisible characters")).lower()
    return f"“{character}”"


def _stacks_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(each) == "Mn" else " " for each in name)
    return "m" * (_MARKS_IN_A_ROW + 1) in marks


def _alphabets(name: str) -> set[str]:
    return {unicodedata.name(each, "").split(" ")[0] for each in name if each.isalpha()}


def _reserved(name: str) -> str:
    key = name_key(name)
    names = {name_key(each) for each in (*_RESERVED, *LEVELS, *BOT_NAMES)}
    if key in names or any(key.startswith(name_key(start)) for start in _RESERVED_STARTS):
        return _("“{name}” is reserved here. Please choose another name.").format(name=name)
    return ""


def _taken(name: str, user: AbstractUser | None) -> str:
    holders = get_user_model().objects.filter(name_key=name_key(name))
    if not (holders if user is None else holders.exclude(pk=user.pk)).exists():
        return ""
    first, second = free_names_like(name)
    return _("“{name}” is taken. Try {first} or {second}.").format(
        name=name, first=first, second=second
    )


def free_names_like(name: str) -> tuple[str, str]:
    """Return two free names like ``name``."""
    candidates = list(_variations(name))
    keys = {name_key(each): each for each in candidates}
    others = get_user_model().objects.filter(name_key__in=keys)
    taken = set(others.values_list("name_key", flat=True))
    free = [each for key, each in keys.items() if key not in taken]
    return free[0], free[1]


def _variations(name: str) -> Iterator[str]:
    """Plainest first; more than can all be taken."""
    for ending in ("_K", " 7", "_B", " 2", "_M", " 9"):
        yield name[: LONGEST - len(ending)].rstrip(_SEPARATORS) + ending
    for number in range(11, 100):
        yield name[: LONGEST - 3].rstrip(_SEPARATORS) + f" {number}"
