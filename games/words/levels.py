"""The levels of bots as pages offer them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.bots.registry import BOTS

LEVELS: dict[str, Promise] = {
    "easy": gettext_lazy("Easy"),
    "steady": gettext_lazy("Steady"),
    "expert": gettext_lazy("Expert"),
    "random": gettext_lazy("Random"),
}
"""The names of the levels, in the order in which they are offered."""

BOTS_IN_WORDS: dict[str, Promise] = {
    "easy": gettext_lazy("Bot, easy"),
    "steady": gettext_lazy("Bot, steady"),
    "expert": gettext_lazy("Bot, expert"),
    "random": gettext_lazy("Bot, random"),
}
"""The same where a bot has a seat."""

_NOTES: dict[str, Promise] = {
    "easy": gettext_lazy("plays like a beginner, mistakes and all."),
    "steady": gettext_lazy("is a sound club player."),
    "expert": gettext_lazy("is as strong as we could make it."),
    "random": gettext_lazy("does whatever the rules allow."),
}


def bot_in_words(level: str) -> str:
    """A bot of ``level`` as lists of seats call it."""
    return str(BOTS_IN_WORDS.get(level, level))


def level_notes() -> list[tuple[str, str]]:
    """What to expect of each level: its name and the rest of the sentence."""
    return [(str(LEVELS[level]), str(note)) for level, note in _NOTES.items() if level in BOTS]
