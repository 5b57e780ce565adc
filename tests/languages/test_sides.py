"""Style sheets name the sides of a line, not left and right: pages can be turned round.

Where a side is meant, as of a card, a comment on the line says so: ``/* physical: … */``.
"""

import re
from collections.abc import Iterator

import pytest

from tests.languages.sentences import PLACES, ROOT

SAID = "/* physical: "
_SIDE = re.compile(
    r"""(?<![-\w])(?:
        (?:margin|padding|border|scroll-margin|scroll-padding|inset)-(?:left|right)\b[-\w]*\s*:
        | border-(?:top|bottom)-(?:left|right)-radius\s*:
        | (?:left|right)\s*:
        | (?:text-align|float|clear)\s*:\s*(?:left|right)\b
    )""",
    re.VERBOSE,
)
_SHORT = re.compile(r"(?<![-\w])(margin|padding|inset|border-width|border-radius)\s*:\s*([^;}]+)")
_VALUE = re.compile(r"[^\s()]*\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)[^\s()]*|\S+")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def sheets() -> list[str]:
    """All that are ours."""
    found = (path for place in PLACES for path in (ROOT / place).rglob("*.css"))
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def sides(style: str) -> Iterator[str]:
    """Lines that name a side without a reason."""
    # Comments of several lines keep their lines.
    bare = _COMMENT.sub(
        lambda found: SAID * (SAID in found[0]) + "\n" * found[0].count("\n"), style
    )
    for line in bare.split("\n"):
        if SAID not in line and (_SIDE.search(line) or any(map(_leans, _SHORT.findall(line)))):
            yield line.strip()


def _leans(declared: tuple[str, str]) -> bool:
    """Whether a shorthand gives left and right different values."""
    name, said = declared
    values = _VALUE.findall(said)
    if name == "border-radius":
        if "/" in said:
            return False
        corners = [*values, *(values * 3)[len(values) :]] if len(values) < 3 else values
        top_left, top_right, bottom_right, *rest = corners[:4]
        return (top_left, bottom_right) != (top_right, rest[0] if rest else top_right)
    return len(values) == 4 and values[1] != values[3]


@pytest.mark.parametrize("sheet", sheets())
def test_a_sheet_names_left_and_right_only_with_a_reason(sheet: str) -> None:
    assert list(sides((ROOT / sheet).read_text())) == []


@pytest.mark.parametrize(
    "style",
    [
        "a { margin-left: 1px; }",
        "a { color: red; right: 0; }",
        "a {\n  left: 0;\n}",
        "a { text-align: left; }",
        "a { float: right; }",
        "a { border-left-color: red; }",
        "a { padding: 0 1px 0 calc(1px + max(2px, 1em)); }",
        "a { border-radius: 0 6px 6px 0; }",
        "a { border-radius: 50% 20%; }",
        "a { border-top-left-radius: 0; }",
    ],
)
def test_sides_are_found(style: str) -> None:
    assert len(list(sides(style))) == 1
    assert not list(sides(re.sub(r"( left: 0;|\}$)", r"\1 /* physical: a card */", style)))


@pytest.mark.parametrize(
    "style",
    [
        "a { margin-inline-start: 1px; inset-inline-end: 0; }",
        "a { padding: 0 calc(1px + 1em) 3px calc(1px + 1em); }",
        "a { border-radius: 6px 6px 0 0; }",
        "/* The bar on the left: wide. */",
        ".left { color: red; }",
        "a { background: linear-gradient(to left, red, blue); }",
    ],
)
def test_what_is_no_side_is_not(style: str) -> None:
    assert not list(sides(style))
