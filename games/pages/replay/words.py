"""Moves in words."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.table.history import log_lines
from games.rules.cards import bottom
from games.rules.game import PublicMove
from games.rules.moves import Move, Scout, ScoutAndShow
from games.rules.replays import ReplayedRound
from games.words.amounts import a_number
from games.words.people import People


def placed(public: PublicMove, made: Move | None) -> str:
    """Say where a scouted card went, if known."""
    if public.card is None or not isinstance(made, (Scout, ScoutAndShow)):
        return ""
    if made.flip:
        return _("Turned to {card}, put in as card {place}.").format(
            card=a_number(bottom(public.card)), place=made.to + 1
        )
    return _("Put in as card {place}.").format(place=made.to + 1)


def sentences(replayed: ReplayedRound, people: People) -> Sequence[SafeString]:
    """Return moves as ``"Maya shows 8-8, beats Tomás’s 7-7 and takes 2 cards"``."""
    lines = log_lines(replayed.history, people, parted=False)
    return [line.sentence for line in reversed(lines)]
