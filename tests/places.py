"""Which tests go with a place of the code: for `make check PLACE=games/lobby`.

Tests mirror the code: tests/ROOM and tests/pages/ROOM test games/ROOM; tests/pages/ROOM also
games/pages/ROOM. Each folder of accounts and scoutsite goes with all tests of its project.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ELSEWHERE = {
    "scoutsite": "site",
    "games/admin": "order",
    "locale": "languages",
    "games/notices": "telling",
    "games/pages/profile": "results",
}
"""Places whose tests have another name."""


def folders_for(place: str) -> list[str]:
    """Return the folders of tests for a folder of the code, or a file's.

    Raise `LookupError`, with what to say, if there is no such place or it has no tests.
    """
    path = ROOT / place
    if not place or not path.exists():
        raise LookupError(f"There is no {place or 'PLACE'}. {_known()}")
    folder = path if path.is_dir() else path.parent
    code = folder.resolve().relative_to(ROOT).as_posix()
    if code == "tests" or code.startswith("tests/"):
        return [path.resolve().relative_to(ROOT).as_posix()]
    project = code.split("/")[0]
    if project != "games":
        code = project
    room = ELSEWHERE.get(code) or code.removeprefix("games/")
    found = [each for each in (f"tests/{room}", f"tests/pages/{room}") if (ROOT / each).is_dir()]
    if not found:
        raise LookupError(f"{place} has no folder of tests. {_known()}")
    return found


def places() -> list[str]:
    """Return the code's folders that have tests."""
    own = {"migrations", "__pycache__"}
    folders = [each for each in sorted(ROOT.glob("games/**/")) if not own & set(each.parts)]
    found = ["accounts", "scoutsite"]
    for folder in folders:
        code = folder.relative_to(ROOT).as_posix()
        room = ELSEWHERE.get(code) or code.removeprefix("games/")
        if code != "games" and any((ROOT / f"tests{at}" / room).is_dir() for at in ("", "/pages")):
            found.append(code)
    return found


def _known() -> str:
    return f"Places with tests: {', '.join(places())}."


if __name__ == "__main__":
    try:
        sys.stdout.write(" ".join(folders_for(sys.argv[1] if len(sys.argv) > 1 else "")))
    except LookupError as error:
        sys.exit(f"make check: {error}")
