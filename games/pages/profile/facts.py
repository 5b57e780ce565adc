"""A player's figures in words."""

from django.contrib.auth.models import AbstractUser
from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.profile import parts
from games.pages.profile.provisional import lacking
from games.results.figures import Figures
from games.results.rating_history import RatingOf, place_of


def since(player: AbstractUser, figures: Figures) -> str:
    """Return joining month, number of games and usual speed."""
    said = [
        _("On stage since {month}").format(
            month=date_format(timezone.localtime(player.date_joined), "YEAR_MONTH_FORMAT")
        ),
        ngettext("{count} game", "{count} games", figures.games).format(count=figures.games),
    ]
    if figures.quartiles:
        said.append(_("usually moves {time}").format(time=parts.within(figures.quartiles[1])))
    return " · ".join(said)


def facts(figures: Figures, by_size: dict[int, Figures]) -> dict[str, str]:
    """Return the profile's formatted numbers by name."""
    with_chip = sum(each.rounds for players, each in by_size.items() if players > 2)
    return {
        "won": parts.percent(figures.won),
        "points": parts.one_decimal(figures.points_a_round),
        "longest": "-".join(map(str, figures.longest)) or "–",
        "cards": parts.one_decimal(figures.cards_a_show),
        "flipped": parts.percent(figures.flipped),
        "used": parts.percent(figures.used / with_chip if with_chip else None),
    }


def pace(figures: Figures) -> list[tuple[str, str]]:
    """Return the speed as values and labels."""
    assert figures.quartiles is not None
    quarter, half, most = figures.quartiles
    spread = _("{first} to {second}").format(
        first=parts.time_of(quarter), second=parts.time_of(most)
    )
    return [
        (parts.within(half), _("half of the turns")),
        (parts.time_of(half) if quarter == most else spread, _("the middle half")),
        (str(figures.timed_out), _("turns out of time")),
    ]


def rating_note(of: RatingOf) -> str:
    """Return a rating's label."""
    return _("rating, {count} players").format(count=of.players)


def sure_note(of: RatingOf) -> str:
    """Return the safe bound's label, with the place or what it takes to get one."""
    if of.provisional:
        return _("sure of, {lacking}").format(
            lacking=lacking(of.to_go, bot_accounts=of.bot_accounts)
        )
    place = place_of(of)
    return _("sure of, {nth} place").format(nth=ordinal(place)) if place else _("sure of")
