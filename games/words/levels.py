"""Levels of bots in words, which are those of their records in :mod:`games.bots.registry`."""

from django.utils.translation import gettext

from games.bots.registry import LEVELS


def level_labels() -> list[tuple[str, str]]:
    """Return the levels to choose from: the name and the label of each."""
    return [(name, gettext(level.label)) for name, level in LEVELS.items()]


def bots_in_words() -> list[tuple[str, str]]:
    """Return the levels to choose from where a seat gets a bot."""
    return [(name, gettext(level.seated)) for name, level in LEVELS.items()]


def bot_in_words(name: str) -> str:
    """Return what lists of seats call a bot of the level ``name``; its name if there is no such."""
    return gettext(LEVELS[name].seated) if name in LEVELS else name


def level_notes() -> list[tuple[str, str]]:
    """Return what to expect of each level: its label and the rest of the sentence."""
    return [(gettext(level.label), gettext(level.note)) for level in LEVELS.values()]
