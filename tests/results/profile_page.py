"""Reads a profile page's figures and compares them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any

_SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400, "w": 604800}


@dataclass(frozen=True)
class ProfilePage:
    """The figures and tables of a profile page."""

    key_figures: dict[str, str]
    """The figure by its name."""
    tables: dict[str, list[list[str]]]
    """The rows of each part's table, the first cell of each its heading."""
    text: str = ""
    """All that it says."""


def read_page(html: str) -> ProfilePage:
    figures = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", html, re.DOTALL)
    sections = re.findall(r'<section [^>]*aria-labelledby="(\w+)">(.*?)</section>', html, re.DOTALL)
    tables = {}
    for name, inside in sections:
        rows = re.findall(r"<tr>\s*(<th scope=\"row\">.*?)</tr>", inside, re.DOTALL)
        cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
        tables[name] = [[_text(cell) for cell in row] for row in cells]
    named = {_text(name): _text(figure) for name, figure in figures}
    return ProfilePage(named, tables, _text(html))


def _text(html: str) -> str:
    without_pictures = re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", without_pictures)).split())


def differences(page: ProfilePage, figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence per figure that differs."""
    for what, said, computed in _compared(page, figures):
        if said != computed:
            yield f"{what}: the page says {said!r}, the records {computed!r}"


def _compared(page: ProfilePage, figures: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    key, tables = page.key_figures, page.tables
    longest = "-".join(map(str, figures["longest"])) or "–"
    yield "games won", key["games won"], _percent(figures["won"])
    yield "points a round", key["points a round"], _decimal(figures["points_a_round"])
    yield "longest show", key["longest show"], longest
    yield "cards", key["cards in an average show"], _decimal(figures["cards_a_show"])
    yield "flipped", key["scouted cards flipped"], _percent(figures["flipped"])
    both = key["rounds using Scout & Show"]
    yield "Scout & Show", both, _percent(figures["rounds_using_both"])
    points = {int(row[0].replace("−", "-")): int(row[1]) for row in tables["points"]}
    yield "round scores", points, figures["points"]
    for name in ("turns", "endings"):
        rows = tables["style" if name == "turns" else name]
        total = sum(figures[name].values())
        yield name, {row[0]: int(row[1]) for row in rows if row[1] != "0"}, figures[name]
        for row in rows:
            yield f"share of {row[0]}", row[2], _percent(figures[name].get(row[0], 0) / total)
    negative = sum(count for each, count in figures["points"].items() if each < 0)
    said = re.search(r"rounds?, (\d+) of them negative", page.text)
    yield "negative rounds", int(said[1]) if said else None, negative
    sizes = {int(row[0].split()[0]): row[-1] for row in tables["wins"]}
    won = figures["won_by_players"].items()
    counts = figures["games_by_players"]
    yield "wins by size", sizes, {n: f"{_percent(share)} of {counts[n]}" for n, share in won}
    yield from _paces(page, figures["seconds"])
    yield "turns out of time", int(key["turns out of time"]), figures["out_of_time"]
    yield from _opponents(tables.get("opponents", []), figures["opponents"])


def _paces(page: ProfilePage, seconds: list[float]) -> Iterator[tuple[str, Any, Any]]:
    """How many turns in each group, and which has the middle."""
    low = -1.0
    groups = []
    for label, count in page.tables["pace"]:
        high = _seconds(label)
        groups.append((low, high))
        yield f"turns {label}", int(count), sum(low < each <= high for each in seconds)
        low = high
    middle = page.key_figures["the middle half"].split(" to ")
    said = [middle[0], page.key_figures["half of the turns"], middle[-1]]
    for part, label in enumerate(said, start=1):
        wanted = seconds[-(-part * len(seconds) // 4) - 1]
        computed = next(high for low, high in groups if low < wanted <= high)
        yield f"quarter {part} of the times", _seconds(label), computed


def _seconds(label: str) -> float:
    """A limit on the page."""
    if label.startswith("over"):
        return float("inf")
    found = re.fullmatch(r"(?:within )?(\d+)\s*(s|min|h|d|w)[a-z]*", label)
    assert found, label
    return int(found[1]) * _SECONDS[found[2]]


def _opponents(
    rows: list[list[str]], against: Mapping[str, Mapping[str, int]]
) -> Iterator[tuple[str, Any, Any]]:
    most = sorted((count["games"] for count in against.values()), reverse=True)[: len(rows)]
    yield "games with frequent opponents", [int(row[1]) for row in rows], most
    yield "frequent opponents", len(rows), min(10, len(against))
    for name, *counts in rows:
        computed = [against[name].get(kind, 0) for kind in ("games", "ahead", "level", "behind")]
        yield f"record against {name}", [int(count) for count in counts], computed


def _percent(share: Any) -> str:
    return "–" if share is None else f"{round(100 * float(share))}%"


def _decimal(number: Any) -> str:
    return "–" if number is None else f"{float(number):.1f}".replace("-", "−")
