"""The other names of characters in words."""

from django.utils.translation import gettext as _


def level_labels() -> list[tuple[str, str]]:
    """Return each name and its label."""
    return [("easy", _("Easy")), ("steady", _("Steady")), ("expert", _("Expert"))]


def level_notes() -> list[tuple[str, str]]:
    """Return each label and what to expect."""
    notes = (
        _("plays like a beginner, mistakes and all."),
        _("is a sound club player."),
        _("forgets nothing."),
    )
    return [(label, note) for (_name, label), note in zip(level_labels(), notes, strict=True)]
