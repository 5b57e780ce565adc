"""What a deal's proof is worth, and against whom."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.fairness.parts import Proof
from games.models import OF_A_DAY, Game, Occasion


class Line(NamedTuple):
    """For whom it is proof, or is not."""

    holds: bool
    title: str
    said: str


def promise_said(game: Game, proof: Proof, *, alone: bool) -> tuple[str, str]:
    """Return the heading and the sentence of the promise. ``alone``: with bots, from its start."""
    if game.occasion in OF_A_DAY:
        return _("Fair deal: sealed the day before"), _(
            "The site drew one secret for everybody and showed its fingerprint a day ahead."
        )
    if game.occasion == Occasion.COPY:
        return _("The deal of another game"), _(
            "These cards were dealt there first, from that game’s secret and its players’ parts."
        )
    if proof == "before":
        said = (
            _(
                "The site drew a secret and gave out its fingerprint before the press that started "
                "the game. From then on it couldn’t change the secret."
            )
            if alone
            else _(
                "The site drew a secret and showed its fingerprint at the table before anybody "
                "joined. From then on it couldn’t change the secret."
            )
        )
        return _("Fair deal: sealed before you play"), said
    return _("Sealed, but late"), _(
        "The site knew your part before it sealed its secret: this proves nothing against the site."
    )


def for_whom(game: Game, proof: Proof, *, parts: bool, by_site: bool) -> list[Line]:
    """Return against whom the proof holds. ``parts``: somebody added one; ``by_site``: the site
    drew one."""
    return [
        _against_the_site(game, proof, parts=parts),
        Line(
            True,
            _("For you, against the others."),
            _("Nobody could choose or guess their cards."),
        ),
        *([_drawn_by_the_site()] if by_site else []),
        Line(
            False,
            _("Not against talking."),
            _("Nothing proves that two players didn’t tell each other their hands."),
        ),
    ]


def _against_the_site(game: Game, proof: Proof, *, parts: bool) -> Line:
    if game.occasion in OF_A_DAY:
        return Line(
            True,
            _("For you, against the site."),
            _(
                "The secret was sealed before anybody sat down, so it wasn’t made for you. But "
                "nobody adds a part: the site could have chosen a deal, the same for everybody."
            ),
        )
    if game.occasion == Occasion.COPY:
        return Line(
            False,
            _("Not against the site."),
            _("The deal was known before you sat down. What it proves, it proves to that game."),
        )
    if not parts:
        return Line(
            False,
            _("Not wholly against the site."),
            _(
                "It couldn’t change the secret, but it could have tried several before it sealed "
                "one."
            ),
        )
    if proof == "after":
        return Line(
            False,
            _("Not against the site."),
            _(
                "The site knew your part before it sealed its secret: this proves nothing against "
                "the site."
            ),
        )
    return Line(
        True,
        _("For you, against the site."),
        _(
            "It couldn’t try deals until one pleased it, as long as the last to sit down isn’t the "
            "site’s own: whoever comes last knows all other parts. If every browser sent a "
            "fingerprint of its part first, and opened it when all are there, even that would be "
            "closed."
        ),
    )


def _drawn_by_the_site() -> Line:
    return Line(
        False,
        _("Not without a part of your own."),
        _("Where a browser or program sent none, the site drew it: that part proves nothing."),
    )
