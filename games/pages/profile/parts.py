"""Charts with their tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.pages.profile.charts import Column, Value, columns, curve
from games.pages.profile.provisional import marked
from games.pages.profile.shares import Part, share_bar, stacked, swatch
from games.results.figures import ENDINGS, Figures
from games.results.rating_history import Curve, Point
from games.results.tallies import PACES
from games.words.amounts import decimal, plus, signed
from games.words.names import listed_plainly
from games.words.times import turn_time

_BIN = 4
_LOWEST, _HIGHEST = -12, 24
"""Rounds beyond these count at the ends."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart and its table."""

    picture: SafeString
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    """Each starts with its heading."""
    legend: Sequence[tuple[SafeString, str, str]] = ()
    """Swatch, name and share of each part."""


def percent(share: float | None) -> str:
    """Format a share; None is a dash."""
    return "–" if share is None else _("{share}%").format(share=round(100 * share))


def one_decimal(number: float | None) -> str:
    """Format ``"−8.7"``; None is a dash."""
    return "–" if number is None else decimal(number)


def time_of(pace: int) -> str:
    """Return a group's longest time: ``"3 h"``."""
    if pace >= len(PACES):
        return _("over {time}").format(time=turn_time(PACES[-1]))
    return turn_time(PACES[pace])


def within(pace: int) -> str:
    """Return ``"within 3 h"``."""
    return time_of(pace) if pace >= len(PACES) else _("within {time}").format(time=time_of(pace))


def rating_chart(drawn: Curve) -> Chart:
    """Draw a rating's curve."""
    points = drawn.points
    highest = max(points, key=lambda each: (each.shown.rating, each.number))
    best, now = _marked(highest), points[-1].shown
    label = ngettext(
        "Rating over {count} game: now {now} ±{give}, best {best}.",
        "Rating over {count} games: now {now} ±{give}, best {best}.",
        drawn.games,
    )
    games = points[-1].number - points[0].number
    start = ngettext("{count} game ago", "{count} games ago", games).format(count=games)
    return Chart(
        picture=curve(
            [Value(each.shown.rating, each.shown.give) for each in points],
            label=label.format(
                count=drawn.games,
                now=_marked(points[-1]),
                give=now.give,
                best=best,
            ),
            start=start if games else "",
            end=_("now"),
            best=_("Best {rating}").format(rating=best),
        ),
        head=(_("Rated game"), _("Rating"), _("Give or take"), pgettext("of a rating", "Change")),
        rows=[
            (
                str(each.number),
                _marked(each),
                f"±{each.shown.give}",
                "–" if each.by is None else plus(each.by),
            )
            for each in reversed(points)
        ],
    )


def _marked(point: Point) -> str:
    return marked(point.shown.rating, provisional=point.provisional)


def points_chart(figures: Figures) -> Chart:
    """Chart the rounds by points."""
    groups: dict[int, int] = {}
    for points, count in figures.points.items():
        group = min(_HIGHEST, max(_LOWEST, points // _BIN * _BIN))
        groups[group] = groups.get(group, 0) + count
    low, high = min(groups, default=0), max(groups, default=0)
    return Chart(
        picture=columns(
            [
                Column(_short(group), groups.get(group, 0), bad=group < 0)
                for group in range(low, high + 1, _BIN)
            ],
            label=_("Points in {count} rounds: {mean} on average, {negative} below zero.").format(
                count=figures.rounds,
                mean=one_decimal(figures.points_a_round),
                negative=figures.negative,
            ),
            axis=_("points in a round"),
        ),
        head=(_("Points"), _("Rounds")),
        rows=[(signed(points), str(count)) for points, count in figures.points.items()],
    )


def _short(group: int) -> str:
    if group == _LOWEST:
        return f"≤{signed(group + _BIN - 1)}"
    return f"{group}+" if group == _HIGHEST else signed(group)


def style_chart(figures: Figures) -> Chart:
    """Chart turns by kind."""
    parts = [
        Part(_("Show"), figures.show, "show"),
        Part(_("Scout"), figures.scout, "scout"),
        Part(_("Scout & Show"), figures.scout_and_show, "both"),
    ]
    return _shares(parts, _("Turns"), _("Turns by kind"))


def endings_chart(figures: Figures) -> Chart:
    """Chart how rounds ended."""
    names = {
        "own_empty_hand": _("Own hand empty"),
        "own_unbeaten": _("Own set unbeaten"),
        "other_empty_hand": _("Another’s hand empty"),
        "other_unbeaten": _("Another’s set unbeaten"),
        "turn_limit": _("200 turns played"),
    }
    counts = figures.endings
    parts = [Part(names[key], counts[key], key.replace("_", "-")) for key in ENDINGS if counts[key]]
    return _shares(parts, _("Rounds"), _("How rounds ended"))


def _shares(parts: Sequence[Part], what: str, title: str) -> Chart:
    total = sum(part.number for part in parts)
    told = [(part.label, str(part.number), percent(part.number / total)) for part in parts if total]
    said = listed_plainly(f"{label} {share}" for label, _count, share in told)
    return Chart(
        picture=stacked(parts, label=_("{title}: {shares}.").format(title=title, shares=said)),
        head=(_("Kind"), what, pgettext("a share in per cent", "Share")),
        rows=told,
        legend=[
            (swatch(part.kind), label, share)
            for part, (label, _count, share) in zip(parts, told, strict=bool(total))
        ],
    )


@dataclass(frozen=True, slots=True)
class TableSize:
    """Results with one number of players."""

    name: str
    bar: SafeString
    share: str
    games: str


def wins_by_size(figures: Mapping[int, Figures]) -> list[TableSize]:
    """Return results by table size."""
    return [
        TableSize(
            name=_("{count} players").format(count=players),
            bar=share_bar(each.won or 0, 1 / players),
            share=percent(each.won),
            games=_("of {count}").format(count=each.games),
        )
        for players, each in figures.items()
        if each.games
    ]


def pace_chart(figures: Figures) -> Chart:
    """Chart how long turns took."""
    bounds = (4, 5, 8, 11, 13, 15, 17, 19, 21, len(PACES))
    groups, start = [], -1
    for bound in bounds:
        count = sum(n for pace, n in figures.pace.items() if start < pace <= bound)
        groups.append((bound, count))
        start = bound
    quartiles = figures.quartiles
    half = within(quartiles[1]) if quartiles else "–"
    return Chart(
        picture=columns(
            [Column(_tiny(bound), count) for bound, count in groups],
            label=_("Time to move in {count} turns: half of them {half}.").format(
                count=figures.turns, half=half
            ),
            axis=_("time to move, up to"),
        ),
        head=(_("Time to move"), _("Turns")),
        rows=[(within(pace), str(count)) for pace, count in figures.pace.items()],
    )


def _tiny(pace: int) -> str:
    if pace >= len(PACES):
        return "∞"
    seconds = PACES[pace]
    for size, unit in ((86400, _("d")), (3600, _("h")), (60, _("m"))):
        if seconds >= size:
            return f"{seconds // size}{unit}"
    return _("{count}s").format(count=seconds)
