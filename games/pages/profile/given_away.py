"""Points given away, as reviews found them."""

from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.profile.charts import Column, columns
from games.pages.profile.parts import Chart, one_decimal
from games.review.figures import Figures
from games.words.times import short_day

DRAWN = 12
"""The latest games have a column each."""


class GivenAway(NamedTuple):
    """The part of a profile that reviews fill."""

    said: str
    chart: Chart
    a_round: str
    best: str
    weakest: str


def given_away(figures: Figures) -> GivenAway:
    """Return the player's figures as values for the template."""
    games = figures.games[-DRAWN:]
    dates = [short_day(timezone.localtime(game.ended_at)) for game in games]
    said = ngettext(
        "From {count} reviewed game.", "From {count} reviewed games.", len(figures.games)
    ).format(count=len(figures.games))
    return GivenAway(
        said=said,
        chart=Chart(
            picture=columns(
                [
                    Column(date, round(10 * game.a_round), text=one_decimal(game.a_round))
                    for date, game in zip(dates, games, strict=True)
                ],
                label=_("Points given away a round, game by game."),
                axis=_("latest games"),
            ),
            head=(_("Game of"), _("Given away a round")),
            rows=[
                (date, one_decimal(game.a_round)) for date, game in zip(dates, games, strict=True)
            ],
        ),
        a_round=one_decimal(figures.a_round),
        best=_kind(figures.best),
        weakest=_kind(figures.weakest),
    )


def _kind(kind: str | None) -> str:
    match kind:
        case "orient":
            return _("Which way up")
        case "show":
            return _("Show")
        case "scout":
            return _("Scout")
        case "scout_and_show":
            return _("Scout & Show")
    return "–"
