"""Text in a picture: which letters there are, and how wide they are.

The fonts here are the site's own, at one weight and width each, with letters of Western and Central
Europe. Other letters come from a font of the system that has them; without one they are left out.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError

_OWN = Path(__file__).parent / "fonts"
_SYSTEM = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
_MOST_FILES = 300
"""Fonts of the system that are looked into, the likely ones first."""
_LIKELY = ("Noto", "DejaVu", "Liberation")
_ELLIPSIS = "…"

SANS, CAPS, SLAB, NUMERALS = (
    "archivo-bold",
    "archivo-caps",
    "hepta-slab-black",
    "hepta-slab-numerals",
)
OWN_FILES = tuple(str(_OWN / f"{name}.ttf") for name in (SANS, CAPS, SLAB, NUMERALS))


def width(text: str, name: str, size: float) -> float:
    """Return about how wide a text is in a font of the site.

    A text with a letter of another font may be drawn in that font as a whole.
    """
    own = _own_widths(name)
    file = next((_system_file(one) for one in text if one not in own), None)
    other = _system_widths(file) if file else {}
    return size * sum(max(own.get(one, 0), other.get(one, 0)) or _guess(one) for one in text)


def fitted(text: str, name: str, size: float, most: float) -> str:
    """Return a text no wider than ``most``, its end cut off if need be."""
    if width(text, name, size) <= most:
        return text
    kept = list(text)
    while kept and width("".join(kept).rstrip() + _ELLIPSIS, name, size) > most:
        kept.pop()
        while kept and unicodedata.combining(kept[-1]):
            kept.pop()
    return "".join(kept).rstrip() + _ELLIPSIS


def writable(text: str) -> str:
    """Return what can be written of a text; nothing if that is less than half of its letters."""
    whole = [one for one in unicodedata.normalize("NFC", text) if _is_seen(one)]
    found = [one for one in whole if one.isspace() or _has(one)]
    letters = sum(not one.isspace() for one in whole)
    left = sum(not one.isspace() for one in found)
    return " ".join("".join(found).split()) if left and 2 * left >= letters else ""


def can_write(text: str) -> bool:
    """Return whether there is a font for each letter."""
    return all(one.isspace() or _has(one) for one in text)


def files_for(texts: Iterable[str]) -> list[str]:
    """Return the files of the system's fonts that texts need beside the site's own."""
    others = {one for text in texts for one in text if one not in _everywhere()}
    return sorted({found for one in others if (found := _system_file(one))})


def _is_seen(one: str) -> bool:
    """Marks that join or change emoji are left out: few fonts know them."""
    return unicodedata.category(one)[0] != "C" and not 0xFE00 <= ord(one) <= 0xFE0F


def _has(one: str) -> bool:
    return one in _everywhere() or _system_file(one) is not None


@cache
def _everywhere() -> frozenset[str]:
    """Letters of all fonts of the site that write names."""
    return frozenset.intersection(*(frozenset(_own_widths(name)) for name in (SANS, CAPS, SLAB)))


def _guess(one: str) -> float:
    if unicodedata.combining(one):
        return 0
    return 1.0 if unicodedata.east_asian_width(one) in "WF" else 0.65


@lru_cache(4096)
def _system_file(one: str) -> str | None:
    code = ord(one)
    return next((str(path) for path in _system_files() if code in _codes(path)), None)


@cache
def _system_files() -> tuple[Path, ...]:
    kinds = (".ttf", ".otf", ".ttc")
    found = [path for root in _SYSTEM for path in root.rglob("*") if path.suffix.lower() in kinds]
    found.sort(key=lambda path: (not path.name.startswith(_LIKELY), "Bold" not in path.stem, path))
    return tuple(found[:_MOST_FILES])


@cache
def _own_widths(name: str) -> dict[str, float]:
    with TTFont(_OWN / f"{name}.ttf", lazy=True) as font:
        return _widths(font)


@lru_cache(8)
def _system_widths(path: str) -> dict[str, float]:
    """Return the widths of a font's letters, in em."""
    with TTFont(path, lazy=True, fontNumber=0) as font:
        return _widths(font)


def _widths(font: TTFont) -> dict[str, float]:
    em, advances = font["head"].unitsPerEm, font["hmtx"]
    return {chr(code): advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}


@cache
def _codes(path: Path) -> frozenset[int]:
    try:
        with TTFont(path, lazy=True, fontNumber=0) as font:
            return frozenset(font.getBestCmap() or ())
    except (TTLibError, OSError, KeyError):
        return frozenset()
