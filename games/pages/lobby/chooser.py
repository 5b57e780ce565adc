"""Whom one can choose to play, and who is chosen."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bots.company.ratings import RATINGS
from games.bots.company.troupe import TROUPE
from games.bots.offered import CALLED, strength_of
from games.lobby.against_bots import MOST, Pick, nearest
from games.results.against_bots import LEAST, RatingAgainstBots
from games.rules.cards import PLAYER_COUNTS
from games.words.names import listed

_EVEN = 110
"""The most points between even matches: a little over half the widest step of the troupe."""
_SHAPES = {
    "pip": 4,
    "tilly": 0,
    "otto": 1,
    "lev": 2,
    "juno": 2,
    "corvo": 3,
    "mabel": 0,
    "ada": 1,
}
"""A seat's shape for each; at a table they take that of their seat."""
_LABELS = {
    Pick.GENTLE: gettext_lazy("Gentle"),
    Pick.EVEN: gettext_lazy("Even"),
    Pick.TOUGH: gettext_lazy("Tough"),
    Pick.MINE: gettext_lazy("My pick"),
}


class CharacterCard(NamedTuple):
    """A character to choose."""

    key: str
    name: str
    shape: int
    bars: list[bool]
    """Full or empty."""
    strength: str
    """``"3 of 8"``."""
    rating: int
    line: str
    chosen: bool


class PickLink(NamedTuple):
    """A choice of several in one press."""

    key: str
    label: str
    bots: str
    """With spaces between; empty if there is no such choice."""
    on: bool


def cards(chosen: Collection[str]) -> list[CharacterCard]:
    """Return all characters, weakest first."""
    return [
        CharacterCard(
            key,
            who.name,
            _SHAPES[key],
            [place < strength_of(key) for place in range(len(TROUPE))],
            _("{place} of {all}").format(place=strength_of(key), all=len(TROUPE)),
            rounded(RATINGS[key]),
            _("{name} {does}").format(name=who.name, does=_(who.line)),
            key in chosen,
        )
        for key, who in zip(CALLED, TROUPE, strict=True)
    ]


def pick_links(found: Mapping[Pick, tuple[str, ...]], on: Pick) -> list[PickLink]:
    """Return the choices, ``on`` as the one that is shown."""
    return [
        PickLink(pick, str(label), " ".join(found.get(pick, ())), pick == on)
        for pick, label in _LABELS.items()
    ]


def strength_said(strength: RatingAgainstBots) -> str:
    """Return how strong the viewer is against bots, in a sentence for them alone."""
    if strength.rating is None and not strength.games:
        return _("Your strength is not yet known: finish {count} games against bots.").format(
            count=LEAST
        )
    if strength.rating is None:
        return ngettext(
            "Your strength is not yet known: finish {count} more game against bots.",
            "Your strength is not yet known: finish {count} more games against bots.",
            LEAST - strength.games,
        ).format(count=LEAST - strength.games)
    closest = nearest(strength.rating)[0]
    if strength.rating > RATINGS[closest] + _EVEN:
        said = _("You play at about {rating}, and nobody here is stronger: {name} comes nearest.")
    elif strength.rating < RATINGS[closest] - _EVEN:
        said = _("You play at about {rating}, and nobody here is gentler than {name}.")
    else:
        said = _("You play at about {rating}, so {name} is an even match.")
    return said.format(rating=rounded(strength.rating), name=CALLED[closest])


def you_and(bots: Collection[str]) -> str:
    """Return who plays: ``"You, Otto and Juno"``."""
    return listed([_("You"), *(CALLED[bot] for bot in bots)], _("and"))


def sizes() -> list[tuple[int, str]]:
    """Return what a game with each number of bots is like, none among them."""
    games = [
        (
            players - 1,
            _("{count} players, {count} rounds · hints are on").format(count=players),
        )
        for players in PLAYER_COUNTS
        if players - 1 <= MOST
    ]
    return [(0, _("Choose at least one.")), *games]


def rounded(rating: int) -> int:
    """Return ``rating`` as it is told: to ten points."""
    return round(rating, -1)
