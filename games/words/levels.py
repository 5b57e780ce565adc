"""Bot levels in words."""

from django.utils.translation import gettext

from games.bots.registry import LEVELS


def level_labels() -> list[tuple[str, str]]:
    """Return each level's name and label."""
    return [(name, gettext(level.label)) for name, level in LEVELS.items()]


def bots_in_words() -> list[tuple[str, str]]:
    """Return the levels' names and words for a bot's seat."""
    return [(name, gettext(level.seated)) for name, level in LEVELS.items()]


def bot_in_words(name: str) -> str:
    """Return what seat lists call a bot; unknown levels stay."""
    return gettext(LEVELS[name].seated) if name in LEVELS else name


def level_notes() -> list[tuple[str, str]]:
    """Return each level's label and what to expect."""
    return [(gettext(level.label), gettext(level.note)) for level in LEVELS.values()]
