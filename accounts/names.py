"""Names an account may have, and refusals."""

import unicodedata
from collections.abc import Iterator

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext as _
from icu import SpoofChecker, UnicodeSet, URestrictionLevel, USpoofChecks

from accounts.reserved import is_reserved
from games.people.lookalikes import looking_like
from games.people.name_keys import looks, visible
from games.people.taken_away import taken_away
from games.words.names import quoted

SHORTEST = 3
LONGEST = 20

_SEPARATORS = " -_."
# What languages of today are written with (UTS 39, section 3.1): no signs of phonetics or of the
# dead, which look like letters or like nothing.
_CHARACTERS = UnicodeSet(
    r"[[\p{L}\p{Mn}\p{Mc}\p{Nd}] & [\p{Identifier_Status=Allowed}"
    r"\p{Identifier_Type=Limited_Use}\p{Identifier_Type=Uncommon_Use}]]"
)
_MARKS_IN_A_ROW = 2
_CHECKER = SpoofChecker()
_CHECKER.setChecks(USpoofChecks.RESTRICTION_LEVEL | USpoofChecks.INVISIBLE)
_CHECKER.setRestrictionLevel(URestrictionLevel.MODERATELY_RESTRICTIVE)


def refusal(name: str, *, user: AbstractUser | None = None) -> str:
    """Return why ``user`` (None if new) can't have the cleaned ``name``, if so."""
    if user is not None and name == user.username:
        return ""
    own = user is not None and bool(looks(name) & looks(user.username))
    # A name that moderators took from someone else stays with a user who already has it.
    away = "" if own else taken_away(name)
    return _ill_formed(name) or _reserved(name) or away or _taken(name, user)


def refusal_for_an_app(name: str, *, longest: int) -> str:
    """Return why no app can have the cleaned ``name``, if so: it must not pass for the site."""
    return _ill_formed(name, longest) or _reserved(name) or taken_away(name)


def _ill_formed(name: str, longest: int = LONGEST) -> str:
    if not visible(name):
        return _("Nobody could see that name. Use letters.")
    if not SHORTEST <= len(name) <= longest:
        return _(
            "A name must have {shortest} to {longest} characters. This one has {count}."
        ).format(shortest=SHORTEST, longest=longest, count=len(name))
    for character in name:
        if character not in _SEPARATORS and not _CHARACTERS.contains(character):
            return _(
                "A name can’t contain {character}. Use letters, digits, spaces, hyphens, "
                "underscores and full stops."
            ).format(character=_shown(character))
    if name[0] in _SEPARATORS or name[-1] in _SEPARATORS:
        return _("Names must start and end with a letter or digit.")
    if not any(character.isalnum() for character in name) or _stacks_marks(name):
        return _("That doesn’t read as a name. Try letters.")
    if _CHECKER.check(name):
        return _("This name mixes alphabets that look alike. Use only one of them.")
    return ""


def _shown(character: str) -> str:
    if unicodedata.category(character)[0] in "CZM" or not visible(character):
        name = unicodedata.name(character, "")
        return name.lower() if name else _("invisible characters")
    return quoted(character)


def _stacks_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(each) == "Mn" else " " for each in name)
    return "m" * (_MARKS_IN_A_ROW + 1) in marks


def _reserved(name: str) -> str:
    if not is_reserved(name):
        return ""
    return _("“{name}” is reserved here. Please choose another name.").format(name=name)


def _taken(name: str, user: AbstractUser | None) -> str:
    holders = get_user_model().objects.filter(looking_like(name))
    if not (holders if user is None else holders.exclude(pk=user.pk)).exists():
        return ""
    first, second = free_names_like(name)
    return _("“{name}” is taken. Try {first} or {second}.").format(
        name=name, first=first, second=second
    )


def free_names_like(name: str) -> tuple[str, str]:
    """Return two free names like ``name``."""
    candidates = {each: looks(each) for each in _variations(name) if not _ill_formed(each)}
    others = get_user_model().objects.filter(looking_like(*candidates))
    taken = {key for row in others.values_list("name_key", "name_look") for key in row}
    free = [each for each, own in candidates.items() if not own & taken]
    return free[0], free[1]


def _variations(name: str) -> Iterator[str]:
    """Plainest first; more than can all be taken."""
    for ending in ("_K", " 7", "_B", " 2", "_M", " 9"):
        yield name[: LONGEST - len(ending)].rstrip(_SEPARATORS) + ending
    for number in range(11, 100):
        yield name[: LONGEST - 3].rstrip(_SEPARATORS) + f" {number}"
