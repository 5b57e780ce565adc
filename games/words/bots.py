"""Bots in words."""

from django.utils.translation import gettext as _

from games.bots.offered import CALLED, strength_of


def bot_options() -> list[tuple[str, str]]:
    """Return each character with its name and strength: ``("otto", "Otto, 3 of 8")``."""
    said = _("{name}, {place} of {all}")
    return [
        (bot, said.format(name=name, place=strength_of(bot), all=len(CALLED)))
        for bot, name in CALLED.items()
    ]


def bot_in_words(bot: str) -> str:
    """Return what seat lists say of a bot beside its name: the strength of a character."""
    if bot not in CALLED:
        return _("has a seat")
    return _("strength {place} of {all}").format(place=strength_of(bot), all=len(CALLED))
