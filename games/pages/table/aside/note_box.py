"""The viewer's own note."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.play.notes import LONGEST, Noted, note_for
from games.play.stamps import Stamp


@dataclass(frozen=True, slots=True)
class NoteBox:
    """A note as its player sees it."""

    text: str
    version: int
    said: str
    """Below the text."""
    refused: bool = False
    merged: bool = False
    open: bool = False
    longest: int = LONGEST

    @property
    def beginning(self) -> str:
        """What is read of it while the box is closed."""
        return self.text.partition("\n")[0]


def note_box(stamp: Stamp) -> NoteBox | None:
    """Return the viewer's note; None if they may have none."""
    found = note_for(stamp)
    if found is None:
        return None
    return NoteBox(found.text, found.version, _("Only you can read it."))


def saved_box(noted: Noted) -> NoteBox:
    """Return a note that has just been saved."""
    said = _("Saved. Only you can read it.")
    if noted.merged:
        said = _("Another page had saved this note meanwhile, so both texts are here now.")
    return NoteBox(noted.text, noted.version, said, merged=noted.merged, open=True)


def refused_box(text: str, version: int, sentence: str) -> NoteBox:
    """Return what was typed and could not be saved."""
    return NoteBox(text, version, sentence, refused=True, open=True)
